package io.fsmrun.regex;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.BitSet;

/** Where matches end according to an automaton, one byte after the other, by the definitions. */
final class EndsByAutomaton {

  private EndsByAutomaton() {}

  static BitSet ends(Automaton automaton, byte[] input) {
    BitSet ends = new BitSet();
    StateSet now = automaton.startConfiguration();
    for (int at = 0; at <= input.length; at++) {
      int flags = automaton.reportFlags(now);
      add(ends, flags, ReportFlags.HERE, at);
      add(ends, flags, ReportFlags.BACK, at - 1);
      if (at == input.length) {
        add(ends, flags, ReportFlags.FINAL_HERE, at);
        add(ends, flags, ReportFlags.FINAL_BACK, at - 1);
      } else {
        now = step(automaton, now, input[at] & 0xff);
      }
    }
    return ends;
  }

  private static void add(BitSet ends, int flags, int flag, int end) {
    if ((flags & flag) != 0) {
      ends.set(end);
    }
  }

  private static StateSet step(Automaton automaton, StateSet now, int symbol) {
    return switch (automaton) {
      case Dfa dfa -> StateSet.of(dfa.next(now.get(0), symbol));
      case Nfa nfa -> step(nfa, now, symbol);
      default -> throw new IllegalArgumentException(automaton.getClass().getName());
    };
  }

  private static StateSet step(Nfa nfa, StateSet now, int symbol) {
    BitSet next = new BitSet();
    for (int state = 0; state < nfa.stateCount(); state++) {
      next.set(state, nfa.isAlwaysEnabled(state));
    }
    for (int i = 0; i < now.size(); i++) {
      for (int s = 0; s < nfa.successorCount(now.get(i)); s++) {
        next.set(nfa.successor(now.get(i), s));
      }
    }
    return StateSet.of(
        next.stream().filter(state -> nfa.symbols(state).contains(symbol)).toArray());
  }
}
