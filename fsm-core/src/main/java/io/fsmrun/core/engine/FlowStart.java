package io.fsmrun.core.engine;

import io.fsmrun.core.state.StateSet;
import java.util.Objects;

/**
 * What a flow starts with: a set of states that are carried together (specification, section 3).
 *
 * @param states the states
 * @param known true if the set is one configuration; false if it stands for several possible ones,
 *     of which nobody knows yet which is true. Reports of a flow are kept only from the position
 *     where it has one configuration left.
 */
public record FlowStart(StateSet states, boolean known) {

  /** Checks that the set is there. */
  public FlowStart {
    Objects.requireNonNull(states);
  }
}
