package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;
import java.util.List;

/**
 * CSE: equal segments, one flow per predicted convergence set (Zhuo 2022, section 3.4).
 *
 * <p>Rules that stayed position automata carry the two flows of {@link
 * io.fsmrun.enumerative.flow.BracketFlows} instead, which is ours: the source has DFAs only.
 */
public final class ConvergenceSetEnumeration implements Strategy {

  private final List<FlowPlan> flows;
  private final int segments;
  private final FlowChecks checks;
  private final Sharing sharing;

  /**
   * The strategy for one ruleset.
   *
   * @param flows the flows of each component, in component order
   * @param segments number of segments, from 1
   * @throws IllegalArgumentException if there is not at least one segment
   */
  public ConvergenceSetEnumeration(List<? extends FlowPlan> flows, int segments) {
    this(flows, segments, FlowChecks.ALL, Sharing.CONNECTED_COMPONENTS);
  }

  /**
   * The strategy for one ruleset, with its optimisations chosen.
   *
   * @param flows the flows of each component, in component order
   * @param segments number of segments, from 1
   * @param checks which flows are let go of
   * @param sharing how flows share the machine, and whether they are joined
   * @throws IllegalArgumentException if there is not at least one segment
   */
  public ConvergenceSetEnumeration(
      List<? extends FlowPlan> flows, int segments, FlowChecks checks, Sharing sharing) {
    if (segments < 1) {
      throw new IllegalArgumentException(segments + " segments");
    }
    this.flows = List.copyOf(flows);
    this.segments = segments;
    this.checks = checks;
    this.sharing = sharing;
  }

  @Override
  public FlowChecks checks() {
    return checks;
  }

  @Override
  public Sharing sharing() {
    return sharing;
  }

  @Override
  public String name() {
    return "cse";
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return SegmentPlan.equal(from, to, segments);
  }

  @Override
  public FlowPlan flows(int component, Cut cut) {
    return flows.get(component);
  }
}
