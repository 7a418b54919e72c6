package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.StateSet;

/** What is known of the configuration at a cut. Values. */
public sealed interface Possible {

  /**
   * The configuration itself.
   *
   * @param configuration the active state or states
   */
  record Known(StateSet configuration) implements Possible {}

  /**
   * One of several states of a deterministic automaton.
   *
   * @param states two or more candidates
   */
  record OneOf(StateSet states) implements Possible {}

  /**
   * Some set of active states of a nondeterministic automaton, between two bounds.
   *
   * @param lower states that are certainly active
   * @param upper all states that may be active
   */
  record Between(StateSet lower, StateSet upper) implements Possible {}

  /**
   * Whether the configuration is known.
   *
   * @return true for {@link Known}
   */
  default boolean isKnown() {
    return this instanceof Known;
  }
}
