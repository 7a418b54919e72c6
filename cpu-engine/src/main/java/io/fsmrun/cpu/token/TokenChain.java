package io.fsmrun.cpu.token;

import java.util.List;

/**
 * Tokens in a row, and the delimiters after them: one way to match a rule.
 *
 * @param rule index of the rule
 * @param elements the tokens, 1 to {@link #MAX_TOKENS}; what is before the first may be anything,
 *     so its {@code maxRun} is unbounded, and the others come after at least one delimiter
 * @param lastRun the match ends with this delimiter after the last token, from 1 to {@link
 *     TokenElement#MAX_RUN}
 * @param repeats whether a match also ends with each delimiter that follows at once
 */
public record TokenChain(int rule, List<TokenElement> elements, int lastRun, boolean repeats) {

  /** The most tokens of a chain. */
  public static final int MAX_TOKENS = Long.SIZE;

  /**
   * Copies the list, and checks it.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public TokenChain {
    elements = List.copyOf(elements);
    if (rule < 0
        || elements.isEmpty()
        || elements.size() > MAX_TOKENS
        || elements.getFirst().maxRun() != TokenElement.UNBOUNDED
        || elements.stream().skip(1).anyMatch(element -> element.minRun() == 0)
        || lastRun < 1
        || lastRun > TokenElement.MAX_RUN) {
      throw new IllegalArgumentException("a chain that cannot be: rule " + rule);
    }
  }

  /** Whether the match ends at the first delimiter after the last token, and only there. */
  boolean isPlain() {
    return lastRun == 1 && !repeats;
  }
}
