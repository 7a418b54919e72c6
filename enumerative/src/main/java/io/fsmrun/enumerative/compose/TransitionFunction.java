package io.fsmrun.enumerative.compose;

/**
 * What a segment does to a component: a function from what is possible at its start to what is
 * possible at its end (Zhuo 2022, section 3.5).
 *
 * <p>Composition is associative and <em>not</em> commutative: the order of the segments is the
 * order of the calls. Immutable, shared by threads.
 */
public sealed interface TransitionFunction permits SetFunction, BracketFunction {

  /**
   * Applies the function.
   *
   * @param start what is possible at the start
   * @return what is possible at the end
   */
  Possible apply(Possible start);

  /**
   * This function, then another: the function of two segments in a row.
   *
   * @param next the function of the segment that follows
   * @return the composition
   * @throws IllegalArgumentException if the other function is of another kind of automaton
   */
  TransitionFunction then(TransitionFunction next);
}
