package io.fsmrun.profile;

/**
 * Random strings that all components of a ruleset read alike, as they do the input.
 *
 * @param strings number of strings, from 1
 * @param length symbols per string, from 1
 * @param seed of the random choices
 */
public record SampleOptions(int strings, int length, long seed) {

  /** The most symbols of all strings together: they are held in memory. */
  public static final int MAX_SYMBOLS = 1 << 28;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no string or no symbol, or more than {@value
   *     #MAX_SYMBOLS} symbols
   */
  public SampleOptions {
    require(strings, length);
  }

  static void require(int strings, long length) {
    if (strings < 1 || length < 1 || length > MAX_SYMBOLS / strings) {
      throw new IllegalArgumentException(strings + " strings of " + length + " symbols");
    }
  }
}
