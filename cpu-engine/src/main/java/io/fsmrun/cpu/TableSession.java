package io.fsmrun.cpu;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.util.List;

/** Runs a transition table, and sets of its states through a {@link SetCache}. */
final class TableSession implements Session {

  /** Symbols in which most flows merge, so that only then stretches pay. */
  private static final int FIRST_STEPS = 16;

  /** Symbols that flows are run over one by one, once they are apart for good. */
  private static final int STRETCH = 512;

  /** Room for the starting sets twice over, and for some more. */
  private static final int SPARE_MEMBERS = 4096;

  private final TableEngine engine;
  private SetCache cache;

  TableSession(TableEngine engine) {
    this.engine = engine;
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    return StateSet.of(engine.scan(input, from, to, start.get(0), ends));
  }

  @Override
  public SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    if (cache == null) {
      cache = new SetCache(engine, 2 * engine.dfa().stateCount() + SPARE_MEMBERS);
    }
    FlowStates flows = new FlowStates(engine, cache, from, starts, checks, budget);
    boolean stretches = engine.options().stretches();
    int p = from;
    while (p < to && !flows.isEmpty()) {
      int last = flows.lastFlow();
      if (last >= 0) {
        flows.replace(last, engine.scan(input, p, to, flows.state(last), flows.ends(last)));
        break;
      }
      boolean first = p == from;
      int stretchEnd = Math.min(to, p + (first ? FIRST_STEPS : STRETCH));
      if (stretches && !first && flows.tryStretch(input, p, stretchEnd)) {
        p = stretchEnd;
        continue;
      }
      for (; p < stretchEnd && !flows.isEmpty() && flows.lastFlow() < 0; p++) {
        flows.step(input[p] & 0xff, p + 1);
      }
    }
    return flows.outcome(to);
  }
}
