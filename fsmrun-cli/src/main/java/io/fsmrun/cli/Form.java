package io.fsmrun.cli;

import java.util.Locale;

/** What rules become in a network, by the names that users type. */
enum Form {
  /** Position automata, state by state. */
  NFA,
  /** Deterministic automata, one bit a state. */
  DFA;

  /** The most states of a rule's DFA, if so many were allowed. */
  int dfaStates(int allowed) {
    return this == NFA ? 0 : allowed;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
