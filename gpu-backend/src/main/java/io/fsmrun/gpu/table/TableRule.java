package io.fsmrun.gpu.table;

import io.fsmrun.core.dfa.Dfa;
import java.util.Objects;

/**
 * A rule to be scanned for.
 *
 * @param id the rule's id
 * @param dfa its automaton
 */
public record TableRule(int id, Dfa dfa) {

  /** Checks that the automaton is there. */
  public TableRule {
    Objects.requireNonNull(dfa);
  }
}
