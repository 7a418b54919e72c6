package io.fsmrun.profile;

import io.fsmrun.core.nfa.Nfa;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * The states of a position automaton that may be active and are not certain to be, and one flow for
 * those that are.
 *
 * <p>A step distributes over union. So it runs two sets: what follows from nothing, which is
 * certain, and what follows from all states with no always-enabled state entered anew, which holds
 * all that is uncertain and dies out.
 */
final class NfaSurvivors implements Survivors {

  private final Nfa nfa;
  private final int[] alwaysEnabled;

  NfaSurvivors(Nfa nfa) {
    this.nfa = nfa;
    IntArrayList enabled = new IntArrayList();
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        enabled.add(state);
      }
    }
    this.alwaysEnabled = enabled.toIntArray();
  }

  @Override
  public int[] run(byte[] string) {
    IntArrayList counts = new IntArrayList();
    BitSet certain = new BitSet();
    BitSet possible = new BitSet();
    possible.set(Nfa.START + 1, nfa.stateCount());
    for (int i = 0; i < string.length; i++) {
      possible.andNot(certain);
      if (possible.isEmpty()) {
        break;
      }
      counts.add(1 + possible.cardinality());
      possible = successors(possible, string[i] & 0xff);
      certain = successors(certain, string[i] & 0xff);
      for (int state : alwaysEnabled) {
        if (nfa.symbols(state).contains(string[i] & 0xff)) {
          certain.set(state);
        }
      }
    }
    return counts.toIntArray();
  }

  private BitSet successors(BitSet states, int symbol) {
    BitSet next = new BitSet();
    for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
      for (int k = 0; k < nfa.successorCount(state); k++) {
        int successor = nfa.successor(state, k);
        if (nfa.symbols(successor).contains(symbol)) {
          next.set(successor);
        }
      }
    }
    return next;
  }
}
