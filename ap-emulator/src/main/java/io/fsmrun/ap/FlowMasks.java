package io.fsmrun.ap;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.ActiveMask;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * The flows of one segment, each an active mask, advanced together with a convergence check after
 * every symbol.
 *
 * <p>A flow leaves when it merges into a lower one (convergence check), or when it is idle: its
 * mask leads to itself on every symbol and reports nothing (deactivation check).
 */
final class FlowMasks {

  /** With more flows than this, masks are compared by hash after every symbol. */
  private static final int MOST_SINGLES = 64;

  private final Fabric fabric;
  private final FlowChecks checks;
  private final int from;
  private final ActiveMask[] masks;
  private final ReportEnds[] ends;
  private final int[] concreteAt;
  private final int[] mayReportUntil;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final int[] idleAt;
  private final Long2IntOpenHashMap byHash = new Long2IntOpenHashMap();
  private ActiveMask spare;
  private int live;
  private int hashedFlows;

  FlowMasks(
      Fabric fabric, int from, List<FlowStart> starts, FlowChecks checks, ReportBudget budget) {
    int count = starts.size();
    this.fabric = fabric;
    this.checks = checks;
    byHash.defaultReturnValue(-1);
    this.from = from;
    this.live = count;
    this.hashedFlows = count;
    masks = new ActiveMask[count];
    ends = new ReportEnds[count];
    concreteAt = new int[count];
    mayReportUntil = new int[count];
    mergedAt = new int[count];
    mergedInto = new int[count];
    idleAt = new int[count];
    spare = new ActiveMask(fabric.stateCount());
    Arrays.fill(concreteAt, SegmentOutcome.NEVER);
    Arrays.fill(mayReportUntil, from);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
    Arrays.fill(idleAt, SegmentOutcome.NEVER);
    for (int f = 0; f < count; f++) {
      masks[f] = new ActiveMask(fabric.stateCount());
      masks[f].assign(starts.get(f).states());
      ends[f] = new ReportEnds(budget);
      if (starts.get(f).known() || isOneState(masks[f])) {
        concreteAt[f] = from;
      }
    }
  }

  private boolean isOneState(ActiveMask mask) {
    return fabric.isDeterministic() && mask.cardinality() == 1;
  }

  boolean isEmpty() {
    return live == 0;
  }

  /** The flow that is left, if only one is and its configuration is known; else -1. */
  int lastFlow() {
    for (int f = 0; live == 1 && f < masks.length; f++) {
      if (isLive(f)) {
        return concreteAt[f] == SegmentOutcome.NEVER ? -1 : f;
      }
    }
    return -1;
  }

  private boolean isLive(int flow) {
    return mergedInto[flow] < 0 && idleAt[flow] == SegmentOutcome.NEVER;
  }

  void step(int symbol, int position) {
    for (int f = 0; f < masks.length; f++) {
      if (!isLive(f)) {
        continue;
      }
      spare.clear();
      fabric.step(masks[f], symbol, spare);
      ActiveMask swapped = masks[f];
      masks[f] = spare;
      spare = swapped;
      report(f, position);
    }
    merge(position);
  }

  private void report(int flow, int position) {
    int flags = fabric.reportFlags(masks[flow]);
    if (concreteAt[flow] != SegmentOutcome.NEVER) {
      if (flags != ReportFlags.NONE) {
        ends[flow].addFlags(flags, position);
      }
      return;
    }
    if ((flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0) {
      mayReportUntil[flow] = position;
    }
    if (isOneState(masks[flow])) {
      concreteAt[flow] = position;
    }
  }

  /** Whether a few flows are live and each has one bit set. */
  boolean isSingles() {
    if (!fabric.isDeterministic() || live > MOST_SINGLES) {
      return false;
    }
    for (int f = 0; f < masks.length; f++) {
      if (isLive(f) && concreteAt[f] == SegmentOutcome.NEVER) {
        return false;
      }
    }
    return true;
  }

  /**
   * Steps flows of one bit each until one of them merges or falls idle, or the input ends.
   *
   * @return the position reached
   */
  int stepSingles(byte[] input, int from, int to) {
    int[] flows = new int[live];
    int[] states = new int[live];
    int count = 0;
    for (int f = 0; f < masks.length; f++) {
      if (isLive(f)) {
        flows[count] = f;
        states[count++] = masks[f].first();
      }
    }
    boolean undisturbed = true;
    int p = from;
    while (p < to && undisturbed) {
      int symbol = input[p++] & 0xff;
      for (int i = 0; i < count; i++) {
        int state = fabric.next(states[i], symbol);
        states[i] = state;
        undisturbed &=
            !(checks.deactivation() && fabric.isSettled(state))
                && !(checks.convergence() && contains(states, i, state));
        int flags = fabric.reportFlags(state);
        if (flags != ReportFlags.NONE) {
          ends[flows[i]].addFlags(flags, p);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      masks[flows[i]].clear();
      masks[flows[i]].set(states[i]);
    }
    merge(p);
    return p;
  }

  private static boolean contains(int[] states, int count, int state) {
    for (int i = 0; i < count; i++) {
      if (states[i] == state) {
        return true;
      }
    }
    return false;
  }

  private void merge(int position) {
    byHash.clear();
    if (live < hashedFlows / 4) {
      byHash.trim(live);
      hashedFlows = live;
    }
    for (int f = 0; f < masks.length; f++) {
      if (mergedInto[f] >= 0) {
        continue;
      }
      // An idle mask does not change, so flows may still merge into it.
      int twin = twinBelow(f);
      if (twin >= 0 && isLive(f) && mayMerge(twin)) {
        mergedInto[f] = twin;
        mergedAt[f] = position;
        live--;
      } else if (isLive(f) && isIdle(f)) {
        idleAt[f] = position;
        live--;
        mergeIdleAbove(f, position);
      }
    }
  }

  /**
   * A lower flow with the same mask, or -1. Masks are found by hash; of two different masks with
   * one hash the higher is not found, which only delays a merge.
   */
  private int twinBelow(int flow) {
    int twin = byHash.putIfAbsent(masks[flow].contentHash(), flow);
    return twin >= 0 && masks[flow].sameAs(masks[twin]) ? twin : -1;
  }

  /**
   * A nondeterministic flow that is equal to the first has nothing of its own left: that is
   * deactivation; any other merge is convergence.
   */
  private boolean mayMerge(int twin) {
    boolean isBase = !fabric.isDeterministic() && twin == 0;
    return isBase ? checks.deactivation() : checks.convergence();
  }

  /** Bounds of a nondeterministic automaton are never idle: others must still merge with them. */
  private boolean isIdle(int flow) {
    return checks.deactivation()
        && fabric.isDeterministic()
        && concreteAt[flow] != SegmentOutcome.NEVER
        && fabric.isSettled(masks[flow]);
  }

  private void mergeIdleAbove(int flow, int position) {
    for (int h = flow + 1; checks.convergence() && h < masks.length; h++) {
      boolean idle = idleAt[h] != SegmentOutcome.NEVER && mergedInto[h] < 0;
      if (idle && masks[h].sameAs(masks[flow])) {
        mergedInto[h] = flow;
        mergedAt[h] = position;
      }
    }
  }

  StateSet states(int flow) {
    return masks[flow].toStateSet();
  }

  ReportEnds ends(int flow) {
    return ends[flow];
  }

  void replace(int flow, ActiveMask mask) {
    masks[flow] = new ActiveMask(fabric.stateCount());
    masks[flow].assign(mask.toStateSet());
  }

  SegmentOutcome outcome(int to) {
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[masks.length];
    Arrays.setAll(
        flows,
        f ->
            new SegmentOutcome.Flow(
                concreteAt[f],
                mayReportUntil[f],
                mergedAt[f],
                mergedInto[f],
                idleAt[f],
                masks[f].toStateSet(),
                ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
