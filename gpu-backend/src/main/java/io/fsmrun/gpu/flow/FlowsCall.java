package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.ReportEnds;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A call that runs flows, in groups. Flows of one group merge on the device, at the symbol where
 * they meet. If there are several groups, all are run to the end of a step, where flows of
 * different groups are compared and those that are left are grouped anew; each step is twice as
 * long as the one before. Flows of different groups that met are run over the step again on the
 * host, so that what is said of them does not depend on groups.
 */
abstract class FlowsCall extends Call {

  /** Most flows merge within a few symbols. */
  private static final int FIRST_STEP = 1;

  /** So much may have to be run again on the host. */
  private static final int MOST_STEP = 1 << 16;

  /** The most symbols of the first launch of a group. */
  private static final int FIRST_SYMBOLS = 1 << 12;

  private final FlowTable flows;
  private final FlowChecks checks;
  private List<FlowGroup> groups = List.of();
  private int stepEnd;
  private int step = FIRST_STEP;
  private int mostSymbols = FIRST_SYMBOLS;

  /** By flow: its group, and what was known of its reports, at the start of the step. */
  private final int[] groupOf;

  private final FlowTable.ReportMark[] marks;
  private int stepFrom;

  FlowsCall(byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    super(input, from, to);
    this.flows = flows;
    this.checks = checks;
    this.stepEnd = from;
    this.groupOf = new int[flows.count()];
    this.marks = new FlowTable.ReportMark[flows.count()];
  }

  final FlowTable flows() {
    return flows;
  }

  final FlowChecks checks() {
    return checks;
  }

  final List<FlowGroup> groups() {
    return groups;
  }

  @Override
  final ReportEnds ends(int flow) {
    return flows.ends(flow);
  }

  /** What must be equal for two flows to be equal. */
  abstract Object content(int flow);

  /** Remembers the states of all flows, at the start of a step. */
  abstract void startStep();

  /**
   * Finds out where in a step flows met that were equal at its end.
   *
   * @param met the flows, ascending
   * @param stepFrom the start of the step
   * @param stepTo its end
   */
  abstract void meet(int[] met, int stepFrom, int stepTo);

  /** What was known of a flow's reports at the start of the step. */
  final FlowTable.ReportMark mark(int flow) {
    return marks[flow];
  }

  /** Sets the states of all flows that are apart. */
  abstract void setEnds();

  /** Whether a group of so many flows, the only one, stops where one is left. */
  abstract boolean stopsAtOne(int count);

  /** The checks of a group for the device. */
  final int deviceChecks(FlowGroup group) {
    boolean stops = groups.size() == 1 && stopsAtOne(group.flows().length);
    return (checks.convergence() ? Layout.CONVERGENCE : 0)
        | (checks.deactivation() ? Layout.DEACTIVATION : 0)
        | (stops ? Layout.STOP_AT_ONE : 0);
  }

  /**
   * How many symbols a group shall be run now; 0 if it waits for the others. Few at first, so that
   * calls whose flows stay apart do not keep those waiting whose flows have merged.
   */
  final int symbolsNow(FlowGroup group) {
    return Math.min(stepEnd - group.position(), mostSymbols);
  }

  /** Forms the first groups. */
  final void start() {
    regroup(from());
  }

  /** After a launch: waits for other groups, ends the step, or ends the call. */
  final void goOn() {
    mostSymbols = Math.min(4 * mostSymbols, Layout.MOST_SYMBOLS);
    boolean several = groups.size() > 1;
    for (FlowGroup group : groups) {
      if (several && group.position() < stepEnd) {
        return;
      }
    }
    int position = several ? stepEnd : groups.get(0).position();
    if (several) {
      mergeAcross(position);
    }
    int busy = count(flows::isBusy);
    if (position == to() || busy == 0) {
      setEnds();
      finish();
      return;
    }
    if (several) {
      regroup(position);
    }
  }

  private void regroup(int position) {
    IntPredicate carried = checks.convergence() ? flows::isApart : flows::isBusy;
    int[] left = IntStream.range(0, flows.count()).filter(carried).toArray();
    List<FlowGroup> list = new ArrayList<>();
    for (int i = 0; i < left.length; i += Layout.MOST_FLOWS) {
      int end = Math.min(left.length, i + Layout.MOST_FLOWS);
      list.add(new FlowGroup(Arrays.copyOfRange(left, i, end), position));
    }
    groups = list;
    stepEnd = list.size() == 1 ? to() : (int) Math.min(to(), (long) position + step);
    step = Math.min(2 * step, MOST_STEP);
    if (list.size() > 1) {
      stepFrom = position;
      Arrays.fill(groupOf, -1);
      for (int g = 0; g < list.size(); g++) {
        for (int f : list.get(g).flows()) {
          groupOf[f] = g;
          marks[f] = flows.mark(f);
        }
      }
      startStep();
    }
  }

  /** Merges flows of different groups, all at one position. */
  private void mergeAcross(int position) {
    Map<Object, IntArrayList> classes = new LinkedHashMap<>();
    for (int f = 0; f < groupOf.length; f++) {
      if (groupOf[f] >= 0) {
        classes.computeIfAbsent(content(survivor(f)), key -> new IntArrayList()).add(f);
      }
    }
    for (IntArrayList met : classes.values()) {
      int group = groupOf[met.getInt(0)];
      if (met.intStream().anyMatch(f -> groupOf[f] != group)) {
        meet(met.toIntArray(), stepFrom, position);
      }
    }
  }

  /** The flow that carries what a flow became. */
  private int survivor(int flow) {
    int f = flow;
    while (!flows.isApart(f)) {
      f = flows.mergedInto(f);
    }
    return f;
  }

  /** Takes the flows out of a group that are not carried on. */
  final void dropMerged(FlowGroup group) {
    IntPredicate carried = checks.convergence() ? flows::isApart : flows::isBusy;
    int[] left = Arrays.stream(group.flows()).filter(carried).toArray();
    group.keep(left);
  }

  private int count(IntPredicate which) {
    return (int) IntStream.range(0, flows.count()).filter(which).count();
  }
}
