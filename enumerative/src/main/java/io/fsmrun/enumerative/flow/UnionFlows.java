package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.enumerative.compose.UnionFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Flows of a nondeterministic automaton whose union is any run: a step distributes over union, so
 * the run of a configuration is the union of the runs of its parts.
 *
 * <p>Flow 0 starts from what is certainly active; each other flow adds one group of states that are
 * active together or not at all. A flow that becomes equal to flow 0 has nothing of its own left.
 */
public final class UnionFlows implements FlowPlan {

  private final StateSet certain;
  private final List<StateSet> groups;
  private final boolean complete;
  private final List<FlowStart> starts;

  /**
   * Flows for groups of states.
   *
   * @param certain states that are certainly active
   * @param groups disjoint groups of further states; of each group, either all are active or none
   * @param complete whether every state that may be active is certain or in a group
   */
  public UnionFlows(StateSet certain, List<StateSet> groups, boolean complete) {
    this.certain = certain;
    this.groups = List.copyOf(groups);
    this.complete = complete;
    List<FlowStart> list = new ArrayList<>(groups.size() + 1);
    list.add(new FlowStart(certain, true));
    for (StateSet group : groups) {
      list.add(new FlowStart(certain.union(group), true));
    }
    this.starts = List.copyOf(list);
  }

  /**
   * Flow 0 and one flow for each single state.
   *
   * @param survivors what is known at the cut
   * @return the flows
   */
  public static UnionFlows ofStates(Survivors survivors) {
    List<StateSet> groups = new ArrayList<>();
    for (int state : survivors.possible().toArray()) {
      if (!survivors.certain().contains(state)) {
        groups.add(StateSet.of(state));
      }
    }
    return new UnionFlows(survivors.certain(), groups, true);
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    int[] found = new int[groups.size() + 1];
    int count = 1;
    int accounted = certain.size();
    for (int g = 0; g < groups.size(); g++) {
      if (configuration.contains(groups.get(g).get(0))) {
        found[count++] = g + 1;
        accounted += groups.get(g).size();
      }
    }
    return accounted == configuration.size() ? Arrays.copyOf(found, count) : NONE;
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet[] ends = new StateSet[groups.size() + 1];
    Arrays.setAll(ends, outcome::end);
    return new UnionFunction(certain, groups, ends, complete);
  }
}
