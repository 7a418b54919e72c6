package io.fsmrun.cpu;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;
import java.util.List;

/** Runs the active states of a position automaton as a bit vector. */
final class BitParallelSession implements Session {

  private final BitParallelEngine engine;
  private long[] active;
  private long[] next;

  BitParallelSession(BitParallelEngine engine) {
    this.engine = engine;
    this.active = new long[engine.wordCount()];
    this.next = new long[engine.wordCount()];
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    assign(active, start);
    advance(input, from, to, ends);
    return StateSet.ofBits(active);
  }

  private static void assign(long[] words, StateSet states) {
    Arrays.fill(words, 0);
    for (int i = 0; i < states.size(); i++) {
      words[states.get(i) >>> 6] |= 1L << states.get(i);
    }
  }

  private void advance(byte[] input, int from, int to, ReportEnds ends) {
    int p = from;
    boolean idle = false;
    while (p < to) {
      if (idle) {
        p = engine.skipIdle(input, p, to);
        if (p == to) {
          return;
        }
      }
      idle = !engine.step(active, input[p++] & 0xff, next);
      long[] swapped = active;
      active = next;
      next = swapped;
      int flags = engine.flags(active);
      if (flags != ReportFlags.NONE) {
        ends.addFlags(flags, p);
      }
    }
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
    int count = starts.size();
    long[][] masks = new long[count][engine.wordCount()];
    ReportEnds[] ends = new ReportEnds[count];
    int[] mayReportUntil = new int[count];
    int[] mergedAt = new int[count];
    int[] mergedInto = new int[count];
    Arrays.fill(mayReportUntil, from);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
    for (int f = 0; f < count; f++) {
      assign(masks[f], starts.get(f).states());
      ends[f] = new ReportEnds(budget);
    }
    int live = count;
    int p = from;
    while (p < to && (live > 1 || !starts.get(0).known())) {
      int symbol = input[p++] & 0xff;
      for (int f = 0; f < count; f++) {
        if (mergedInto[f] < 0) {
          int flags = stepFlow(masks, f, symbol);
          if (starts.get(f).known()) {
            ends[f].addFlags(flags, p);
          } else if ((flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0) {
            mayReportUntil[f] = p;
          }
        }
      }
      live -= merge(masks, p, checks, mergedAt, mergedInto);
    }
    if (p < to) {
      System.arraycopy(masks[0], 0, active, 0, active.length);
      advance(input, p, to, ends[0]);
      System.arraycopy(active, 0, masks[0], 0, active.length);
    }
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[count];
    Arrays.setAll(
        flows,
        f ->
            new SegmentOutcome.Flow(
                starts.get(f).known() ? from : SegmentOutcome.NEVER,
                mayReportUntil[f],
                mergedAt[f],
                mergedInto[f],
                SegmentOutcome.NEVER,
                StateSet.ofBits(masks[f]),
                ends[f]));
    return new SegmentOutcome(from, to, flows);
  }

  /** Steps a flow and returns its report flags. */
  private int stepFlow(long[][] masks, int flow, int symbol) {
    engine.step(masks[flow], symbol, next);
    long[] swapped = masks[flow];
    masks[flow] = next;
    next = swapped;
    return engine.flags(masks[flow]);
  }

  /**
   * Merges equal flows. A flow that is equal to the first has nothing of its own left: that is
   * deactivation; any other merge is convergence.
   */
  private static int merge(
      long[][] masks, int position, FlowChecks checks, int[] mergedAt, int[] mergedInto) {
    int merged = 0;
    for (int f = 1; f < masks.length; f++) {
      int first = checks.deactivation() ? 0 : 1;
      int end = checks.convergence() ? f : 1;
      for (int g = first; g < end && mergedInto[f] < 0; g++) {
        if (mergedInto[g] < 0 && Arrays.equals(masks[f], masks[g])) {
          mergedInto[f] = g;
          mergedAt[f] = position;
          merged++;
        }
      }
    }
    return merged;
  }
}
