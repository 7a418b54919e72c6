package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.nfa.Nfa;

/** A position automaton, state by state; the start is no STE, but lets others start. */
final class NfaElements {

  private final Nfa nfa;
  private final RuleElements elements;

  NfaElements(Nfa nfa, RuleElements elements) {
    this.nfa = nfa;
    this.elements = elements;
  }

  void add() {
    int[] stes = new int[nfa.stateCount()];
    for (int state = 1; state < stes.length; state++) {
      stes[state] = elements.ste(state, 0, nfa.symbols(state), nfa.reportFlags(state));
    }
    for (int i = 0; i < nfa.successorCount(Nfa.START); i++) {
      elements.start(stes[nfa.successor(Nfa.START, i)], StartKind.START_OF_DATA);
    }
    for (int state = 1; state < stes.length; state++) {
      if (nfa.isAlwaysEnabled(state)) {
        elements.start(stes[state], StartKind.ALL_INPUT);
      }
      for (int i = 0; i < nfa.successorCount(state); i++) {
        elements.edge(stes[state], stes[nfa.successor(state, i)]);
      }
    }
  }
}
