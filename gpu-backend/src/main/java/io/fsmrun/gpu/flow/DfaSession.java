package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Has the device run a deterministic automaton. It keeps nothing, and may be shared. */
final class DfaSession implements Session {

  /** Symbols that are run here where the device met a set that has no row. */
  private static final int AHEAD = 64;

  private static final int[] NO_NOTES = {};

  private final DfaEngine engine;
  private final GpuBackend backend;

  DfaSession(DfaEngine engine, GpuBackend backend) {
    this.engine = engine;
    this.backend = backend;
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    if (to - from <= backend.options().hostSymbols()) {
      return engine.run(input, from, to, start.get(0), ends);
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

  /** Runs flows: what is short here, the rest on the device, as far as it comes at a time. */
  private void run(byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    RowTable table = tableFor(flows, checks);
    int least = from;
    for (int p = from; p < to && flows.isAnyBusy(); ) {
      boolean isShort = to - p <= backend.options().hostSymbols();
      p = new HostFlows(table, flows, checks).run(input, p, to, isShort ? to : least);
      if (p < to) {
        int end = Math.min(to, p + Layout.MOST_SYMBOLS);
        DfaCall call = new DfaCall(table, input, p, end, flows, checks, NO_NOTES);
        backend.run(call);
        p = call.apply();
        // It stops before a set that has no row.
        least = p < end ? Math.min(to, p + AHEAD) : p;
      }
    }
  }

  /** The table, with rows for the sets that flows start with, as far as there is room. */
  private RowTable tableFor(FlowTable flows, FlowChecks checks) {
    RowTable table = engine.table();
    Set<StateSet> missing = null;
    for (int f : flows.carried(checks)) {
      if (table.rowOf(flows.end(f)) == Layout.NEVER) {
        missing = missing == null ? new HashSet<>() : missing;
        missing.add(flows.end(f));
      }
    }
    return missing == null ? table : engine.grow(missing);
  }
}
