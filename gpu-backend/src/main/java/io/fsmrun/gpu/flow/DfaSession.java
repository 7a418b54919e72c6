package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.MarkedRun;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.util.List;
import java.util.function.Supplier;

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
    return beginKnown(input, from, to, start, ends).get();
  }

  @Override
  public Supplier<StateSet> beginKnown(
      byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    if (to - from <= backend.options().hostSymbols()) {
      StateSet end = engine.run(input, from, to, start.get(0), ends);
      return () -> end;
    }
    FlowTable flows = new FlowTable(from, start, ends);
    DfaRun run = new DfaRun(engine, backend, input, to, flows, FlowChecks.ALL, null);
    run.begin(from);
    return () -> {
      run.finish();
      return flows.end(0);
    };
  }

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
    FlowTable flows = new FlowTable(from, starts, true, budget);
    DfaRun run = new DfaRun(engine, backend, input, to, flows, checks, null);
    run.begin(from);
    return () -> {
      run.finish();
      return flows.outcome(to);
    };
  }

  @Override
  public MarkedRun beginMarked(
      byte[] input, int[] marks, List<FlowStart> starts, FlowChecks checks, ReportBudget budget) {
    int from = marks[0];
    int to = marks[marks.length - 1];
    // Without merges there is nothing to be read off; short ones are better run here.
    if (!checks.convergence() || to - from <= backend.options().hostSymbols()) {
      return Session.super.beginMarked(input, marks, starts, checks, budget);
    }
    FlowTable flows = new FlowTable(from, starts, true, budget);
    flows.keepReports();
    Marks states = new Marks(marks, flows.count());
    for (int f = 0; f < flows.count(); f++) {
      states.set(0, f, flows.end(f).get(0));
    }
    DfaRun run = new DfaRun(engine, backend, input, to, flows, checks, states);
    run.begin(from);
    return new MarkedFlows(run, flows, states, budget);
  }
}
