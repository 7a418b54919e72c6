package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;

/**
 * Runs flows of a deterministic automaton here: short stretches, for which a launch would take
 * longer, and stretches in which a set of states is met that has no row in the table. For one
 * thread, once.
 */
final class HostFlows {

  private final RowTable table;
  private final FlowTable flows;
  private final FlowChecks checks;

  /** The flows that are carried, ascending. */
  private final int[] carried;

  private int count;

  /** The row of each flow; {@link Layout#UNKNOWN} if it has none, and then its states. */
  private final int[] rows;

  private final StateSet[] sets;

  HostFlows(RowTable table, FlowTable flows, FlowChecks checks) {
    this.table = table;
    this.flows = flows;
    this.checks = checks;
    this.carried = flows.carried(checks);
    this.count = carried.length;
    this.rows = new int[flows.count()];
    this.sets = new StateSet[flows.count()];
    for (int i = 0; i < count; i++) {
      enter(carried[i], flows.end(carried[i]));
    }
  }

  private void enter(int flow, StateSet states) {
    int row = table.rowOf(states);
    rows[flow] = row == Layout.NEVER ? Layout.UNKNOWN : row;
    sets[flow] = row == Layout.NEVER ? states : null;
  }

  private boolean allHaveRows() {
    for (int i = 0; i < count; i++) {
      if (rows[carried[i]] == Layout.UNKNOWN) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs.
   *
   * @param input bytes
   * @param from the position to start from
   * @param to where to end
   * @param least where to end if all flows have rows there; later if that comes later
   * @return the position of the flows
   */
  int run(byte[] input, int from, int to, int least) {
    int p = from;
    while (p < to && (p < least || !allHaveRows())) {
      int symbolClass = table.classOf(input[p++] & 0xff);
      boolean busy = false;
      for (int i = 0; i < count; i++) {
        int flow = carried[i];
        if (!flows.isIdle(flow)) {
          step(flow, symbolClass, p);
        }
      }
      if (checks.convergence() && count > 1) {
        merge(p);
      }
      for (int i = 0; i < count; i++) {
        busy |= !settles(carried[i], p);
      }
      p = busy ? p : to;
    }
    for (int i = 0; i < count; i++) {
      flows.setEnd(carried[i], states(carried[i]));
    }
    return p;
  }

  private StateSet states(int flow) {
    return rows[flow] == Layout.UNKNOWN ? sets[flow] : table.states(rows[flow]);
  }

  private void step(int flow, int symbolClass, int p) {
    int next = rows[flow] == Layout.UNKNOWN ? rows[flow] : table.next(rows[flow], symbolClass);
    if (next == Layout.UNKNOWN) {
      enter(flow, table.image(states(flow), symbolClass));
    } else {
      rows[flow] = next;
    }
    int traits = traits(flow) & (ReportFlags.HERE | ReportFlags.BACK);
    if (traits != 0 && flows.isConcrete(flow)) {
      flows.ends(flow).addFlags(traits, p);
    } else if (traits != 0) {
      flows.reported(flow, p);
    }
    if (!flows.isConcrete(flow) && rows[flow] != Layout.UNKNOWN && table.isState(rows[flow])) {
      flows.concrete(flow, p);
    }
  }

  private int traits(int flow) {
    int row = rows[flow];
    return row == Layout.UNKNOWN ? table.traitsOf(sets[flow]) : table.traits(row);
  }

  /** Merges flows into lower ones that are equal. */
  private void merge(int p) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int flow = carried[i];
      int into = -1;
      for (int k = 0; k < kept && into < 0; k++) {
        into = isEqual(carried[k], flow) ? carried[k] : -1;
      }
      if (into < 0) {
        carried[kept++] = flow;
      } else {
        flows.merged(flow, into, p);
        flows.setEnd(flow, states(flow));
      }
    }
    count = kept;
  }

  private boolean isEqual(int a, int b) {
    return rows[a] == rows[b] && (rows[a] != Layout.UNKNOWN || sets[a].equals(sets[b]));
  }

  /** Whether a flow is idle, now or since before. */
  private boolean settles(int flow, int p) {
    if (!flows.isIdle(flow) && checks.deactivation() && traits(flow) == Layout.SETTLED) {
      flows.idle(flow, p);
    }
    return flows.isIdle(flow);
  }
}
