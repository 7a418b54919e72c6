package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.StateSet;

/**
 * The transition function of a nondeterministic automaton that was run from the least and from the
 * most that may be active.
 *
 * @param lower the least that is active at the start
 * @param upper the most that may be active at the start
 * @param onLower what is possible at the end if no more was active at the start
 * @param onAny what is possible at the end whatever was active at the start
 */
public record BracketFunction(StateSet lower, StateSet upper, Possible onLower, Possible onAny)
    implements TransitionFunction {

  @Override
  public Possible apply(Possible start) {
    return switch (start) {
      case Possible.Known known -> known.configuration().equals(lower) ? onLower : onAny;
      case Possible.Between between -> onAny;
      case Possible.Anything anything -> onAny;
      case Possible.OneOf oneOf ->
          throw new IllegalArgumentException("a nondeterministic automaton has no single state");
    };
  }
}
