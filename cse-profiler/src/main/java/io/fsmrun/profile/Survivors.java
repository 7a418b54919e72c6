package io.fsmrun.profile;

/** Counts the flows of one automaton along a string that is run from all states. For one thread. */
interface Survivors {

  /**
   * Runs a string.
   *
   * @return the flows left after 0, 1, 2, … symbols, at most one entry a symbol; where the array
   *     ends there is one flow and never more
   */
  int[] run(byte[] string);
}
