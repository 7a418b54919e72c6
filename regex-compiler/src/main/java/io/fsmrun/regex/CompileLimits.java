package io.fsmrun.regex;

import io.fsmrun.core.dfa.Dfa;

/**
 * How large automata may become. A rule over the first limit is refused; one over the third stays a
 * position automaton.
 *
 * @param positions the most positions of a rule, repetitions unrolled
 * @param edges the most edges between them
 * @param dfaStates the most states of a rule's DFA before it is minimised, at most {@link
 *     Dfa#MAX_STATES}; 0 builds no DFA
 */
public record CompileLimits(int positions, long edges, int dfaStates) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public CompileLimits {
    if (positions < 1 || edges < 1 || dfaStates < 0 || dfaStates > Dfa.MAX_STATES) {
      throw new IllegalArgumentException(
          "limits of "
              + positions
              + " positions, "
              + edges
              + " edges, "
              + dfaStates
              + " DFA states");
    }
  }

  /**
   * 65,536 positions, 4 million edges, 10,000 DFA states.
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
    return new CompileLimits(positions, edges, states);
  }
}
