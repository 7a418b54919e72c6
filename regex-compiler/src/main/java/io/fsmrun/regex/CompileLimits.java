package io.fsmrun.regex;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.LimitExceededException;

/**
 * How large automata may become. A rule over one of the first two limits is refused; one over the
 * third stays a position automaton; one that does not fit the fourth together with those before it
 * is refused.
 *
 * @param positions the most positions of a rule, repetitions unrolled
 * @param edges the most edges between them
 * @param dfaStates the most states of a rule's DFA before it is minimised, at most {@link
 *     Dfa#MAX_STATES}; 0 builds no DFA
 * @param together the most states and edges of the position automata of all rules together, for
 *     each engine of a database; each takes up to 40 bytes while they are put together
 */
public record CompileLimits(int positions, long edges, int dfaStates, long together) {

  private static final long USUAL_TOGETHER = 1 << 25;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public CompileLimits {
    if (positions < 1
        || edges < 1
        || dfaStates < 0
        || dfaStates > Dfa.MAX_STATES
        || together < 1
        || together > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "limits of "
              + positions
              + " positions, "
              + edges
              + " edges, "
              + dfaStates
              + " DFA states, "
              + together
              + " states and edges together");
    }
  }

  /**
   * Limits with the usual one for all rules together.
   *
   * @param positions the most positions of a rule
   * @param edges the most edges between them
   * @param dfaStates the most states of a rule's DFA
   */
  public CompileLimits(int positions, long edges, int dfaStates) {
    this(positions, edges, dfaStates, USUAL_TOGETHER);
  }

  /**
   * 65,536 positions, 4 million edges, 10,000 DFA states; 33,554,432 states and edges together.
   *
   * @return the usual limits
   */
  public static CompileLimits defaults() {
    return new CompileLimits(1 << 16, 4_000_000, 10_000);
  }

  /**
   * The same limits with another one for DFAs.
   *
   * @param states the most states of a rule's DFA
   * @return new limits
   */
  public CompileLimits withDfaStates(int states) {
    return new CompileLimits(positions, edges, states, together);
  }

  /**
   * The same limits with another one for all rules together.
   *
   * @param size the most states and edges of the rules of an engine
   * @return new limits
   */
  public CompileLimits withTogether(long size) {
    return new CompileLimits(positions, edges, dfaStates, size);
  }

  /**
   * Checks the size of all rules together.
   *
   * @param size states and edges
   * @throws LimitExceededException if they are too many
   */
  public void checkTogether(long size) {
    if (size > together) {
      throw together(together, size);
    }
  }

  /**
   * What is thrown where all rules together are too large.
   *
   * @param limit the most states and edges
   * @param seen how many there would be
   * @return an exception to be thrown
   */
  public static LimitExceededException together(long limit, long seen) {
    return new LimitExceededException("states and edges of all rules together", limit, seen);
  }
}
