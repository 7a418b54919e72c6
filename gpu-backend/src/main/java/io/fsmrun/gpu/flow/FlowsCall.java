package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.ReportEnds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A call that runs flows, in groups. Flows of one group merge on the device, at the symbol where
 * they meet. If there are several groups, all are run to the end of a step, where flows of
 * different groups are compared and those that are left are grouped anew; each step is twice as
 * long as the one before. A merge is then seen later than it happened, which {@link
 * io.fsmrun.core.engine.SegmentOutcome} allows.
 */
abstract class FlowsCall extends Call {

  /** Most flows merge within a few symbols. */
  private static final int FIRST_STEP = 1;

  /** The most symbols of the first launch of a group. */
  private static final int FIRST_SYMBOLS = 1 << 12;

  private final FlowTable flows;
  private final FlowChecks checks;
  private List<FlowGroup> groups = List.of();
  private int stepEnd;
  private int step = FIRST_STEP;
  private int mostSymbols = FIRST_SYMBOLS;

  FlowsCall(byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    super(input, from, to);
    this.flows = flows;
    this.checks = checks;
    this.stepEnd = from;
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

  /** Whether a flow may merge into a lower one that is equal. */
  abstract boolean mayMerge(int flow, int lower);

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
    step = Math.min(2 * step, Layout.MOST_SYMBOLS);
  }

  /** Merges flows of different groups, all at one position. */
  private void mergeAcross(int position) {
    Map<Object, Integer> lowest = new HashMap<>();
    for (FlowGroup group : groups) {
      for (int f : group.flows()) {
        Integer lower = lowest.putIfAbsent(content(f), f);
        if (lower != null && mayMerge(f, lower)) {
          flows.merged(f, lower, position);
          merging(f);
        } else if (lower != null) {
          lowest.put(content(f), f);
        }
      }
    }
  }

  /** A flow has merged: what it is now, it was where it merged. */
  abstract void merging(int flow);

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
