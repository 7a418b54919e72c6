package io.fsmrun.enumerative.compose;

/**
 * The transition function of a nondeterministic automaton that was run from nothing and from
 * everything.
 *
 * @param onEmpty what is possible at the end if nothing was active at the start
 * @param onAny what is possible at the end whatever was active at the start
 */
public record BracketFunction(Possible onEmpty, Possible onAny) implements TransitionFunction {

  @Override
  public Possible apply(Possible start) {
    return switch (start) {
      case Possible.Known known -> known.configuration().size() == 0 ? onEmpty : onAny;
      case Possible.Between between -> onAny;
      case Possible.Anything anything -> onAny;
      case Possible.OneOf oneOf ->
          throw new IllegalArgumentException("a nondeterministic automaton has no single state");
    };
  }
}
