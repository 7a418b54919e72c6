package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.BracketFunction;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.TransitionFunction;
import java.util.List;

/**
 * Two flows for a nondeterministic automaton, from nothing and from everything (specification,
 * section 7).
 *
 * <p>A step distributes over union, so every run lies between the two: where they meet, the
 * configuration is known whatever the start was. Flow 0 starts from no active state and is exact
 * for that start; flow 1 starts from all states and becomes exact by merging into flow 0.
 */
public final class BracketFlows implements FlowPlan {

  private final StateSet lower;
  private final List<FlowStart> starts;

  /**
   * The two flows of an automaton.
   *
   * @param stateCount its number of states
   */
  public BracketFlows(int stateCount) {
    this(StateSet.EMPTY, StateSet.range(0, stateCount));
  }

  /**
   * Two flows between which the configuration lies.
   *
   * @param lower states that are certainly active
   * @param upper all states that may be active
   */
  public BracketFlows(StateSet lower, StateSet upper) {
    this.lower = lower;
    starts = List.of(new FlowStart(lower, true), new FlowStart(upper, false));
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    return new int[] {configuration.equals(lower) ? 0 : 1};
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet least = outcome.end(0);
    return new BracketFunction(
        lower,
        starts.get(1).states(),
        new Possible.Known(least),
        Possible.between(least, outcome.end(1)));
  }
}
