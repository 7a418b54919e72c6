package io.fsmrun.cpu.filter;

/**
 * Decides, block by block, whether a session searches for pieces or runs the automaton of all
 * chains. Either finds the same. Mutable, for one thread.
 */
interface TechniqueChoice {

  /** Whether the next block is to be run by the automaton. */
  boolean prefersAutomaton();

  /** Says what searching a block has cost. */
  void searched(int bytes, long nanos);

  /** Whether the automaton is to go on with a block. */
  boolean goesOn(int bytes, long nanos);

  /** Says what running a block has cost, and whether it was run to its end. */
  void ran(int bytes, long nanos, boolean whole);
}
