package io.fsmrun.ap.timing;

import java.util.List;

/**
 * Charges a piece of input: its segments side by side, of which the slowest counts, then
 * composition, replays, and re-execution. For one thread, once.
 */
final class PieceCharge {

  private final CycleParameters parameters;
  private final List<SegmentWork> segments;
  private final EventAccumulator events;
  private final CycleTrace trace;
  private final int number;

  /**
   * The work of a piece.
   *
   * @param number its number for the trace, from 1
   */
  PieceCharge(
      CycleParameters parameters,
      PieceWork work,
      EventAccumulator events,
      CycleTrace trace,
      int number) {
    this.parameters = parameters;
    this.segments = work.segments();
    this.events = events;
    this.trace = trace;
    this.number = number;
  }

  /** Charges the piece, from what the clock says on. */
  void run(CycleClock clock) {
    CycleClock own = clock.fork();
    own.join(slowest(own));
    compose(own);
    replay(own);
    reexecute(own);
    if (trace.isOpen()) {
      trace.event(clock.now(), own.now(), number, 0, "sum " + own.passed().inWords());
    }
    clock.join(own);
  }

  private CycleClock slowest(CycleClock start) {
    CycleClock slowest = start.fork();
    for (int s = 0; s < segments.size(); s++) {
      CycleClock copy = start.fork();
      new SegmentCharge(parameters.flows(), segments.get(s), events, copy, trace, number, s + 1)
          .run();
      if (copy.now() > slowest.now()) {
        slowest = copy;
      }
    }
    return slowest;
  }

  /** Functions are chained one after the other, in order. */
  private void compose(CycleClock clock) {
    for (int s = 0; s < segments.size(); s++) {
      int times = segments.get(s).evaluated();
      long from = clock.now();
      clock.pass(CycleKind.COMPOSITION, (long) times * parameters.compositionCyclesPerSegment());
      if (times > 0 && trace.isOpen()) {
        String what = "compose, evaluated " + (times == 1 ? "once" : times + " times");
        trace.event(from, clock.now(), number, s + 1, what);
      }
    }
  }

  /** Replays run side by side, but some need the end of the one before. */
  private void replay(CycleClock clock) {
    long start = clock.now();
    long before = 0;
    long longest = 0;
    for (int s = 0; s < segments.size(); s++) {
      SegmentWork segment = segments.get(s);
      long from = segment.replayWaited() ? before : 0;
      before = from + segment.replayed();
      longest = Math.max(longest, before);
      events.rowReads(segment.replayed());
      if (segment.replayed() > 0 && trace.isOpen()) {
        String what = "replay symbols 0-" + segment.replayed();
        trace.event(start + from, start + before, number, s + 1, what);
      }
    }
    clock.pass(CycleKind.DECODING, longest);
  }

  private void reexecute(CycleClock clock) {
    for (int s = 0; s < segments.size(); s++) {
      int symbols = segments.get(s).reexecuted();
      events.rowReads(symbols);
      events.reexecutedSymbols(symbols);
      long from = clock.now();
      clock.pass(CycleKind.REEXECUTION, symbols);
      if (symbols > 0 && trace.isOpen()) {
        String what = "execute again " + symbols + " symbols";
        trace.event(from, clock.now(), number, s + 1, what);
      }
    }
  }
}
