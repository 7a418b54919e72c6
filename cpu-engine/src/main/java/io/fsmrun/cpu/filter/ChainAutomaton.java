package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;

/**
 * A chain as one position automaton, with what its states mean to a session that searches for the
 * chain's pieces.
 *
 * @param nfa reports what the chain does; also before the byte behind, as far as flags can say
 * @param joints where one link hands over to the next, in order
 * @param headStates per state of the head's automaton the state here, or -1; empty without a head
 * @param tailStates per state of the tail's automaton those here; empty without a tail
 * @param heldStates those of them that may be active without a piece that ends there, one or none
 */
record ChainAutomaton(
    Nfa nfa,
    List<Joint> joints,
    IntList headStates,
    List<IntList> tailStates,
    List<IntList> heldStates) {

  /**
   * The end of a link that is followed by a gap.
   *
   * @param link its number
   * @param ends the states that are active where it ends
   * @param gap the states that are active where so many bytes of the gap have passed, from 1 on
   * @param loops whether the last of those stands for all greater numbers
   * @param followers the states that may be entered one byte after an end
   */
  record Joint(int link, IntList ends, IntList gap, boolean loops, IntList followers) {}
}
