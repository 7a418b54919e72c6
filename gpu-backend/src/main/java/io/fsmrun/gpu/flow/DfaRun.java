package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Flows of a deterministic automaton over a stretch of input: what is short here, the rest by calls
 * of the device, one after the other, each as far as it comes. For one thread, once.
 */
final class DfaRun {

  /** A quarter of the symbols that are run here where the device first met a set without a row. */
  private static final int AHEAD = 16;

  private final GpuBackend backend;
  private final byte[] input;
  private final int to;
  private final FlowTable flows;
  private final FlowChecks checks;
  private final RowTable table;

  /** Where states are noted; null if nowhere. */
  private final Marks marks;

  private int ahead = AHEAD;

  /** The call on its way; null if there is none. */
  private DfaCall call;

  DfaRun(
      DfaEngine engine,
      GpuBackend backend,
      byte[] input,
      int to,
      FlowTable flows,
      FlowChecks checks,
      Marks marks) {
    this.backend = backend;
    this.input = input;
    this.to = to;
    this.flows = flows;
    this.checks = checks;
    this.marks = marks;
    this.table = tableFor(engine, flows, checks);
  }

  /** The table, with rows for the sets that flows start with, as far as there is room. */
  private static RowTable tableFor(DfaEngine engine, FlowTable flows, FlowChecks checks) {
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

  /** Begins at a position. */
  void begin(int from) {
    goOn(from, from);
  }

  /**
   * Goes on from a position.
   *
   * @param least where the device may take over
   */
  private void goOn(int from, int least) {
    call = null;
    if (from == to || !flows.isAnyBusy()) {
      return;
    }
    // Nothing is noted here; single states can go on on the device in any case.
    long symbols = (long) (to - from) * flows.carried(checks).length;
    boolean isShort = symbols <= backend.options().hostSymbols() && marks == null;
    int p = new HostFlows(table, flows, checks).run(input, from, to, isShort ? to : least);
    if (p < to && flows.isAnyBusy()) {
      int end = Math.min(to, p + Layout.MOST_SYMBOLS);
      call = new DfaCall(table, input, p, end, flows, checks, marks);
      backend.submit(call);
    }
  }

  /** Waits until the flows have come to the end. */
  void finish() {
    while (call != null) {
      backend.await(call);
      int p = call.apply();
      if (p < call.to()) {
        // It stopped before a set that has no row; where there is one, there may be more.
        ahead = Math.min(4 * ahead, Layout.MOST_SYMBOLS);
        goOn(p, Math.min(to, p + ahead));
      } else {
        goOn(p, p);
      }
    }
  }
}
