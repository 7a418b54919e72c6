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

  /** Any configuration: the start of a segment was not foreseen. */
  record Anything() implements Possible {}

  /**
   * What is known if a deterministic automaton is in one of some states.
   *
   * @param states one or more candidates
   * @return known, if there is only one
   */
  static Possible ofStates(StateSet states) {
    return states.size() == 1 ? new Known(states) : new OneOf(states);
  }

  /**
   * What is known from two bounds.
   *
   * @param lower states that are certainly active
   * @param upper all states that may be active
   * @return known, if the bounds meet
   */
  static Possible between(StateSet lower, StateSet upper) {
    return lower.equals(upper) ? new Known(lower) : new Between(lower, upper);
  }

  /**
   * Whether the configuration is known.
   *
   * @return true for {@link Known}
   */
  default boolean isKnown() {
    return this instanceof Known;
  }
}
