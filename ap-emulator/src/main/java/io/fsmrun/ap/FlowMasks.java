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
 * <p>Flow 0 is never merged away, so when one flow is left it is flow 0.
 */
final class FlowMasks {

  private final Fabric fabric;
  private final int from;
  private final ActiveMask[] masks;
  private final ReportEnds[] ends;
  private final int[] concreteAt;
  private final int[] mergedAt;
  private final int[] mergedInto;
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
    spare = new ActiveMask(fabric.stateCount());
    Arrays.fill(concreteAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
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

  boolean isOneConcrete() {
    return live == 1 && concreteAt[0] != SegmentOutcome.NEVER;
  }

  boolean isSettled() {
    for (int f = 0; f < masks.length; f++) {
      if (mergedInto[f] < 0 && !fabric.isSettled(masks[f])) {
        return false;
      }
    }
    return true;
  }

  void step(int symbol, int position) {
    for (int f = 0; f < masks.length; f++) {
      if (mergedInto[f] >= 0) {
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
    if (live > 1) {
      merge(position);
    }
  }

  private void merge(int position) {
    for (int f = 1; f < masks.length; f++) {
      for (int g = 0; g < f && mergedInto[f] < 0; g++) {
        if (mergedInto[g] < 0 && masks[f].sameAs(masks[g])) {
          mergedInto[f] = g;
          mergedAt[f] = position;
          live--;
        }
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
                concreteAt[f], mergedAt[f], mergedInto[f], masks[f].toStateSet(), ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
