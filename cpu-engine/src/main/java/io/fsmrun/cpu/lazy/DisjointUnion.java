package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;

/** States of several automata, numbered through in order. Immutable. */
final class DisjointUnion {

  private final List<RuleAutomaton> components;
  private final int[] first;
  private final int[] componentOf;

  DisjointUnion(List<RuleAutomaton> components) {
    this.components = components;
    this.first = new int[components.size() + 1];
    for (int c = 0; c < components.size(); c++) {
      first[c + 1] = Math.addExact(first[c], components.get(c).nfa().stateCount());
    }
    this.componentOf = new int[first[components.size()]];
    for (int c = 0; c < components.size(); c++) {
      Arrays.fill(componentOf, first[c], first[c + 1], c);
    }
  }

  int components() {
    return components.size();
  }

  int stateCount() {
    return componentOf.length;
  }

  /** Number of the first state of a component, its start. */
  int first(int component) {
    return first[component];
  }

  int component(int state) {
    return componentOf[state];
  }

  int rule(int state) {
    return components.get(componentOf[state]).rule();
  }

  Nfa nfa(int state) {
    return components.get(componentOf[state]).nfa();
  }

  /** The state's number in its own automaton. */
  int local(int state) {
    return state - first[componentOf[state]];
  }

  SymbolSet symbols(int state) {
    return nfa(state).symbols(local(state));
  }

  boolean isAlwaysEnabled(int state) {
    return nfa(state).isAlwaysEnabled(local(state));
  }
}
