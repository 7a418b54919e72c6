package io.fsmrun.cpu;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The flows of one segment, each a state of the set automaton, advanced together. Two flows are the
 * same when their ids are: the convergence check is one comparison.
 *
 * <p>A flow leaves when it merges into a lower one, or when it is idle: in a state that it never
 * leaves and that reports nothing.
 */
final class FlowStates {

  /** With more flows than this they are checked after every symbol. */
  private static final int MOST_STRETCHED = 64;

  private final TableEngine engine;
  private final SetCache cache;
  private final int from;
  private final int[] ids;
  private final ReportEnds[] ends;
  private final int[] concreteAt;
  private final int[] mayReportUntil;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final int[] idleAt;
  private final StateSet[] endStates;

  /** The flows still apart and not idle, ascending, in the first {@code liveCount} places. */
  private final int[] live;

  private int liveCount;

  private final FlowChecks checks;

  /** The idle flows that have not merged, in no order; few, since no two are in one state. */
  private final IntArrayList idle = new IntArrayList();

  /** By id: the round of checks in which a live flow was last seen to have it, and that flow. */
  private int[] seenAt = new int[64];

  private int[] seenFlow = new int[64];
  private int round;

  FlowStates(
      TableEngine engine,
      SetCache cache,
      int from,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    int count = starts.size();
    this.engine = engine;
    this.checks = checks;
    this.cache = cache;
    this.from = from;
    ids = new int[count];
    ends = new ReportEnds[count];
    concreteAt = new int[count];
    mayReportUntil = new int[count];
    mergedAt = new int[count];
    mergedInto = new int[count];
    idleAt = new int[count];
    endStates = new StateSet[count];
    live = new int[count];
    liveCount = count;
    Arrays.fill(concreteAt, SegmentOutcome.NEVER);
    Arrays.fill(mayReportUntil, from);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
    Arrays.fill(idleAt, SegmentOutcome.NEVER);
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

  boolean isEmpty() {
    return liveCount == 0;
  }

  /** The flow that is left, if only one is and it is in one state; else -1. */
  int lastFlow() {
    return liveCount == 1 && cache.isOneState(ids[live[0]]) ? live[0] : -1;
  }

  /**
   * Runs each flow by itself over a stretch, as fast as a lone one, if no flow leaves in it.
   *
   * <p>Flows that meet stay together, and an idle flow stays idle, so if all are apart and busy at
   * the end, they were throughout.
   *
   * @return whether the stretch was run; if not, nothing has changed
   */
  boolean tryStretch(byte[] input, int from, int to) {
    if (liveCount > MOST_STRETCHED) {
      return false;
    }
    int[] reached = new int[liveCount];
    int[] sizes = new int[liveCount];
    boolean undisturbed = true;
    int done = 0;
    for (; done < liveCount && undisturbed; done++) {
      int f = live[done];
      undisturbed = cache.isOneState(ids[f]);
      sizes[done] = ends[f].size();
      if (undisturbed) {
        reached[done] = engine.scan(input, from, to, ids[f], ends[f]);
        undisturbed =
            !(checks.deactivation() && engine.isSettled(reached[done]))
                && !(checks.convergence() && contains(reached, done, reached[done]));
      }
    }
    for (int i = 0; i < done; i++) {
      if (undisturbed) {
        ids[live[i]] = reached[i];
      } else {
        ends[live[i]].truncate(sizes[i]);
      }
    }
    return undisturbed;
  }

  private static boolean contains(int[] states, int count, int state) {
    for (int i = 0; i < count; i++) {
      if (states[i] == state) {
        return true;
      }
    }
    return false;
  }

  void step(int symbol, int position) {
    if (cache.isFull()) {
      startCacheOver();
    }
    for (int i = 0; i < liveCount; i++) {
      int f = live[i];
      int id = cache.next(ids[f], symbol);
      ids[f] = id;
      if (concreteAt[f] == SegmentOutcome.NEVER) {
        if (cache.mayReport(id)) {
          mayReportUntil[f] = position;
        }
        if (cache.isOneState(id)) {
          concreteAt[f] = position;
        }
      } else {
        int flags = engine.flags(id);
        if (flags != ReportFlags.NONE) {
          ends[f].addFlags(flags, position);
        }
      }
    }
    merge(position);
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

  /** Lets go of flows that became equal to a lower one, or idle. */
  private void merge(int position) {
    int kept = 0;
    round++;
    for (int i = 0; i < liveCount; i++) {
      int f = live[i];
      boolean settled =
          checks.deactivation() && cache.isOneState(ids[f]) && engine.isSettled(ids[f]);
      int twin = -1;
      if (checks.convergence()) {
        twin = settled ? idleTwinOf(f, position) : twinBelow(f);
      }
      if (twin >= 0) {
        mergeInto(f, twin, position);
      } else if (settled) {
        idleAt[f] = position;
        endStates[f] = cache.states(ids[f]);
        idle.add(f);
      } else {
        live[kept++] = f;
      }
    }
    liveCount = kept;
  }

  private void mergeInto(int flow, int twin, int position) {
    mergedInto[flow] = twin;
    mergedAt[flow] = position;
    endStates[flow] = cache.states(ids[flow]);
  }

  /** The live flow below this one with the same id, or -1; O(1). */
  private int twinBelow(int flow) {
    int id = ids[flow];
    if (id >= seenAt.length) {
      int capacity = Math.max(id + 1, 2 * seenAt.length);
      seenAt = Arrays.copyOf(seenAt, capacity);
      seenFlow = Arrays.copyOf(seenFlow, capacity);
    }
    if (seenAt[id] == round) {
      return seenFlow[id];
    }
    seenAt[id] = round;
    seenFlow[id] = flow;
    return -1;
  }

  /** The idle flow below this one in the same state; an idle one above merges into this one. */
  private int idleTwinOf(int flow, int position) {
    for (int i = 0; i < idle.size(); i++) {
      int g = idle.getInt(i);
      if (ids[g] == ids[flow]) {
        if (g < flow) {
          return g;
        }
        mergeInto(g, flow, position);
        idle.removeInt(i);
        return -1;
      }
    }
    return -1;
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
                concreteAt[f],
                mayReportUntil[f],
                mergedAt[f],
                mergedInto[f],
                idleAt[f],
                endStates[f],
                ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
