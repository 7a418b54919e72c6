package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;

/** What is known of the flows of one call so far, in the terms of {@link SegmentOutcome}. */
final class FlowTable {

  private final int from;
  private final int[] concreteAt;
  private final int[] mayReportUntil;
  private final int[] mergedAt;
  private final int[] mergedInto;
  private final int[] idleAt;
  private final StateSet[] end;
  private final ReportEnds[] ends;

  /** By flow: positions and flags; null if ends are kept. */
  private LongArrayList[] reports;

  /** Flows at their start; a known one is concrete. */
  FlowTable(int from, List<FlowStart> starts, boolean deterministic, ReportBudget budget) {
    int count = starts.size();
    this.from = from;
    concreteAt = new int[count];
    mayReportUntil = new int[count];
    mergedAt = new int[count];
    mergedInto = new int[count];
    idleAt = new int[count];
    end = new StateSet[count];
    ends = new ReportEnds[count];
    Arrays.fill(mayReportUntil, from);
    Arrays.fill(mergedAt, SegmentOutcome.NEVER);
    Arrays.fill(mergedInto, -1);
    Arrays.fill(idleAt, SegmentOutcome.NEVER);
    for (int f = 0; f < count; f++) {
      FlowStart start = starts.get(f);
      boolean concrete = deterministic ? start.states().size() == 1 : start.known();
      concreteAt[f] = concrete ? from : SegmentOutcome.NEVER;
      end[f] = start.states();
      ends[f] = new ReportEnds(budget);
    }
  }

  /** A single known flow, whose reports are added to a list. */
  FlowTable(int from, StateSet start, ReportEnds found) {
    this(from, List.of(new FlowStart(start, true)), true, ReportBudget.unlimited());
    concreteAt[0] = from;
    ends[0] = found;
  }

  int count() {
    return end.length;
  }

  ReportEnds ends(int flow) {
    return ends[flow];
  }

  /** Keeps reports as they are made instead of the ends that they tell. */
  void keepReports() {
    reports = new LongArrayList[end.length];
    Arrays.setAll(reports, f -> new LongArrayList());
  }

  /** Adds a report of a flow that is concrete. */
  void report(int flow, int flags, int position) {
    if (reports == null) {
      ends[flow].addFlags(flags, position);
    } else {
      reports[flow].add((long) position << Layout.FLAG_BITS | flags);
    }
  }

  int reportCount(int flow) {
    return reports[flow].size();
  }

  int reportPosition(int flow, int index) {
    return (int) (reports[flow].getLong(index) >>> Layout.FLAG_BITS);
  }

  int reportFlags(int flow, int index) {
    return (int) reports[flow].getLong(index) & Layout.FLAGS;
  }

  /**
   * What is known of a flow's reports at some position.
   *
   * @param ends how many ends it has
   * @param mayReportUntil as in {@link SegmentOutcome.Flow}
   */
  record ReportMark(int ends, int mayReportUntil) {}

  ReportMark mark(int flow) {
    return new ReportMark(ends[flow].size(), mayReportUntil[flow]);
  }

  /** Forgets what is known of a flow's reports since then; ends are kept, not reports. */
  void goBack(int flow, ReportMark mark) {
    ends[flow].truncate(mark.ends());
    mayReportUntil[flow] = mark.mayReportUntil();
  }

  int mergedAt(int flow) {
    return mergedAt[flow];
  }

  int mergedInto(int flow) {
    return mergedInto[flow];
  }

  int idleAt(int flow) {
    return idleAt[flow];
  }

  int mayReportUntil(int flow) {
    return mayReportUntil[flow];
  }

  int concreteAt(int flow) {
    return concreteAt[flow];
  }

  boolean isConcrete(int flow) {
    return concreteAt[flow] != SegmentOutcome.NEVER;
  }

  boolean isApart(int flow) {
    return mergedInto[flow] < 0;
  }

  boolean isBusy(int flow) {
    return mergedInto[flow] < 0 && idleAt[flow] == SegmentOutcome.NEVER;
  }

  /** The flows that have to be carried on, ascending. */
  int[] carried(FlowChecks checks) {
    int[] found = new int[end.length];
    int count = 0;
    for (int f = 0; f < end.length; f++) {
      // Others may merge into an idle flow.
      if (checks.convergence() ? isApart(f) : isBusy(f)) {
        found[count++] = f;
      }
    }
    return Arrays.copyOf(found, count);
  }

  boolean isAnyBusy() {
    for (int f = 0; f < end.length; f++) {
      if (isBusy(f)) {
        return true;
      }
    }
    return false;
  }

  boolean isIdle(int flow) {
    return idleAt[flow] != SegmentOutcome.NEVER;
  }

  void concrete(int flow, int position) {
    concreteAt[flow] = position;
  }

  void reported(int flow, int position) {
    mayReportUntil[flow] = position;
  }

  void merged(int flow, int into, int position) {
    mergedInto[flow] = into;
    mergedAt[flow] = position;
  }

  void idle(int flow, int position) {
    idleAt[flow] = position;
  }

  /** The states at the start until they are set. */
  StateSet end(int flow) {
    return end[flow];
  }

  void setEnd(int flow, StateSet states) {
    end[flow] = states;
  }

  SegmentOutcome outcome(int to) {
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[end.length];
    Arrays.setAll(
        flows,
        f ->
            new SegmentOutcome.Flow(
                concreteAt[f],
                mayReportUntil[f],
                mergedAt[f],
                mergedInto[f],
                idleAt[f],
                end[f],
                ends[f]));
    return new SegmentOutcome(from, to, flows);
  }
}
