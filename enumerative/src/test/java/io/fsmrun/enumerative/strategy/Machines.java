package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;

/** Small automata that examples are worked out on by hand. */
final class Machines {

  private Machines() {}

  /**
   * Four states. {@code x} leads to state 0 from all, {@code y} to 1 or 2; other bytes turn a ring.
   */
  static Dfa ring() {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    labels['x'] = 1;
    labels['y'] = 2;
    char[] table = {1, 0, 1, 2, 0, 1, 3, 0, 2, 0, 0, 2};
    return new Dfa(SymbolClasses.ofLabels(labels), table, new byte[] {0, 0, 0, 1}, 0);
  }

  /** Finds {@code aab}: states are how many of its letters were read. */
  static Dfa matcher() {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    labels['a'] = 1;
    labels['b'] = 2;
    char[] table = {0, 1, 0, 0, 2, 0, 0, 2, 3, 0, 1, 0};
    return new Dfa(SymbolClasses.ofLabels(labels), table, new byte[] {0, 0, 0, 1}, 0);
  }

  /**
   * State 1, always enabled, on {@code a}; from it 2 on {@code b} and 3 on {@code b} or {@code c};
   * from 2 also 4 on {@code b}; 5, always enabled, on {@code b}; 6 on {@code b} from the start.
   */
  static Nfa network() {
    NfaBuilder builder = new NfaBuilder();
    int[] states = new int[7];
    String[] symbols = {"", "a", "b", "bc", "b", "b", "b"};
    for (int state = 1; state < states.length; state++) {
      states[state] = builder.addState(SymbolSet.ofChars(symbols[state]));
      builder.addFlags(states[state], ReportFlags.HERE);
    }
    builder.setAlwaysEnabled(states[1]);
    builder.setAlwaysEnabled(states[5]);
    builder.addEdge(states[1], states[2]);
    builder.addEdge(states[1], states[3]);
    builder.addEdge(states[2], states[4]);
    builder.addEdge(Nfa.START, states[6]);
    return builder.build();
  }
}
