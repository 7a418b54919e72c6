package io.fsmrun.cpu.start;

import io.fsmrun.core.nfa.Nfa;

/**
 * A rule whose starts of match are wanted, as two automata that are anchored where they begin, so
 * that what is active in them tells where it began.
 *
 * <p>A position automaton of "anything, then the rule" does not do: in it a byte that a rule looks
 * at ({@code \Bx}) cannot be told from one that it matches ({@code \wx}).
 *
 * @param rule index of the rule, from 0, in order of rule ids
 * @param first finds matches that start before the first byte: the rule, anchored
 * @param later finds the others, begun one byte before they start: any byte, then the rule,
 *     anchored
 */
public record StartRule(int rule, Nfa first, Nfa later) {

  /**
   * Checks that the automata are anchored.
   *
   * @throws IllegalArgumentException if a state may be entered at any byte
   */
  public StartRule {
    if (rule < 0 || !isAnchored(first) || !isAnchored(later)) {
      throw new IllegalArgumentException("rule " + rule + " is not anchored");
    }
  }

  private static boolean isAnchored(Nfa nfa) {
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        return false;
      }
    }
    return true;
  }
}
