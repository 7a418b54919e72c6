package io.fsmrun.cpu;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;
import java.util.List;

/**
 * The flows of one segment, each a state of the set automaton, advanced together. Two flows are the
 * same when their ids are: the convergence check is one comparison.
 *
 * <p>Flow 0 is never merged away, so when one flow is left it is flow 0.
 */
final class FlowStates {

  private final TableEngine engine;
  private final SetCache cache;
  private final int from;
  private final int[] ids;
  private final ReportEnds[] ends;
  private final int[] concreteAt;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final StateSet[] endStates;

  /** The flows still apart, ascending, in the first {@code liveCount} places. */
  private final int[] live;

  private int liveCount;

  FlowStates(
      TableEngine engine, SetCache cache, int from, List<FlowStart> starts, ReportBudget budget) {
    int count = starts.size();
    this.engine = engine;
    this.cache = cache;
    this.from = from;
    ids = new int[count];
    ends = new ReportEnds[count];
    concreteAt = new int[count];
    mergedAt = new int[count];
    mergedInto = new int[count];
    endStates = new StateSet[count];
    live = new int[count];
    liveCount = count;
    Arrays.fill(concreteAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
    if (cache.isFull()) {
      cache.clear();
    }
    for (int f = 0; f < count; f++) {
      live[f] = f;
      ids[f] = cache.idOf(starts.get(f).states());
      ends[f] = new ReportEnds(budget);
      if (cache.isOneState(ids[f])) {
        concreteAt[f] = from;
      }
    }
  }

  boolean isOneConcrete() {
    return liveCount == 1 && concreteAt[0] != SegmentOutcome.NEVER;
  }

  boolean isSettled() {
    for (int i = 0; i < liveCount; i++) {
      int id = ids[live[i]];
      if (!cache.isOneState(id) || !engine.isSettled(id)) {
        return false;
      }
    }
    return true;
  }

  void step(int symbol, int position) {
    if (cache.isFull()) {
      startCacheOver();
    }
    for (int i = 0; i < liveCount; i++) {
      int f = live[i];
      int id = cache.next(ids[f], symbol);
      ids[f] = id;
      if (!cache.isOneState(id)) {
        continue;
      }
      if (concreteAt[f] == SegmentOutcome.NEVER) {
        concreteAt[f] = position;
      } else {
        int flags = engine.flags(id);
        if (flags != ReportFlags.NONE) {
          ends[f].addFlags(flags, position);
        }
      }
    }
    if (liveCount > 1) {
      merge(position);
    }
  }

  private void startCacheOver() {
    StateSet[] sets = new StateSet[liveCount];
    for (int i = 0; i < liveCount; i++) {
      sets[i] = cache.states(ids[live[i]]);
    }
    cache.clear();
    for (int i = 0; i < liveCount; i++) {
      ids[live[i]] = cache.idOf(sets[i]);
    }
  }

  private void merge(int position) {
    int kept = 1;
    for (int i = 1; i < liveCount; i++) {
      int f = live[i];
      int twin = -1;
      for (int j = 0; j < kept && twin < 0; j++) {
        if (ids[live[j]] == ids[f]) {
          twin = live[j];
        }
      }
      if (twin < 0) {
        live[kept++] = f;
      } else {
        mergedInto[f] = twin;
        mergedAt[f] = position;
        endStates[f] = cache.states(ids[f]);
      }
    }
    liveCount = kept;
  }

  int state(int flow) {
    return ids[flow];
  }

  ReportEnds ends(int flow) {
    return ends[flow];
  }

  void replace(int flow, int state) {
    ids[flow] = state;
  }

  SegmentOutcome outcome(int to) {
    for (int i = 0; i < liveCount; i++) {
      endStates[live[i]] = cache.states(ids[live[i]]);
    }
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[ids.length];
    Arrays.setAll(
        flows,
        f ->
            new SegmentOutcome.Flow(
                concreteAt[f], mergedAt[f], mergedInto[f], endStates[f], ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
