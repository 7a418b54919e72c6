package io.fsmrun.bench.cycles;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.ap.timing.JoinWork;
import io.fsmrun.ap.timing.LiveFlows;
import io.fsmrun.ap.timing.PieceWork;
import io.fsmrun.ap.timing.SegmentWork;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.FlowSteps;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.SegmentActivity;
import io.fsmrun.enumerative.SegmentTable;
import io.fsmrun.enumerative.WindowActivity;
import io.fsmrun.enumerative.segment.WindowPlan;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Charges what flows did to a cycle account, and keeps how many there were. For one thread. */
public final class CycleListener {

  private final CycleAccount account;
  private final RunListener segments;
  private long enumerated;
  private long r0Sum;
  private int r0Max;
  private long rtSum;
  private int rtMax;

  /**
   * A listener.
   *
   * @param account charges what flows did
   * @param segments hears what segments do; null if nobody wants to know
   */
  public CycleListener(CycleAccount account, RunListener segments) {
    this.account = account;
    this.segments = segments == null ? RunListener.NONE : segments;
  }

  /**
   * What flows cost: checks that are all switched off cost nothing.
   *
   * @param flows the costs with checks
   * @param checks which of them are made
   * @return what is to be charged
   */
  public static CycleModel charged(CycleModel flows, FlowChecks checks) {
    return checks.convergence() || checks.deactivation() ? flows : flows.withoutChecks();
  }

  /**
   * The machine's flows so far.
   *
   * @return means and maxima over the segments whose start was unknown
   */
  public MachineFigures machine() {
    double segments = Math.max(1, enumerated);
    return new MachineFigures(r0Sum / segments, r0Max, rtSum / segments, rtMax);
  }

  /**
   * Number of segments so far whose start was unknown.
   *
   * @return 0 or more
   */
  public long unknownStarts() {
    return enumerated;
  }

  /**
   * What is to be given to the run.
   *
   * @param progress hears of bytes that are done, by any thread
   * @return a listener that charges the account of this
   */
  public RunListener reportingTo(LongConsumer progress) {
    return new RunListener() {
      @Override
      public void progress(long bytes) {
        progress.accept(bytes);
      }

      @Override
      public void window(WindowActivity activity) {
        charge(activity);
      }

      @Override
      public boolean wantsSegments() {
        return segments.wantsSegments();
      }

      @Override
      public void segments(int component, List<SegmentTable> tables) {
        segments.segments(component, tables);
      }
    };
  }

  private void charge(WindowActivity activity) {
    WindowPlan plan = activity.plan();
    for (int s = 0; s < plan.count(); ) {
      int end = plan.endOfPiece(s);
      List<SegmentWork> segments = new ArrayList<>(end - s);
      for (SegmentActivity segment : activity.segments().subList(s, end)) {
        segments.add(work(segment));
      }
      for (SegmentActivity segment : activity.segments().subList(s + 1, end)) {
        count(segment);
      }
      account.add(new PieceWork(plan.beginsPiece(s), segments));
      s = end;
    }
  }

  /** Counts the flows of a segment that did not know where it starts. */
  private void count(SegmentActivity segment) {
    int first = segment.flows().first();
    int last = segment.join().isJoined() ? 1 : segment.flows().last();
    enumerated++;
    r0Sum += first;
    rtSum += last;
    r0Max = Math.max(r0Max, first);
    rtMax = Math.max(rtMax, last);
  }

  private static SegmentWork work(SegmentActivity segment) {
    return new SegmentWork(
        segment.length(),
        segment.lookedBack(),
        flows(segment.flows()),
        segment.join().isJoined()
            ? new JoinWork(segment.join().checkpoints(), segment.join().flowsAgain())
            : JoinWork.NONE,
        segment.evaluated(),
        segment.replayed(),
        segment.replayWaited(),
        segment.reexecuted());
  }

  private static LiveFlows flows(FlowSteps steps) {
    IntArrayList from = new IntArrayList(steps.count());
    IntArrayList flows = new IntArrayList(steps.count());
    for (int step = 0; step < steps.count(); step++) {
      from.add(steps.position(step));
      flows.add(steps.flows(step));
    }
    return new LiveFlows(from, flows);
  }
}
