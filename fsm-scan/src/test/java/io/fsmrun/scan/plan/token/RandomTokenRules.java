package io.fsmrun.scan.plan.token;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rules over few bytes that are about tokens, nearly, and inputs for them. */
final class RandomTokenRules {

  private static final String[] LEADS = {" +", " +", " +", " ", "  ", " *", "", "  +"};
  private static final String[] SEPARATORS = {
    " +", " +", " +", " ", "  +", " *", " {1,2}", "( |  )"
  };
  private static final String[] ENDS = {" ", " ", " ", " +", "  ", " {1,3}", " *", "", ". "};
  private static final String[] TOKENS = {
    "[^ ]+",
    "[^ ]+",
    "[^ ]*a",
    "b[^ ]*",
    "[^ ]*a.",
    ".b",
    "a",
    "(a|b)+",
    "[ab]*",
    "a?b?",
    "[^ ]",
    "[^ ]*\\/b",
    "(a|b b)",
    "[^ ]*",
    "a(\\n|b)",
    "[^ ]*[^ ]",
    "\\x00|\\xff"
  };
  private static final byte[] BYTES = {' ', ' ', ' ', 'a', 'a', 'b', 'b', '/', '\n', 0, (byte) 255};

  private final Random random;

  RandomTokenRules(long seed) {
    random = new Random(seed);
  }

  List<String> rules(int count) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(pick(LEADS) + body() + pick(ENDS));
    }
    return rules;
  }

  private String body() {
    StringBuilder body = new StringBuilder(piece());
    for (int more = random.nextInt(4); more > 0; more--) {
      body.append(pick(SEPARATORS)).append(piece());
    }
    return body.toString();
  }

  private String piece() {
    return switch (random.nextInt(6)) {
      case 0 -> {
        String a = token();
        String b = token();
        yield "(" + a + " +" + b + "|" + b + " +" + a + ")";
      }
      case 1 -> "(" + token() + pick(SEPARATORS) + ")?" + token();
      default -> token();
    };
  }

  private String token() {
    return "(" + pick(TOKENS) + ")";
  }

  byte[] input(int most) {
    byte[] input = new byte[random.nextInt(most + 1)];
    int kinds = 3 + random.nextInt(BYTES.length - 2);
    for (int i = 0; i < input.length; i++) {
      input[i] = BYTES[random.nextInt(kinds)];
    }
    return input;
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
