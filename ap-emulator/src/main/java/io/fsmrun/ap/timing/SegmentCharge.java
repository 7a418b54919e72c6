package io.fsmrun.ap.timing;

import java.util.function.Supplier;

/**
 * Charges one segment to the clock of the copy of the machine that runs it, and counts its events.
 * For one thread, once.
 *
 * <p>What is charged, in order: the look-back, a cycle a symbol; turns of the live flows; and if
 * flows were joined, a switch for each of them, then a cycle a symbol again, with every further
 * checkpoint costing a switch and a decoding.
 */
final class SegmentCharge {

  private final CycleModel model;
  private final SegmentWork work;
  private final EventAccumulator events;
  private final CycleClock clock;
  private final CycleTrace trace;
  private final int piece;
  private final int segment;

  /**
   * The work of a segment, with its place for the trace.
   *
   * @param piece its number, from 1
   * @param segment its number in the piece, from 1
   */
  SegmentCharge(
      CycleModel model,
      SegmentWork work,
      EventAccumulator events,
      CycleClock clock,
      CycleTrace trace,
      int piece,
      int segment) {
    this.model = model;
    this.work = work;
    this.events = events;
    this.clock = clock;
    this.trace = trace;
    this.piece = piece;
    this.segment = segment;
  }

  /** Charges. O(turns), and O(turns * flows) as long as the trace is open. */
  void run() {
    events.symbols(work.symbols());
    if (work.lookedBack() > 0) {
      events.rowReads(work.lookedBack());
      int length = work.lookedBack();
      pass(CycleKind.LOOKBACK, length, () -> "look back " + length + " symbols");
    }
    JoinWork join = work.join();
    int live = runFlows(join.isJoined() ? join.checkpoints().getInt(0) : work.symbols());
    if (join.isJoined()) {
      events.flowSwitches(live);
      pass(CycleKind.SWITCHES, switches(live), () -> "join " + live + " flows");
      runJoined(join);
    }
  }

  /** Runs the live flows in turn up to a position; how many there were at last. */
  private int runFlows(int end) {
    LiveFlows flows = work.flows();
    int step = 0;
    int live = flows.flows().getInt(0);
    for (int at = 0; at < end; ) {
      step = flows.stepAt(at, step);
      live = flows.flows().getInt(step);
      int to;
      if (live == 1) {
        to = step + 1 < flows.from().size() ? Math.min(end, flows.from().getInt(step + 1)) : end;
        runAlone("flow 1", at, to);
      } else {
        to = at + Math.min(model.quantumSymbols(), end - at);
        runTurns(at, to, live);
        if (isCheckedAt(to, end)) {
          check(live, flows.flows().getInt(flows.stepAt(to, step)));
        }
      }
      at = to;
    }
    return live;
  }

  /**
   * Flows are checked at every multiple of the interval, and at the end of the segment, where the
   * check says what the transition function is; but not where they are joined in any case.
   */
  private boolean isCheckedAt(int position, int end) {
    boolean joins = position == end && work.join().isJoined();
    return model.hasChecks()
        && !joins
        && (position == work.symbols() || position % model.checkIntervalSymbols() == 0);
  }

  private void runAlone(String name, int from, int to) {
    events.rowReads(to - from);
    pass(CycleKind.SYMBOLS, to - from, () -> name + ": symbols " + from + "-" + to);
  }

  private void runTurns(int from, int to, int live) {
    int symbols = to - from;
    events.rowReads((long) symbols * live);
    events.flowSwitches(live);
    if (!trace.isOpen()) {
      clock.pass(CycleKind.SYMBOLS, (long) symbols * live);
      clock.pass(CycleKind.SWITCHES, switches(live));
      return;
    }
    for (int f = 1; f <= live; f++) {
      String flow = "flow " + f;
      pass(CycleKind.SYMBOLS, symbols, () -> flow + ": symbols " + from + "-" + to);
      pass(CycleKind.SWITCHES, switches(1), () -> "switch");
    }
  }

  private void check(int before, int after) {
    int cycles = model.checkCycles(before);
    events.convergenceChecks(cycles);
    pass(CycleKind.CHECKS, cycles, () -> "check: " + before + " flows -> " + after);
  }

  private void runJoined(JoinWork join) {
    int intervals = join.checkpoints().size();
    for (int i = 0; i < intervals; i++) {
      int from = join.checkpoints().getInt(i);
      boolean last = i + 1 == intervals;
      int to = last ? work.symbols() : join.checkpoints().getInt(i + 1);
      runAlone("joined flow", from, to);
      if (!last) {
        events.flowSwitches(1);
        pass(CycleKind.SWITCHES, switches(1), () -> "save at " + to);
        pass(CycleKind.DECODING, model.decodeCycles(), () -> "decode " + from + "-" + to);
      }
      runAgain(from, to, join.flowsAgain().getInt(i));
    }
  }

  private void runAgain(int from, int to, int flows) {
    events.rowReads((long) flows * (to - from));
    events.flowSwitches(flows);
    for (int f = 1; f <= flows; f++) {
      String flow = "again flow " + f;
      pass(
          CycleKind.DECODING,
          to - from + switches(1),
          () -> flow + ": symbols " + from + "-" + to + ", switch");
    }
  }

  private long switches(int count) {
    return (long) count * model.switchCycles();
  }

  private void pass(CycleKind kind, long cycles, Supplier<String> what) {
    long from = clock.now();
    clock.pass(kind, cycles);
    if (trace.isOpen()) {
      trace.event(from, clock.now(), piece, segment, what.get());
    }
  }
}
