package io.fsmrun.regex;

import java.util.List;
import java.util.Random;

/** Random regexes in the syntax that PCRE, java.util.regex and RE2/J read alike. */
final class RandomRegex {

  private static final List<String> BYTES =
      List.of("a", "b", "c", "A", "B", "0", "_", " ", "\\n", "\\x0d", "\\.", "-");
  private static final List<String> SETS =
      List.of(
          ".", "\\d", "\\D", "\\w", "\\W", "[ab]", "[^ab]", "[a-c0]", "[^\\w]", "[A-b]", "[^\\n]");
  private static final List<String> QUANTIFIERS =
      List.of("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0}");

  private final Random random;
  private final List<String> assertions;
  private final int assertionWeight;

  /**
   * A source of regexes.
   *
   * @param assertions the assertions to use, possibly none
   */
  RandomRegex(Random random, List<String> assertions) {
    this(random, assertions, 1);
  }

  /**
   * A source of regexes.
   *
   * @param assertions the assertions to use, possibly none
   * @param assertionWeight how many items are assertions to every nine that are not
   */
  RandomRegex(Random random, List<String> assertions, int assertionWeight) {
    this.random = random;
    this.assertions = assertions;
    this.assertionWeight = assertionWeight;
  }

  /** A regex whose groups nest at most {@code depth} deep. */
  String next(int depth) {
    StringBuilder out = new StringBuilder();
    int branches = random.nextInt(4) == 0 ? 2 : 1;
    for (int branch = 0; branch < branches; branch++) {
      out.append(branch > 0 ? "|" : "");
      for (int items = random.nextInt(4); items > 0; items--) {
        appendItem(out, depth);
      }
    }
    return out.toString();
  }

  private void appendItem(StringBuilder out, int depth) {
    int choice = random.nextInt(9 + assertionWeight) - assertionWeight + 1;
    if (choice <= 0 && !assertions.isEmpty()) {
      out.append(pick(assertions));
      return;
    }
    if (choice <= 2 && depth > 0) {
      out.append(pick(List.of("(", "(?:", "(?i:", "(?s:", "(?-i:")))
          .append(next(depth - 1))
          .append(')');
    } else {
      out.append(pick(choice <= 5 ? SETS : BYTES));
    }
    if (random.nextInt(3) == 0) {
      out.append(pick(QUANTIFIERS));
    }
  }

  /** A short input of the bytes that matter to these regexes. */
  String nextInput(int length) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.append("aabbcAB0_ \n\r.-".charAt(random.nextInt(14)));
    }
    return out.toString();
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
