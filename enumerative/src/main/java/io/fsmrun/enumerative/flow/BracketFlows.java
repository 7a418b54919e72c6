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

  private final List<FlowStart> starts;

  /**
   * The two flows of an automaton.
   *
   * @param stateCount its number of states
   */
  public BracketFlows(int stateCount) {
    starts =
        List.of(
            new FlowStart(StateSet.EMPTY, true),
            new FlowStart(StateSet.range(0, stateCount), false));
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    return new int[] {configuration.size() == 0 ? 0 : 1};
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet lower = outcome.end(0);
    return new BracketFunction(new Possible.Known(lower), Possible.between(lower, outcome.end(1)));
  }
}
