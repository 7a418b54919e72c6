package io.fsmrun.scan;

import static io.fsmrun.testkit.Picks.pick;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random rules, and inputs in which they match. */
final class RandomScans {

  private static final String[] WORDS = {"abcd", "bcda", "abab", "xyz", "cab", "ad", "aaaa"};
  private static final String[] GAPS = {
    ".*", "[^\\n]*", "[^a]*", ".{3,40}", "\\s*", ".+", ".{2}", "(ab|cd)*", "[a-c]{20}", "d*"
  };
  private static final String[] EDGES = {"", "", "", "^", "\\b", "\\B"};
  private static final String[] ENDS = {"", "", "", "$", "\\b", "\\B"};
  private static final String[] FLAGS = {"", "s", "i", "m", "ms"};

  private RandomScans() {}

  /** One to five rules. */
  static List<String> rules(Random random) {
    List<String> rules = new ArrayList<>();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      rules.add(rule(random));
    }
    return rules;
  }

  private static String rule(Random random) {
    StringBuilder rule = new StringBuilder("/").append(pick(EDGES, random));
    int parts = 1 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      rule.append(pick(WORDS, random));
      if (i + 1 < parts || random.nextInt(8) == 0) {
        rule.append(pick(GAPS, random));
      }
    }
    return rule.append(pick(ENDS, random)).append('/').append(pick(FLAGS, random)).toString();
  }

  /** At least so many bytes. */
  static byte[] input(Random random, int length) {
    StringBuilder input = new StringBuilder();
    while (input.length() < length) {
      if (random.nextInt(3) > 0) {
        input.append(pick(WORDS, random));
      } else {
        input.append("abcdxyz \n".charAt(random.nextInt(9)));
      }
    }
    return input.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
