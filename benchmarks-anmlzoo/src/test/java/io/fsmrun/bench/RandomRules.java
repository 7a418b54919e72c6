package io.fsmrun.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random rules in the syntax that PCRE, Hyperscan, java.util.regex and RE2/J read alike. */
final class RandomRules {

  private static final List<String> ATOMS =
      List.of("a", "b", "ab", "ba", "c", "0", "_", " ", "\\n", "\\xe4", "\\x00");
  private static final List<String> SETS =
      List.of(".", "\\w", "\\W", "[ab]", "[^a]", "[a-c_]", "[^\\n]", "[\\x80-\\xff]", "[ \\n]");
  private static final List<String> QUANTIFIERS = List.of("*", "+", "?", "{2}", "{1,3}", "{2,}");
  private static final String INPUT_BYTES = "aaabbbabc0_ \n\n\u00e4\0";

  private final Random random;
  private final List<String> assertions;
  private final boolean repeatGroups;

  /**
   * A source of rules.
   *
   * @param assertions the assertions to use, possibly none
   * @param repeatGroups whether groups may be repeated, not only single bytes
   */
  RandomRules(Random random, List<String> assertions, boolean repeatGroups) {
    this.random = random;
    this.assertions = assertions;
    this.repeatGroups = repeatGroups;
  }

  /** As many regexes as asked for. */
  List<String> next(int count) {
    List<String> regexes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      regexes.add(alternatives(2));
    }
    return regexes;
  }

  private String alternatives(int depth) {
    StringBuilder out = new StringBuilder(sequence(depth));
    while (random.nextInt(4) == 0) {
      out.append('|').append(random.nextInt(4) == 0 ? "" : sequence(depth));
    }
    return out.toString();
  }

  private String sequence(int depth) {
    StringBuilder out = new StringBuilder();
    out.append(assertion(4));
    for (int items = 1 + random.nextInt(4); items > 0; items--) {
      boolean group = depth > 0 && random.nextInt(4) == 0;
      out.append(group ? "(" + alternatives(depth - 1) + ")" : pick(ATOMS, SETS));
      if (random.nextInt(3) == 0 && (repeatGroups || out.charAt(out.length() - 1) != ')')) {
        out.append(QUANTIFIERS.get(random.nextInt(QUANTIFIERS.size())));
      }
      out.append(assertion(12));
    }
    return out.append(assertion(4)).toString();
  }

  private String assertion(int oneIn) {
    return assertions.isEmpty() || random.nextInt(oneIn) != 0
        ? ""
        : assertions.get(random.nextInt(assertions.size()));
  }

  private String pick(List<String> some, List<String> others) {
    List<String> from = random.nextBoolean() ? some : others;
    return from.get(random.nextInt(from.size()));
  }

  /** An input of the bytes that matter to these rules, one char each. */
  String nextInput(int maxLength) {
    StringBuilder out = new StringBuilder();
    for (int length = random.nextInt(maxLength + 1); length > 0; length--) {
      out.append(INPUT_BYTES.charAt(random.nextInt(INPUT_BYTES.length())));
    }
    return out.toString();
  }
}
