package io.fsmrun.enumerative.strategy;

import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Decides where input is cut and which flows each segment carries. It knows nothing of the back end
 * that runs them.
 *
 * <p>Immutable, shared by threads.
 */
public interface Strategy {

  /**
   * The name by which users choose this strategy.
   *
   * @return lower case, one word
   */
  String name();

  /**
   * Cuts a piece of input.
   *
   * @param from the first position
   * @param to the last position
   * @return the segments
   */
  SegmentPlan cut(int from, int to);

  /**
   * The flows of one component in every segment but the first. Not asked if a plan has one segment.
   *
   * @param component index of a component of the ruleset
   * @return its flows
   */
  FlowPlan flows(int component);
}
