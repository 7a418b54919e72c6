package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Flows of a position automaton that were equal at the end of a step, but ran in different groups:
 * runs them over the step once more, here, to see at which symbol each met a lower one. Flows that
 * meet stay together, so nothing else of the step changes. For one thread, once.
 *
 * <p>O(flows * symbols * states) at worst; it ends where one flow is left.
 */
final class StepReplay {

  private final Nfa nfa;
  private final FlowTable table;
  private final FlowChecks checks;
  private final int[] flows;
  private final int[][] vectors;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final int[] mayReportUntil;
  private final LongArrayList[] reports;
  private int left;

  /**
   * A replay.
   *
   * @param flows the flows, ascending
   * @param vectors their states at the start of the step, which are left as they are
   */
  StepReplay(Nfa nfa, FlowTable table, FlowChecks checks, int[] flows, int[][] vectors) {
    this.nfa = nfa;
    this.table = table;
    this.checks = checks;
    this.flows = flows;
    this.vectors = vectors;
    this.left = flows.length;
    mergedAt = new int[flows.length];
    mergedInto = new int[flows.length];
    mayReportUntil = new int[flows.length];
    reports = new LongArrayList[flows.length];
    Arrays.fill(mergedInto, -1);
    Arrays.setAll(reports, i -> new LongArrayList());
  }

  void run(byte[] input, int from, int to) {
    for (int p = from; p < to && left > 1; p++) {
      for (int i = 0; i < flows.length; i++) {
        if (mergedInto[i] < 0) {
          vectors[i] = step(vectors[i], input[p] & 0xff);
          note(i, p + 1);
        }
      }
      merge(p + 1);
    }
  }

  private int[] step(int[] vector, int symbol) {
    int[] next = new int[vector.length];
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        enter(next, state, symbol);
      }
      if ((vector[state >>> 5] >>> state & 1) != 0) {
        for (int i = 0; i < nfa.successorCount(state); i++) {
          enter(next, nfa.successor(state, i), symbol);
        }
      }
    }
    return next;
  }

  private void enter(int[] vector, int state, int symbol) {
    if (nfa.symbols(state).contains(symbol)) {
      vector[state >>> 5] |= 1 << state;
    }
  }

  private void note(int index, int position) {
    int flags = 0;
    for (int state = 0; state < nfa.stateCount(); state++) {
      if ((vectors[index][state >>> 5] >>> state & 1) != 0) {
        flags |= nfa.reportFlags(state);
      }
    }
    flags &= ReportFlags.HERE | ReportFlags.BACK;
    if (flags != 0 && table.isConcrete(flows[index])) {
      reports[index].add((long) position << Layout.FLAG_BITS | flags);
    } else if (flags != 0) {
      mayReportUntil[index] = position;
    }
  }

  /** A merge into the first flow of all is deactivation; any other is convergence. */
  private void merge(int position) {
    for (int i = 1; i < flows.length; i++) {
      for (int k = 0; k < i && mergedInto[i] < 0; k++) {
        boolean allowed = flows[k] == 0 ? checks.deactivation() : checks.convergence();
        if (allowed && mergedInto[k] < 0 && Arrays.equals(vectors[i], vectors[k])) {
          mergedInto[i] = flows[k];
          mergedAt[i] = position;
          left--;
        }
      }
    }
  }

  boolean hasMerged(int index) {
    return mergedInto[index] >= 0;
  }

  /** The states of a flow where it merged. */
  int[] vector(int index) {
    return vectors[index];
  }

  /**
   * Puts down what became of a flow that merged, in place of what is said of the step.
   *
   * @param before what was known of its reports at the start of the step
   */
  void apply(int index, FlowTable.ReportMark before) {
    int flow = flows[index];
    table.goBack(flow, before);
    if (mayReportUntil[index] > 0) {
      table.reported(flow, mayReportUntil[index]);
    }
    for (long report : reports[index]) {
      table.report(flow, (int) report & Layout.FLAGS, (int) (report >>> Layout.FLAG_BITS));
    }
    table.merged(flow, mergedInto[index], mergedAt[index]);
  }
}
