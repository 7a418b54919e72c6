package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.StateFunction;
import io.fsmrun.enumerative.compose.TransitionFunction;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * One flow per state that a deterministic automaton may start in: classic enumeration (Zhuo 2022,
 * section 3.2.2).
 */
public final class StateFlows implements FlowPlan {

  private final StateSet candidates;
  private final boolean complete;

  /**
   * Flows for some states.
   *
   * @param candidates the states, at least one
   * @param complete whether the true state is certainly one of them; if not, a start that is not
   *     among them leaves the segment to be executed again
   * @throws IllegalArgumentException if there is no candidate
   */
  public StateFlows(StateSet candidates, boolean complete) {
    if (candidates.size() == 0) {
      throw new IllegalArgumentException("no state to start in");
    }
    this.candidates = candidates;
    this.complete = complete;
  }

  /** The starts are made when asked for: there may be as many as states. */
  @Override
  public List<FlowStart> starts() {
    return new AbstractList<>() {
      @Override
      public FlowStart get(int index) {
        return new FlowStart(StateSet.of(candidates.get(index)), true);
      }

      @Override
      public int size() {
        return candidates.size();
      }
    };
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    int index = candidates.indexOf(configuration.get(0));
    return index < 0 ? NONE : new int[] {index};
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet[] images = new StateSet[candidates.size()];
    Arrays.setAll(images, outcome::end);
    return new StateFunction(candidates, images, complete);
  }
}
