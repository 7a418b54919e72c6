package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.util.List;

/** Has the device run a deterministic automaton. It keeps nothing, and may be shared. */
final class DfaSession implements Session {

  private final DfaEngine engine;
  private final GpuBackend backend;

  DfaSession(DfaEngine engine, GpuBackend backend) {
    this.engine = engine;
    this.backend = backend;
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    if (to - from <= backend.options().hostSymbols()) {
      return StateSet.of(engine.run(input, from, to, start.get(0), ends));
    }
    FlowTable flows = new FlowTable(from, start, ends);
    run(input, from, to, flows, FlowChecks.ALL);
    return flows.end(0);
  }

  @Override
  public SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    FlowTable flows = new FlowTable(from, starts, true, budget);
    run(input, from, to, flows, checks);
    return flows.outcome(to);
  }

  private void run(byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    if (to > from) {
      backend.run(new DfaCall(engine, backend.sets(), input, from, to, flows, checks));
    }
  }
}
