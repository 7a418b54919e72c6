package io.fsmrun.cpu.choice;

/**
 * What all sessions of an engine have learnt of searching and of the automaton. For many threads.
 */
public interface Ledger {

  /**
   * Whether the code that searches may still become faster by being run, on any input.
   *
   * @return true at first
   */
  boolean isSearchNew();

  /**
   * Whether loops that will make searching faster are tried in it, which takes time itself.
   *
   * @return true for some seconds at most
   */
  boolean isSearchTried();

  /**
   * Whether most of the code that searches is compiled, if not all of it.
   *
   * @return false at first
   */
  boolean isSearchCompiled();

  /**
   * Adds a search.
   *
   * @param nanos the time it took, in nanoseconds
   */
  void addSearch(long nanos);

  /**
   * Says what searching has cost for half a millisecond and more.
   *
   * @param nanosPerByte that
   */
  void searchCosts(double nanosPerByte);

  /**
   * Says what searching has cost where it was tried, and is slower than the automaton. Where that
   * is many times what it has ever cost, the virtual machine may have thrown compiled code away:
   * the code is new again then, for a while and a few times.
   *
   * @param nanosPerByte that
   */
  void probedSlowly(double nanosPerByte);

  /**
   * Adds what running the automaton has cost.
   *
   * @param nanos time taken
   */
  void addRun(long nanos);

  /**
   * Whether the automaton has run so little that it may not be compiled yet. Trials in vain are
   * repeated soon then.
   *
   * @return true at first
   */
  boolean isAutomatonNew();

  /**
   * Says that the automaton was tried in vain.
   *
   * @param nanos what was lost by that, in nanoseconds
   * @param searchNanos what searching costs there, in nanoseconds per byte
   */
  void triedInVain(long nanos, double searchNanos);

  /**
   * Whether that was said of such an input, for long, by all sessions together.
   *
   * @param searchNanos what searching costs, in nanoseconds per byte
   * @return false if it is much more than where trials were in vain, or little is known
   */
  boolean wasTriedInVain(double searchNanos);

  /**
   * Says that searching was tried where the automaton runs, in vain.
   *
   * @param gotFaster whether it was much faster than when it was tried before; the virtual machine
   *     may be about to compile it then
   */
  void probedInVain(boolean gotFaster);

  /**
   * How long the automaton runs before searching is tried again, as a multiple of what that costs.
   *
   * @return little at first and where searching gets faster; else more
   */
  int probesPart();
}
