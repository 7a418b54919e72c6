package io.fsmrun.enumerative.strategy;

import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/** One pass over the input, the baseline of every comparison. */
public final class Sequential implements Strategy {

  /** The strategy; it has no parameters. */
  public Sequential() {}

  @Override
  public String name() {
    return "sequential";
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return SegmentPlan.equal(from, to, 1);
  }

  /** Never has flows: its only segment has a known start. */
  @Override
  public FlowPlan flows(int component, Cut cut) {
    throw new IllegalStateException("a sequential run has no unknown start");
  }
}
