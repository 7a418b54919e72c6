package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.StateFunction;
import io.fsmrun.enumerative.compose.TransitionFunction;
import it.unimi.dsi.fastutil.ints.Int2IntRBTreeMap;
import java.util.ArrayList;
import java.util.List;

/**
 * One flow per group of states that a deterministic automaton may be in: convergence sets of the
 * states that are left.
 */
public final class GroupFlows implements FlowPlan {

  private final StateSet candidates;

  /** The flow of each candidate, in ascending order of states. */
  private final int[] flowOf;

  private final List<FlowStart> starts;
  private final boolean complete;

  /**
   * Flows for disjoint groups.
   *
   * @param groups at least one, none empty
   * @param complete whether the true state is certainly in one of them
   * @throws IllegalArgumentException if a state is in two groups
   */
  public GroupFlows(List<StateSet> groups, boolean complete) {
    Int2IntRBTreeMap flows = new Int2IntRBTreeMap();
    List<FlowStart> list = new ArrayList<>(groups.size());
    for (int g = 0; g < groups.size(); g++) {
      StateSet group = groups.get(g);
      list.add(new FlowStart(group, group.size() == 1));
      for (int i = 0; i < group.size(); i++) {
        if (flows.containsKey(group.get(i))) {
          throw new IllegalArgumentException("state " + group.get(i) + " is in two groups");
        }
        flows.put(group.get(i), g);
      }
    }
    this.candidates = StateSet.of(flows.keySet().toIntArray());
    this.flowOf = flows.values().toIntArray();
    this.starts = List.copyOf(list);
    this.complete = complete;
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    int index = candidates.indexOf(configuration.get(0));
    return index < 0 ? NONE : new int[] {flowOf[index]};
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet[] images = new StateSet[flowOf.length];
    for (int i = 0; i < images.length; i++) {
      images[i] = outcome.end(flowOf[i]);
    }
    return new StateFunction(candidates, images, complete);
  }
}
