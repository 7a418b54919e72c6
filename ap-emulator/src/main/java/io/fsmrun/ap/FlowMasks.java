package io.fsmrun.ap;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.ActiveMask;
import io.fsmrun.core.state.StateSet;
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

  private final Fabric fabric;
  private final int from;
  private final ActiveMask[] masks;
  private final ReportEnds[] ends;
  private final int[] concreteAt;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final int[] idleAt;
  private ActiveMask spare;
  private int live;

  FlowMasks(Fabric fabric, int from, List<FlowStart> starts, ReportBudget budget) {
    int count = starts.size();
    this.fabric = fabric;
    this.from = from;
    this.live = count;
    masks = new ActiveMask[count];
    ends = new ReportEnds[count];
    concreteAt = new int[count];
    mergedAt = new int[count];
    mergedInto = new int[count];
    idleAt = new int[count];
    spare = new ActiveMask(fabric.stateCount());
    Arrays.fill(concreteAt, SegmentOutcome.NEVER);
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
      if (concreteAt[f] != SegmentOutcome.NEVER) {
        int flags = fabric.reportFlags(masks[f]);
        if (flags != ReportFlags.NONE) {
          ends[f].addFlags(flags, position);
        }
      } else if (isOneState(masks[f])) {
        concreteAt[f] = position;
      }
    }
    merge(position);
  }

  private void merge(int position) {
    for (int f = 0; f < masks.length; f++) {
      for (int g = 0; g < f && isLive(f); g++) {
        // An idle mask does not change, so flows may still merge into it.
        if (mergedInto[g] < 0 && masks[f].sameAs(masks[g])) {
          mergedInto[f] = g;
          mergedAt[f] = position;
          live--;
        }
      }
      if (isLive(f) && isIdle(f)) {
        idleAt[f] = position;
        live--;
        mergeIdleAbove(f, position);
      }
    }
  }

  /** Bounds of a nondeterministic automaton are never idle: others must still merge with them. */
  private boolean isIdle(int flow) {
    return fabric.isDeterministic()
        && concreteAt[flow] != SegmentOutcome.NEVER
        && fabric.isSettled(masks[flow]);
  }

  private void mergeIdleAbove(int flow, int position) {
    for (int h = flow + 1; h < masks.length; h++) {
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
                mergedAt[f],
                mergedInto[f],
                idleAt[f],
                masks[f].toStateSet(),
                ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
