package io.fsmrun.ap.timing;

/**
 * Adds up the cycles of a run. Segments run side by side, so the slowest counts; what follows is in
 * sequence: composition, the replay that recovers reports, side by side again, and re-execution.
 * For one thread.
 */
public final class CycleAccount {

  private final CycleModel model;
  private final int compositionCyclesPerSegment;
  private final EventAccumulator events = new EventAccumulator();
  private long cycles;
  private long baselineCycles;
  private int mostSegments = 1;

  /**
   * An empty account, with the published costs of what is not a flow's.
   *
   * @param model the costs of flows
   */
  public CycleAccount(CycleModel model) {
    this(CycleParameters.published().withFlows(model));
  }

  /**
   * An empty account.
   *
   * @param parameters the costs
   */
  public CycleAccount(CycleParameters parameters) {
    model = parameters.flows();
    compositionCyclesPerSegment = parameters.compositionCyclesPerSegment();
  }

  /**
   * Adds a window of input.
   *
   * @param lengths symbols per segment
   * @param liveSymbols per segment and flow, for how many symbols it was live
   * @param replayedSymbols symbols replayed per segment
   * @param reexecutedSymbols symbols of all segments that were executed again
   */
  public void add(
      int[] lengths, int[][] liveSymbols, int[] replayedSymbols, long reexecutedSymbols) {
    long slowest = 0;
    long longestReplay = 0;
    for (int s = 0; s < lengths.length; s++) {
      baselineCycles += lengths[s];
      slowest = Math.max(slowest, model.segmentCycles(lengths[s], liveSymbols[s]));
      longestReplay = Math.max(longestReplay, replayedSymbols[s]);
      model.countSegment(lengths[s], liveSymbols[s], events);
      events.symbols(lengths[s]);
      events.rowReads(replayedSymbols[s]);
    }
    long composition = lengths.length > 1 ? (long) lengths.length * compositionCyclesPerSegment : 0;
    cycles += slowest + composition + longestReplay + reexecutedSymbols;
    mostSegments = Math.max(mostSegments, lengths.length);
    events.rowReads(reexecutedSymbols);
    events.reexecutedSymbols(reexecutedSymbols);
  }

  /**
   * What happened. Activations, enables and reports are not known to an account, and 0.
   *
   * @param halfCoresPerSegment half-cores that the machine takes; each reads its rows, switches and
   *     checks by itself
   * @return the events of the run
   */
  public EventCounters events(int halfCoresPerSegment) {
    EventCounters one = events.snapshot();
    return new EventCounters(
        one.symbols(),
        one.rowReads() * halfCoresPerSegment,
        0,
        0,
        0,
        one.flowSwitches() * halfCoresPerSegment,
        one.convergenceChecks() * halfCoresPerSegment,
        0,
        0,
        one.reexecutedSymbols());
  }

  /**
   * Cycles of the run.
   *
   * @return 0 or more
   */
  public long cycles() {
    return cycles;
  }

  /**
   * Cycles of a sequential run: one a symbol.
   *
   * @return the number of symbols
   */
  public long baselineCycles() {
    return baselineCycles;
  }

  /**
   * How much faster than a sequential run.
   *
   * @return the ratio of the cycles; 1 if there was no input
   */
  public double speedup() {
    return cycles == 0 ? 1 : (double) baselineCycles / cycles;
  }

  /**
   * The speed-up without any overhead.
   *
   * @return the number of segments
   */
  public double idealSpeedup() {
    return mostSegments;
  }
}
