package io.fsmrun.cpu.token;

/**
 * A token of a {@link TokenChain}, and how many delimiters come before it.
 *
 * @param predicate what the token must satisfy: {@link #ANY}, or 1 + the index of a predicate of
 *     the {@link TokenProgram}
 * @param minRun the least number of delimiters right before the token, at most {@link #MAX_RUN}; 0
 *     also takes a token that the stream begins with
 * @param maxRun the most, at most {@link #MAX_RUN}, or {@link #UNBOUNDED}
 */
public record TokenElement(int predicate, int minRun, int maxRun) {

  /** The predicate that every token satisfies. */
  public static final int ANY = 0;

  /** The largest number of delimiters that an element may ask for. */
  public static final int MAX_RUN = 15;

  /** Says that any number of delimiters is right, from {@code minRun} on. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public TokenElement {
    if (predicate < 0
        || minRun < 0
        || minRun > MAX_RUN
        || maxRun < Math.max(1, minRun)
        || maxRun > MAX_RUN && maxRun != UNBOUNDED) {
      throw new IllegalArgumentException(
          "predicate " + predicate + " after " + minRun + " to " + maxRun + " delimiters");
    }
  }

  /** Whether any token that is a token of its own will do. */
  boolean isFree() {
    return predicate == ANY && minRun <= 1 && maxRun == UNBOUNDED;
  }

  /** Whether the element may come after so many delimiters. */
  boolean allowsRun(int run) {
    return minRun <= run && run <= maxRun;
  }
}
