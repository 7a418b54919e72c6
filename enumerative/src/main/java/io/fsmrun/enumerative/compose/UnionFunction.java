package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.StateSet;
import java.util.Arrays;
import java.util.List;

/**
 * The transition function of a nondeterministic automaton, by groups of states: a step distributes
 * over union, so the image of a configuration is the union of those of its groups.
 */
public final class UnionFunction implements TransitionFunction {

  private final StateSet certain;
  private final List<StateSet> groups;
  private final StateSet[] ends;
  private final boolean complete;

  /**
   * A function given by the images of groups.
   *
   * @param certain states that are certainly active at the start
   * @param groups disjoint groups of further states, each active as a whole or not at all
   * @param ends what is active at the end: first, if nothing but {@code certain} was active; then,
   *     if one group was active too
   * @param complete whether every state that may be active is certain or in a group
   */
  public UnionFunction(StateSet certain, List<StateSet> groups, StateSet[] ends, boolean complete) {
    if (ends.length != groups.size() + 1) {
      throw new IllegalArgumentException(ends.length + " ends of " + groups.size() + " groups");
    }
    this.certain = certain;
    this.groups = List.copyOf(groups);
    this.ends = ends.clone();
    this.complete = complete;
  }

  @Override
  public Possible apply(Possible start) {
    return switch (start) {
      case Possible.Known known -> {
        StateSet configuration = known.configuration();
        int accounted = certain.size();
        for (StateSet group : groups) {
          accounted += configuration.contains(group.get(0)) ? group.size() : 0;
        }
        yield accounted == configuration.size()
            ? new Possible.Known(image(configuration))
            : new Possible.Anything();
      }
      case Possible.Between between ->
          complete
              ? Possible.between(image(between.lower()), image(between.upper()))
              : new Possible.Anything();
      case Possible.Anything anything -> complete ? all() : new Possible.Anything();
      case Possible.OneOf oneOf ->
          throw new IllegalArgumentException("a nondeterministic automaton has no single state");
    };
  }

  private Possible all() {
    StateUnion union = new StateUnion();
    Arrays.stream(ends).forEach(union::add);
    return Possible.between(ends[0], union.toStateSet());
  }

  private StateSet image(StateSet configuration) {
    StateUnion union = new StateUnion();
    union.add(ends[0]);
    for (int g = 0; g < groups.size(); g++) {
      if (configuration.contains(groups.get(g).get(0))) {
        union.add(ends[g + 1]);
      }
    }
    return union.toStateSet();
  }

  /**
   * What is certainly active at the start.
   *
   * @return states, possibly none
   */
  public StateSet certain() {
    return certain;
  }

  /**
   * The groups it is defined for, beside what is certain.
   *
   * @return disjoint groups
   */
  public List<StateSet> groups() {
    return groups;
  }

  /**
   * What is active at the end.
   *
   * @param index 0 if nothing but the certain states was active at the start, else 1 plus a group
   * @return the active states
   */
  public StateSet end(int index) {
    return ends[index];
  }
}
