package io.fsmrun.ap.timing;

/**
 * What happened in a run, counted. Immutable; {@link EventAccumulator} counts.
 *
 * @param symbols symbols of the input
 * @param rowReads match rows read: one for each symbol that a flow consumes in a half-core
 * @param activations active elements, over all symbols
 * @param enables enabled STEs, over all symbols
 * @param hypotheticalBoundaryBits bits between half-cores; 0 on a real device
 * @param flowSwitches changes from one flow to another
 * @param convergenceChecks pairs of flows compared
 * @param reports reports
 * @param reportVectors report vectors written
 * @param reexecutedSymbols symbols executed again
 */
public record EventCounters(
    long symbols,
    long rowReads,
    long activations,
    long enables,
    long hypotheticalBoundaryBits,
    long flowSwitches,
    long convergenceChecks,
    long reports,
    long reportVectors,
    long reexecutedSymbols) {

  /** Nothing has happened. */
  public static final EventCounters NONE = new EventCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * Both runs together.
   *
   * @param other another run
   * @return the sums
   */
  public EventCounters plus(EventCounters other) {
    return new EventCounters(
        symbols + other.symbols,
        rowReads + other.rowReads,
        activations + other.activations,
        enables + other.enables,
        hypotheticalBoundaryBits + other.hypotheticalBoundaryBits,
        flowSwitches + other.flowSwitches,
        convergenceChecks + other.convergenceChecks,
        reports + other.reports,
        reportVectors + other.reportVectors,
        reexecutedSymbols + other.reexecutedSymbols);
  }
}
