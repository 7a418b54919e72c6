package io.fsmrun.ap.timing;

/** Counts events ({@link EventCounters} says what each is). Every call adds. For one thread. */
public final class EventAccumulator {

  private long symbols;
  private long rowReads;
  private long activations;
  private long enables;
  private long hypotheticalBoundaryBits;
  private long flowSwitches;
  private long convergenceChecks;
  private long reports;
  private long reportVectors;
  private long reexecutedSymbols;

  /** Nothing counted. */
  public EventAccumulator() {}

  /**
   * Symbols of the input.
   *
   * @param count how many more
   */
  public void symbols(long count) {
    symbols += count;
  }

  /**
   * Match rows read.
   *
   * @param count how many more
   */
  public void rowReads(long count) {
    rowReads += count;
  }

  /**
   * Active elements.
   *
   * @param count how many more
   */
  public void activations(long count) {
    activations += count;
  }

  /**
   * Enabled STEs.
   *
   * @param count how many more
   */
  public void enables(long count) {
    enables += count;
  }

  /**
   * Bits between half-cores of a hypothetical device.
   *
   * @param count how many more
   */
  public void hypotheticalBoundaryBits(long count) {
    hypotheticalBoundaryBits += count;
  }

  /**
   * Changes from one flow to another.
   *
   * @param count how many more
   */
  public void flowSwitches(long count) {
    flowSwitches += count;
  }

  /**
   * Pairs of flows compared.
   *
   * @param count how many more
   */
  public void convergenceChecks(long count) {
    convergenceChecks += count;
  }

  /**
   * Reports.
   *
   * @param count how many more
   */
  public void reports(long count) {
    reports += count;
  }

  /**
   * Report vectors written.
   *
   * @param count how many more
   */
  public void reportVectors(long count) {
    reportVectors += count;
  }

  /**
   * Symbols executed again.
   *
   * @param count how many more
   */
  public void reexecutedSymbols(long count) {
    reexecutedSymbols += count;
  }

  /**
   * What was counted so far.
   *
   * @return a snapshot
   */
  public EventCounters snapshot() {
    return new EventCounters(
        symbols,
        rowReads,
        activations,
        enables,
        hypotheticalBoundaryBits,
        flowSwitches,
        convergenceChecks,
        reports,
        reportVectors,
        reexecutedSymbols);
  }
}
