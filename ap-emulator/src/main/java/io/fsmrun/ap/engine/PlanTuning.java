package io.fsmrun.ap.engine;

/**
 * When a {@link Plan} changes its mind. Reports do not depend on it; tests use an eager one, so
 * that short inputs go through all changes.
 *
 * @param firstBlock symbols before the first look at what the units did; blocks double from there
 * @param often unknown steps a symbol that make a unit fail at once
 * @param youngSymbols symbols before that counts
 * @param toleratedNanos cost of unknown steps a symbol that a unit is allowed
 * @param grownMisses unknown steps that a unit must have learnt before that counts
 * @param smallStates units of at most this many states are packed rather than split
 * @param lostBytes memory beyond which a component by itself that keeps meeting unknown steps no
 *     longer remembers them
 * @param reviewSymbols symbols between two looks at what may be put together
 * @param settledNanos cost of unknown steps a symbol below which units are put together
 * @param regrettedNanos the same, above which those put together are split again
 * @param mergedEntries the most table entries of two units that are put together
 * @param trialReviews the most such looks until it is known whether putting together pays
 * @param trialGain what part of the time before it must take to pay
 * @param patience how many times longer a unit is given that was put together
 */
record PlanTuning(
    int firstBlock,
    double often,
    int youngSymbols,
    double toleratedNanos,
    int grownMisses,
    int smallStates,
    long lostBytes,
    int reviewSymbols,
    double settledNanos,
    double regrettedNanos,
    int mergedEntries,
    int trialReviews,
    double trialGain,
    int patience) {

  /** Values found by measuring (docs/benchmarks/networks.md). */
  static final PlanTuning MEASURED =
      new PlanTuning(
          512, 0.25, 1024, 2, 1500, 1024, 16L << 20, 1 << 16, 0.05, 0.3, 1 << 13, 16, 0.95, 8);
}
