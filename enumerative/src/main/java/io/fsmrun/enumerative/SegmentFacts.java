package io.fsmrun.enumerative;

import io.fsmrun.enumerative.strategy.Sharing;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;

/** Gathers what all components did in one segment. Safe for use by several threads. */
final class SegmentFacts {

  private final int length;
  private final int[] checkpoints;
  private final int[] flowsAgain;
  private final MachineFlows flows;
  private int needed;
  private int lookedBack;
  private int evaluated;
  private int replayed;
  private boolean replayWaited;
  private int reexecuted;

  SegmentFacts(int length, int checkInterval, Sharing sharing) {
    this.length = length;
    this.checkpoints = JoinedRun.checkpoints(length, sharing.joinAfter());
    this.flowsAgain = new int[checkpoints.length];
    this.flows = new MachineFlows(checkInterval, sharing.components());
  }

  /** Where the flows of this segment are joined and saved; empty if they are not. */
  int[] checkpoints() {
    return checkpoints;
  }

  /** A segment that knew where it started. */
  static SegmentActivity known(int length) {
    return new SegmentActivity(length, 0, FlowSteps.one(), JoinActivity.NONE, 0, 0, false, 0);
  }

  synchronized void add(int component, SegmentRun run, List<SegmentPart> parts) {
    lookedBack = Math.max(lookedBack, run.lookedBack());
    flows.add(component, parts.get(0).outcome());
    needed = Math.max(needed, run.flowsAgain().length);
    for (int i = 0; i < run.flowsAgain().length; i++) {
      flowsAgain[i] = Math.max(flowsAgain[i], run.flowsAgain()[i]);
    }
  }

  /** Takes in how the parts {@code from} to {@code to} of a component were put together. */
  synchronized void addComposition(
      Composer composer, List<SegmentPart> parts, int from, int to, int replayInstead) {
    int replay = 0;
    int again = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      count = Math.max(count, composer.evaluated(i));
      replay += composer.replayed(i);
      again += composer.reexecuted(i) ? parts.get(i).length() : 0;
      replayWaited |= composer.replayed(i) > 0 && composer.waited(from);
    }
    evaluated = Math.max(evaluated, count);
    replayWaited |= replayInstead > 0 && composer.waited(from);
    replayed = Math.max(replayed, Math.max(replay, replayInstead));
    reexecuted = Math.max(reexecuted, again);
  }

  synchronized SegmentActivity activity() {
    return new SegmentActivity(
        length,
        lookedBack,
        flows.steps(checkpoints.length == 0 ? length : checkpoints[0]),
        new JoinActivity(
            IntList.of(Arrays.copyOf(checkpoints, needed)),
            IntList.of(Arrays.copyOf(flowsAgain, needed))),
        evaluated,
        replayed,
        replayWaited,
        reexecuted);
  }
}
