package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.MarkedRun;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;
import java.util.List;

/**
 * Single states over marks, run in one go: what became of them between two marks is read off what
 * became of them in all. A state that is left at a mark is a flow of the whole that has not merged
 * before. For one thread.
 */
final class MarkedFlows implements MarkedRun {

  private final DfaRun run;
  private final FlowTable flows;
  private final Marks marks;
  private final ReportBudget budget;
  private boolean isFinished;

  /** By flow of the whole: the first report that was not handed out. */
  private final int[] nextReport;

  // Of the stretch that is asked for.

  /** By its flows: the flow of the whole that it is now. */
  private int[] source;

  /** By flow of the whole: the flow of the stretch that it is now; -1 if it has merged before. */
  private final int[] indexOf;

  private SegmentOutcome.Flow[] became;
  private ReportEnds[] ends;

  MarkedFlows(DfaRun run, FlowTable flows, Marks marks, ReportBudget budget) {
    this.run = run;
    this.flows = flows;
    this.marks = marks;
    this.budget = budget;
    this.nextReport = new int[flows.count()];
    this.indexOf = new int[flows.count()];
  }

  @Override
  public SegmentOutcome between(int first, int last, List<FlowStart> starts) {
    if (!isFinished) {
      run.finish();
      isFinished = true;
    }
    int from = marks.positions()[first];
    int to = marks.positions()[last];
    source = new int[starts.size()];
    became = new SegmentOutcome.Flow[source.length];
    ends = new ReportEnds[source.length];
    findSources(first, from, starts);
    for (int i = 0; i < source.length; i++) {
      ends[i] = new ReportEnds(budget);
    }
    for (int f = nextMerge(from, to, -1); f >= 0; f = nextMerge(from, to, f)) {
      merge(f, from);
    }
    for (int i = 0; i < source.length; i++) {
      if (became[i] == null) {
        takeReports(i, to);
        int state = stateAt(last, source[i]);
        int idle = idleAt(source[i], from, to);
        became[i] = flow(from, SegmentOutcome.NEVER, -1, idle, StateSet.of(state), ends[i]);
      }
    }
    return new SegmentOutcome(from, to, became);
  }

  private static SegmentOutcome.Flow flow(
      int from, int mergedAt, int into, int idleAt, StateSet end, ReportEnds ends) {
    return new SegmentOutcome.Flow(from, from, mergedAt, into, idleAt, end, ends);
  }

  private int stateAt(int mark, int flow) {
    return marks.get(mark, flow, flows.end(flow).get(0));
  }

  /**
   * Finds the flows of the whole for each state that is left. Several may be in one state without
   * having merged: one that nobody leaves and that reports nothing.
   */
  private void findSources(int mark, int from, List<FlowStart> starts) {
    Arrays.fill(source, -1);
    Arrays.fill(indexOf, -1);
    for (int f = 0; f < flows.count(); f++) {
      if (flows.mergedAt(f) > from) {
        int state = stateAt(mark, f);
        for (int i = 0; i < source.length; i++) {
          if (starts.get(i).states().get(0) == state) {
            indexOf[f] = i;
            source[i] = f;
          }
        }
      }
    }
    for (int f : source) {
      if (f < 0) {
        throw new IllegalStateException("a state that is not left at mark " + mark);
      }
    }
  }

  /** The flow of the whole that merges next after another one, in order of positions; or -1. */
  private int nextMerge(int from, int to, int after) {
    int best = -1;
    long least = after < 0 ? -1 : key(after);
    for (int f = 0; f < flows.count(); f++) {
      int at = flows.mergedAt(f);
      boolean isNext = at > from && at <= to && key(f) > least;
      best = isNext && (best < 0 || key(f) < key(best)) ? f : best;
    }
    return best;
  }

  private long key(int flow) {
    return (long) flows.mergedAt(flow) << 32 | flow;
  }

  /** A flow of the whole merges: of the two flows of the stretch the higher one ends. */
  private void merge(int flow, int from) {
    int a = indexOf[flow];
    int b = indexOf[flows.mergedInto(flow)];
    if (a == b) {
      return;
    }
    int at = flows.mergedAt(flow);
    takeReports(a, at);
    takeReports(b, at);
    int lower = Math.min(a, b);
    int higher = Math.max(a, b);
    int idle = idleAt(source[higher], from, at);
    became[higher] = flow(from, at, lower, idle, flows.end(flow), ends[higher]);
    source[lower] = flows.mergedInto(flow);
    for (int f = 0; f < indexOf.length; f++) {
      indexOf[f] = indexOf[f] == higher ? lower : indexOf[f];
    }
  }

  /** Hands the reports of a flow of the stretch out, up to a position. */
  private void takeReports(int index, int to) {
    int f = source[index];
    int next = nextReport[f];
    for (; next < flows.reportCount(f) && flows.reportPosition(f, next) <= to; next++) {
      ends[index].addFlags(flows.reportFlags(f, next), flows.reportPosition(f, next));
    }
    nextReport[f] = next;
  }

  /** Where a flow is seen to be idle: after a symbol at the soonest, as if it had just started. */
  private int idleAt(int flow, int from, int to) {
    int idle = flows.idleAt(flow);
    return idle == SegmentOutcome.NEVER || idle > to
        ? SegmentOutcome.NEVER
        : Math.max(idle, from + 1);
  }
}
