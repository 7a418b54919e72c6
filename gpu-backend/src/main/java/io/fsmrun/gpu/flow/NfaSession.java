package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.util.List;
import java.util.function.Supplier;

/** Has the device run a position automaton. It keeps nothing, and may be shared. */
final class NfaSession implements Session {

  private final NfaEngine engine;
  private final GpuBackend backend;

  NfaSession(NfaEngine engine, GpuBackend backend) {
    this.engine = engine;
    this.backend = backend;
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    return beginKnown(input, from, to, start, ends).get();
  }

  @Override
  public Supplier<StateSet> beginKnown(
      byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    FlowTable flows = new FlowTable(from, start, ends);
    Runnable rest = begin(input, from, to, flows, FlowChecks.ALL);
    return () -> {
      rest.run();
      return flows.end(0);
    };
  }

  /**
   * Runs flows together. Those that start from a known configuration are exact throughout; the
   * others are bounds, and become exact by merging.
   */
  @Override
  public SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    return beginFlows(input, from, to, starts, checks, budget).get();
  }

  @Override
  public Supplier<SegmentOutcome> beginFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    FlowTable flows = new FlowTable(from, starts, false, budget);
    Runnable rest = begin(input, from, to, flows, checks);
    return () -> {
      rest.run();
      return flows.outcome(to);
    };
  }

  private Runnable begin(byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    if (to == from) {
      return () -> {};
    }
    NfaCall call = new NfaCall(engine, input, from, to, flows, checks);
    backend.submit(call);
    return () -> backend.await(call);
  }
}
