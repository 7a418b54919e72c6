package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;

/**
 * Tells the flows of a call what became of them in its tail. There the device runs threads, single
 * states; a flow is as many of them as it has states. Threads meet, so flows become concrete and
 * merge. For one thread, once.
 */
final class ThreadHistory {

  private final RowTable table;
  private final FlowTable flows;
  private final FlowChecks checks;
  private final FlowResults results;
  private final int at;
  private final int threads;

  /** By thread: the first of its reports that was not handed over, and the end of them. */
  private final int[] report;

  private final int[] reportEnd;

  /** By flow of the tail: the threads that it is. */
  private int[] busy;

  private int[] masks;

  ThreadHistory(
      RowTable table,
      FlowTable flows,
      FlowChecks checks,
      FlowResults results,
      int at,
      int threads) {
    this.table = table;
    this.flows = flows;
    this.checks = checks;
    this.results = results;
    this.at = at;
    this.threads = threads;
    this.report = new int[threads];
    this.reportEnd = new int[threads];
  }

  private int get(int thread, int word) {
    return results.onHeap(at + thread * Layout.THREAD + word);
  }

  /**
   * Tells them.
   *
   * @param carried the flows that were busy where the tail began, ascending
   * @param from the position of the call
   * @param reports where on the heap the reports of threads are
   */
  void apply(int[] carried, int from, int reports) {
    busy = carried;
    masks = new int[carried.length];
    int next = reports;
    for (int t = 0; t < threads; t++) {
      int start = table.state(get(t, Layout.START));
      for (int i = 0; i < carried.length; i++) {
        masks[i] |= flows.end(carried[i]).contains(start) ? 1 << t : 0;
      }
      report[t] = next;
      next += get(t, Layout.THREAD_REPORTS);
      reportEnd[t] = next;
    }
    for (int p = nextMerge(0); p != Integer.MAX_VALUE; p = nextMerge(p)) {
      takeReports(from, p);
      merge(from, p);
    }
    takeReports(from, Integer.MAX_VALUE);
    end(from);
  }

  /** The first position after one, from the start of the call, at which threads met. */
  private int nextMerge(int after) {
    int next = Integer.MAX_VALUE;
    for (int t = 0; t < threads; t++) {
      int merged = get(t, Layout.THREAD_MERGED_AT);
      next = merged != Layout.NEVER && merged > after ? Math.min(next, merged) : next;
    }
    return next;
  }

  /** Hands over the reports up to a position. */
  private void takeReports(int from, int to) {
    for (int t = 0; t < threads; t++) {
      for (; report[t] < reportEnd[t]; report[t]++) {
        int record = results.onHeap(report[t]);
        int p = record >>> Layout.FLAG_BITS;
        if (p > to) {
          break;
        }
        for (int i = 0; i < busy.length; i++) {
          if ((masks[i] >> t & 1) != 0) {
            tell(busy[i], record & Layout.FLAGS, from + p);
          }
        }
      }
    }
  }

  private void tell(int flow, int flags, int position) {
    if (!flows.isApart(flow)) {
      return;
    }
    if (flows.isConcrete(flow)) {
      flows.report(flow, flags, position);
    } else {
      flows.reported(flow, Math.max(position, flows.mayReportUntil(flow)));
    }
  }

  private void merge(int from, int p) {
    for (int t = threads - 1; t >= 0; t--) {
      if (get(t, Layout.THREAD_MERGED_AT) == p) {
        int into = get(t, Layout.THREAD_MERGED_INTO);
        for (int i = 0; i < busy.length; i++) {
          boolean has = (masks[i] >> t & 1) != 0;
          masks[i] = has ? masks[i] & ~(1 << t) | 1 << into : masks[i];
        }
      }
    }
    for (int i = 0; i < busy.length; i++) {
      if (flows.isApart(busy[i]) && !flows.isConcrete(busy[i]) && Integer.bitCount(masks[i]) == 1) {
        flows.concrete(busy[i], from + p);
      }
      for (int k = 0; checks.convergence() && k < i && flows.isApart(busy[i]); k++) {
        if (masks[k] == masks[i] && flows.isApart(busy[k])) {
          flows.merged(busy[i], busy[k], from + p);
        }
      }
    }
  }

  /** Sets the states at the end, and which flows are idle. */
  private void end(int from) {
    for (int i = 0; i < busy.length; i++) {
      int flow = busy[i];
      flows.setEnd(flow, states(masks[i]));
      if (flows.isApart(flow) && flows.isConcrete(flow)) {
        int idle = get(Integer.numberOfTrailingZeros(masks[i]), Layout.THREAD_IDLE);
        if (idle != Layout.NEVER) {
          flows.idle(flow, Math.max(from + idle, flows.concreteAt(flow)));
        }
      }
    }
  }

  private StateSet states(int mask) {
    int[] found = new int[Integer.bitCount(mask)];
    int count = 0;
    for (int t = 0; t < threads; t++) {
      if ((mask >> t & 1) != 0) {
        found[count++] = table.state(get(t, Layout.END));
      }
    }
    return StateSet.of(found);
  }
}
