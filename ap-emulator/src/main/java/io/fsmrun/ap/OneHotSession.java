package io.fsmrun.ap;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.ActiveMask;
import io.fsmrun.core.state.StateSet;
import java.util.List;

/** Runs active masks through a fabric, symbol by symbol. */
final class OneHotSession implements Session {

  /** How often a lone flow is asked whether it can change at all. */
  private static final int SETTLED_INTERVAL = 256;

  private final Fabric fabric;
  private ActiveMask active;
  private ActiveMask next;

  OneHotSession(Fabric fabric) {
    this.fabric = fabric;
    this.active = new ActiveMask(fabric.stateCount());
    this.next = new ActiveMask(fabric.stateCount());
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    active.assign(start);
    advance(input, from, to, ends);
    return active.toStateSet();
  }

  private void advance(byte[] input, int from, int to, ReportEnds ends) {
    if (fabric.isDeterministic() && active.cardinality() == 1) {
      int state = advanceOne(input, from, to, active.first(), ends);
      active.clear();
      active.set(state);
      return;
    }
    for (int p = from; p < to; p++) {
      if ((p - from) % SETTLED_INTERVAL == 0 && fabric.isSettled(active)) {
        return;
      }
      next.clear();
      fabric.step(active, input[p] & 0xff, next);
      ActiveMask swapped = active;
      active = next;
      next = swapped;
      int flags = fabric.reportFlags(active);
      if (flags != ReportFlags.NONE) {
        ends.addFlags(flags, p + 1);
      }
    }
  }

  /** The same for a mask with one bit. */
  private int advanceOne(byte[] input, int from, int to, int start, ReportEnds ends) {
    int state = start;
    for (int p = from; p < to; p++) {
      if ((p - from) % SETTLED_INTERVAL == 0 && fabric.isSettled(state)) {
        return state;
      }
      state = fabric.next(state, input[p] & 0xff);
      int flags = fabric.reportFlags(state);
      if (flags != ReportFlags.NONE) {
        ends.addFlags(flags, p + 1);
      }
    }
    return state;
  }

  @Override
  public SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    FlowMasks flows = new FlowMasks(fabric, from, starts, checks, budget);
    for (int p = from; p < to && !flows.isEmpty(); ) {
      int last = flows.lastFlow();
      if (last >= 0) {
        active.assign(flows.states(last));
        advance(input, p, to, flows.ends(last));
        flows.replace(last, active);
        break;
      }
      if (flows.isSingles()) {
        p = flows.stepSingles(input, p, to);
      } else {
        flows.step(input[p] & 0xff, p + 1);
        p++;
      }
    }
    return flows.outcome(to);
  }
}
