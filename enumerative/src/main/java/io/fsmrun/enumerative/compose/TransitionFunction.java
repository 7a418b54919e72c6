package io.fsmrun.enumerative.compose;

/**
 * What a segment does to a component: a function from what is possible at its start to what is
 * possible at its end (Zhuo 2022, section 3.5).
 *
 * <p>Composition is associative and <em>not</em> commutative, so there is no operation that
 * combines two functions: only a {@link FunctionChain}, which holds those of consecutive segments
 * in order, follows them. Immutable, shared by threads.
 */
public sealed interface TransitionFunction
    permits SetFunction, StateFunction, BracketFunction, UnionFunction {

  /**
   * Applies the function.
   *
   * @param start what is possible at the start
   * @return what is possible at the end
   * @throws IllegalArgumentException if the start is of another kind of automaton
   */
  Possible apply(Possible start);
}
