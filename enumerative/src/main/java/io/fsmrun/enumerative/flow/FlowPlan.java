package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.TransitionFunction;
import java.util.List;

/**
 * The flows that a component carries through a segment whose start it does not know, and how to
 * read their results.
 *
 * <p>Immutable, shared by threads.
 */
public interface FlowPlan {

  /** No flow: the answer of {@link #flowsOf} where a start was not foreseen. */
  int[] NONE = {};

  /**
   * What each flow starts with.
   *
   * @return at least one start
   */
  List<FlowStart> starts();

  /**
   * The flows that speak for a configuration: if the segment started in it, then the union of these
   * flows, from where all of them are concrete, is the true run.
   *
   * @param configuration a configuration at the start of a segment
   * @return indices of flows, ascending; {@link #NONE} if the configuration was not foreseen
   */
  int[] flowsOf(StateSet configuration);

  /**
   * What a segment does to the configurations it may start in.
   *
   * @param outcome what the flows of this plan became
   * @return the segment's transition function
   */
  TransitionFunction function(SegmentOutcome outcome);
}
