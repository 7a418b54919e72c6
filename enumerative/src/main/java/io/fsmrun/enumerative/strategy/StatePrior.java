package io.fsmrun.enumerative.strategy;

/**
 * How likely the states of a ruleset's components are, before anything is known of the input.
 * Immutable, shared by threads.
 */
@FunctionalInterface
public interface StatePrior {

  /**
   * The weight of a state.
   *
   * @param component index of a deterministic component of the ruleset
   * @param state one of its states
   * @return a number that is higher for states that are more likely, on any scale
   */
  double weight(int component, int state);
}
