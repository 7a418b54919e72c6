package io.fsmrun.profile;

/**
 * How convergence is profiled. A value, shared by threads; change it with the {@code with} methods.
 *
 * @param strings the most random strings per component, from 1
 * @param length symbols per string, from 1, or {@link #AUTO_LENGTH}; a string ends early once all
 *     states have met
 * @param merge how the partitions of the strings become one
 * @param seed of the random strings; the same seed gives the same profile on any number of threads
 * @param symbols what the strings are made of
 * @param stopping whether a component is done before all its strings are run
 * @param heldOut strings that all components read alike and that take no part in the choice, from
 *     1; only a study runs them
 */
public record ProfileOptions(
    int strings,
    int length,
    MergeStrategy merge,
    long seed,
    SymbolChoice symbols,
    Stopping stopping,
    int heldOut) {

  /**
   * Stands for a length that is found by trial: 1,000 symbols, doubled up to 16,000 while that lets
   * more strings converge, as {@link ConvergenceProfiler} says.
   */
  public static final int AUTO_LENGTH = 0;

  private static final int USUAL_STRINGS = 1000;
  private static final int USUAL_LENGTH = 1000;
  private static final int USUAL_HELD_OUT = 200;

  /** When profiling a component ends. */
  public enum Stopping {
    /** When all strings have been run. */
    ALL_STRINGS,
    /** When the frequencies are stable, by the test that {@link ConvergenceProfiler} states. */
    WHEN_STABLE
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ProfileOptions {
    if (strings < 1 || length < AUTO_LENGTH || heldOut < 1) {
      throw new IllegalArgumentException(
          strings + " strings of " + length + " symbols, " + heldOut + " held out");
    }
  }

  /**
   * Strings of a length, folding last, of the bytes that lead rules forward, all of them run.
   *
   * @param strings random strings per component, from 1
   * @param length symbols per string, from 1
   * @param cutoff share of the strings that the chosen partition must cover, above 0, at most 1
   * @param seed of the random strings
   * @throws IllegalArgumentException if a number is out of range
   */
  public ProfileOptions(int strings, int length, double cutoff, long seed) {
    this(
        strings,
        requirePositive(length),
        MergeStrategy.covering(cutoff).withFolding(MergeStrategy.Folding.LAST),
        seed,
        SymbolChoice.AUTO,
        Stopping.ALL_STRINGS,
        USUAL_HELD_OUT);
  }

  /**
   * What convergence-set enumeration is predicted with: 1,000 strings (Zhuo 2022, section 3.4.3) of
   * 1,000 symbols, all of them run, cut-off 100%, seed 1.
   *
   * @return the usual options
   */
  public static ProfileOptions defaults() {
    return new ProfileOptions(USUAL_STRINGS, USUAL_LENGTH, 1.0, 1);
  }

  /**
   * What a study of convergence is made with: at most 1,000 strings of a length found by trial,
   * fewer if the frequencies are stable, cut-off 99% with folding first (Zhuo 2022, section 3.4.4),
   * seed 1, 200 strings held out.
   *
   * @return the options
   */
  public static ProfileOptions study() {
    return new ProfileOptions(
        USUAL_STRINGS,
        AUTO_LENGTH,
        MergeStrategy.covering(0.99),
        1,
        SymbolChoice.AUTO,
        Stopping.WHEN_STABLE,
        USUAL_HELD_OUT);
  }

  private static int requirePositive(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("strings of " + length + " symbols");
    }
    return length;
  }

  /**
   * Whether the length is found by trial.
   *
   * @return true if it is {@link #AUTO_LENGTH}
   */
  public boolean isAutoLength() {
    return length == AUTO_LENGTH;
  }

  /**
   * The same with another number of strings.
   *
   * @param other the most random strings per component, from 1
   * @return options
   * @throws IllegalArgumentException if it is out of range
   */
  public ProfileOptions withStrings(int other) {
    return new ProfileOptions(other, length, merge, seed, symbols, stopping, heldOut);
  }

  /**
   * The same with another length.
   *
   * @param other symbols per string, from 1, or {@link #AUTO_LENGTH}
   * @return options
   * @throws IllegalArgumentException if it is out of range
   */
  public ProfileOptions withLength(int other) {
    return new ProfileOptions(strings, other, merge, seed, symbols, stopping, heldOut);
  }

  /**
   * The same with another way to merge partitions.
   *
   * @param other the merge strategy
   * @return options
   */
  public ProfileOptions withMerge(MergeStrategy other) {
    return new ProfileOptions(strings, length, other, seed, symbols, stopping, heldOut);
  }

  /**
   * The same with another seed.
   *
   * @param other any number
   * @return options
   */
  public ProfileOptions withSeed(long other) {
    return new ProfileOptions(strings, length, merge, other, symbols, stopping, heldOut);
  }

  /**
   * The same with other symbols.
   *
   * @param other what the strings are made of
   * @return options
   */
  public ProfileOptions withSymbols(SymbolChoice other) {
    return new ProfileOptions(strings, length, merge, seed, other, stopping, heldOut);
  }

  /**
   * The same with another end of profiling.
   *
   * @param other whether a component is done before all its strings are run
   * @return options
   */
  public ProfileOptions withStopping(Stopping other) {
    return new ProfileOptions(strings, length, merge, seed, symbols, other, heldOut);
  }

  /**
   * The same with another number of held-out strings.
   *
   * @param other strings, from 1
   * @return options
   * @throws IllegalArgumentException if it is out of range
   */
  public ProfileOptions withHeldOut(int other) {
    return new ProfileOptions(strings, length, merge, seed, symbols, stopping, other);
  }
}
