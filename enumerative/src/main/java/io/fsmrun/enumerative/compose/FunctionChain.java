package io.fsmrun.enumerative.compose;

import java.util.ArrayList;
import java.util.List;

/**
 * The transition functions of consecutive segments, in order: their composition.
 *
 * <p>Results of segments may come in any order, but a chain has them by place, and it can only be
 * followed from the front. Nothing folds functions in another order. Immutable.
 */
public final class FunctionChain {

  private final List<TransitionFunction> functions;

  /**
   * A chain.
   *
   * @param functions one per segment, in the order of the input
   */
  public FunctionChain(List<? extends TransitionFunction> functions) {
    this.functions = List.copyOf(functions);
  }

  /**
   * Number of segments.
   *
   * @return 0 or more
   */
  public int length() {
    return functions.size();
  }

  /**
   * What is possible after each segment from some place on; O(length) applications.
   *
   * @param first index of the first function to apply
   * @param start what is possible before it
   * @return one entry for each function from {@code first} on
   */
  public List<Possible> follow(int first, Possible start) {
    List<Possible> after = new ArrayList<>(functions.size() - first);
    Possible possible = start;
    for (int i = first; i < functions.size(); i++) {
      possible = functions.get(i).apply(possible);
      after.add(possible);
    }
    return after;
  }

  /**
   * What is possible at the end.
   *
   * @param start what is possible at the start
   * @return the composition applied to it
   */
  public Possible apply(Possible start) {
    Possible possible = start;
    for (TransitionFunction function : functions) {
      possible = function.apply(possible);
    }
    return possible;
  }

  /**
   * Part of a chain.
   *
   * @param from index of its first function
   * @param to index after its last
   * @return the chain of these segments
   */
  public FunctionChain slice(int from, int to) {
    return new FunctionChain(functions.subList(from, to));
  }
}
