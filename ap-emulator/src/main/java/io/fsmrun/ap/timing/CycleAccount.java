package io.fsmrun.ap.timing;

/**
 * Adds up the cycles of a run, piece of input by piece. For one thread.
 *
 * <p>The segments of a piece run side by side, each on a copy of the machine, so the slowest
 * counts; what follows is in sequence (ours, where section 3.6.3 of Zhuo 2022 says nothing):
 * composition, the replays that recover reports, side by side again unless one needs the end of
 * another, and re-execution, a cycle a symbol. Pieces follow one another. But pieces of a single
 * segment, which know where they start, are given in order to the copy that is free first, and
 * together take as long as the busiest copy; a piece of several segments waits for all copies.
 */
public final class CycleAccount {

  private final CycleParameters parameters;
  private final int copies;
  private final CycleTrace trace;
  private final EventAccumulator events = new EventAccumulator();

  /** What all copies have done. */
  private final CycleClock done = new CycleClock(0);

  /** What each copy does beyond that, in pieces of one segment; empty if there are none. */
  private CycleClock[] dealt = new CycleClock[0];

  /** The copy that had the last piece; it has what follows of it, too. */
  private int lastCopy;

  private int pieces;
  private long baselineCycles;
  private int ideal = 1;

  /**
   * An empty account of one machine, with the published costs of what is not a flow's.
   *
   * @param model the costs of flows
   */
  public CycleAccount(CycleModel model) {
    this(CycleParameters.published().withFlows(model));
  }

  /**
   * An empty account, in which pieces of one segment follow one another.
   *
   * @param parameters the costs
   */
  public CycleAccount(CycleParameters parameters) {
    this(parameters, 1, CycleTrace.none());
  }

  /**
   * An empty account.
   *
   * @param parameters the costs
   * @param copies copies of the machine that pieces of one segment are given to; a piece of several
   *     segments has as many as it needs in any case
   * @param trace hears of everything that costs cycles
   * @throws IllegalArgumentException if there is no copy
   */
  public CycleAccount(CycleParameters parameters, int copies, CycleTrace trace) {
    if (copies < 1) {
      throw new IllegalArgumentException(copies + " copies of the machine");
    }
    this.parameters = parameters;
    this.copies = copies;
    this.trace = trace;
  }

  /**
   * Adds a piece of input. O(turns of its flows + copies).
   *
   * @param piece what the machine does for it
   */
  public void add(PieceWork piece) {
    pieces += piece.begins() || pieces == 0 ? 1 : 0;
    for (SegmentWork segment : piece.segments()) {
      baselineCycles += segment.symbols();
    }
    PieceCharge charge = new PieceCharge(parameters, piece, events, trace, pieces);
    if (piece.segments().size() > 1) {
      waitForCopies();
      ideal = Math.max(ideal, piece.segments().size());
      charge.run(done);
      return;
    }
    ideal = Math.max(ideal, copies);
    int copy = copyFor(piece);
    if (copies > 1 && trace.isOpen()) {
      long now = dealt[copy].now();
      trace.event(now, now, pieces, 0, "given to copy " + (copy + 1));
    }
    charge.run(dealt[copy]);
    lastCopy = copy;
  }

  private int copyFor(PieceWork piece) {
    if (dealt.length == 0) {
      dealt = new CycleClock[copies];
      for (int c = 0; c < copies; c++) {
        dealt[c] = done.fork();
      }
      return 0;
    }
    if (!piece.begins()) {
      return lastCopy;
    }
    int free = 0;
    for (int c = 1; c < copies; c++) {
      free = dealt[c].now() < dealt[free].now() ? c : free;
    }
    return free;
  }

  private void waitForCopies() {
    done.join(busiest());
    dealt = new CycleClock[0];
  }

  /** The clock of the copy that ends last, with what it has done since all were free. */
  private CycleClock busiest() {
    CycleClock busiest = done.fork();
    for (CycleClock copy : dealt) {
      busiest = copy.now() > busiest.now() ? copy : busiest;
    }
    return busiest;
  }

  /** Writes the last line of the trace. Called once, after the last piece. */
  public void finish() {
    trace.end(cyclesBy(), baselineCycles);
  }

  /**
   * What happened in all segments, not only the slowest. Joining a flow and saving a joined mask
   * count as switches. Activations, enables and reports are not known to an account, and 0.
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
    return busiest().now();
  }

  /**
   * What they were spent on.
   *
   * @return the categories, whose sum is {@link #cycles}
   */
  public CycleBreakdown cyclesBy() {
    return done.passed().plus(busiest().passed());
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
    return cycles() == 0 ? 1 : (double) baselineCycles / cycles();
  }

  /**
   * The speed-up without any overhead.
   *
   * @return the most segments of a piece, or the number of copies that pieces of one segment were
   *     given to, if that is more
   */
  public double idealSpeedup() {
    return ideal;
  }
}
