package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Classic enumeration: equal segments, one flow for every state (data-parallel finite-state
 * machines, Mytkowicz et al., ASPLOS'14; Zhuo 2022, section 3.2.2).
 *
 * <p>A deterministic automaton of N states carries N flows. A nondeterministic one, of which the
 * source does not speak, carries a flow from nothing and one for each state but its start, which is
 * never active at a cut; their union is any run ({@link io.fsmrun.enumerative.flow.UnionFlows}).
 */
public final class StateEnumeration implements Strategy {

  /** The source merges flows that met, and knows no dead states. */
  private static final FlowChecks CONVERGENCE_ONLY = new FlowChecks(true, false);

  private final int segments;
  private final FlowChecks checks;

  /**
   * The strategy of the source: flows that meet merge, flows that are dead are carried on.
   *
   * @param segments number of segments, from 1
   * @throws IllegalArgumentException if there is not at least one segment
   */
  public StateEnumeration(int segments) {
    this(segments, CONVERGENCE_ONLY);
  }

  /**
   * The strategy with other checks, for comparison.
   *
   * @param segments number of segments, from 1
   * @param checks which flows are let go of
   * @throws IllegalArgumentException if there is not at least one segment
   */
  public StateEnumeration(int segments, FlowChecks checks) {
    this.segments = AnyStart.requireSegments(segments);
    this.checks = checks;
  }

  @Override
  public String name() {
    return "enumerative";
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return SegmentPlan.equal(from, to, segments);
  }

  /** One flow per state; O(states) for a nondeterministic automaton, which has its starts made. */
  @Override
  public FlowPlan flows(int component, Cut cut) {
    return AnyStart.allStates(cut.automaton());
  }

  @Override
  public FlowChecks checks() {
    return checks;
  }
}
