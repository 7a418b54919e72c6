package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.StateSet;
import java.util.Arrays;

/**
 * The transition function of a deterministic automaton over the states that it may start in, each
 * with its image (Zhuo 2022, section 3.2.2).
 */
public final class StateFunction implements TransitionFunction {

  private final StateSet candidates;
  private final StateSet[] images;
  private final boolean complete;

  /**
   * A function given by the images of states.
   *
   * @param candidates the states
   * @param images for each candidate, in ascending order, the states it may end in; never empty
   * @param complete whether the true start is certainly a candidate
   */
  public StateFunction(StateSet candidates, StateSet[] images, boolean complete) {
    if (images.length != candidates.size()) {
      throw new IllegalArgumentException(
          images.length + " images of " + candidates.size() + " states");
    }
    this.candidates = candidates;
    this.images = images.clone();
    this.complete = complete;
  }

  @Override
  public Possible apply(Possible start) {
    return switch (start) {
      case Possible.Known known -> {
        int index = candidates.indexOf(known.configuration().get(0));
        yield index < 0 ? new Possible.Anything() : Possible.ofStates(images[index]);
      }
      case Possible.OneOf oneOf -> image(oneOf.states());
      case Possible.Anything anything -> complete ? image(candidates) : new Possible.Anything();
      case Possible.Between between ->
          throw new IllegalArgumentException("a deterministic automaton is never between two sets");
    };
  }

  /** If the function is complete, states that are no candidates are not the true one. */
  private Possible image(StateSet states) {
    StateUnion union = new StateUnion();
    for (int i = 0; i < states.size(); i++) {
      int index = candidates.indexOf(states.get(i));
      if (index >= 0) {
        union.add(images[index]);
      } else if (!complete) {
        return new Possible.Anything();
      }
    }
    return Possible.ofStates(union.toStateSet());
  }

  /**
   * The states that it is defined for.
   *
   * @return the candidates
   */
  public StateSet candidates() {
    return candidates;
  }

  /**
   * The image of a candidate.
   *
   * @param index of a candidate
   * @return the states it may end in
   */
  public StateSet image(int index) {
    return images[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateFunction that
        && complete == that.complete
        && candidates.equals(that.candidates)
        && Arrays.equals(images, that.images);
  }

  @Override
  public int hashCode() {
    return 31 * candidates.hashCode() + Arrays.hashCode(images);
  }

  @Override
  public String toString() {
    return candidates + " -> " + Arrays.toString(images);
  }
}
