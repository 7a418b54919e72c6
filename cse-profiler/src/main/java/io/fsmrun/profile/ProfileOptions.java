package io.fsmrun.profile;

/**
 * How convergence is profiled.
 *
 * @param strings random strings per component
 * @param length symbols per string; a string ends early once all states have met
 * @param cutoff share of the strings that the chosen partition must cover, above 0, at most 1
 * @param seed of the random strings; the same seed gives the same profile on any number of threads
 */
public record ProfileOptions(int strings, int length, double cutoff, long seed) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ProfileOptions {
    if (strings < 1 || length < 1 || !(cutoff > 0 && cutoff <= 1)) {
      throw new IllegalArgumentException(
          strings + " strings of " + length + " symbols, cut-off " + cutoff);
    }
  }

  /**
   * 1,000 strings (Zhuo 2022, section 3.4.3) of 1,000 symbols, cut-off 100%, seed 1.
   *
   * @return the usual options
   */
  public static ProfileOptions defaults() {
    return new ProfileOptions(1000, 1000, 1.0, 1);
  }
}
