package io.fsmrun.gpu.stream;

import io.fsmrun.core.nfa.Nfa;
import java.util.Objects;

/**
 * A rule to be scanned for.
 *
 * @param id the rule's id
 * @param nfa its position automaton
 */
public record StreamRule(int id, Nfa nfa) {

  /** Checks that the automaton is there. */
  public StreamRule {
    Objects.requireNonNull(nfa);
  }
}
