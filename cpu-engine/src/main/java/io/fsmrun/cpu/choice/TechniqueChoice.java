package io.fsmrun.cpu.choice;

/**
 * Decides, block by block, whether a session searches by its own technique or runs an automaton.
 * Either finds the same. Mutable, for one thread.
 */
public interface TechniqueChoice {

  /**
   * Whether the next block is to be run by the automaton.
   *
   * @return false to search
   */
  boolean prefersAutomaton();

  /**
   * Whether what the next block costs is waited for, so that it must be measured however short it
   * is.
   *
   * @return true while something is tried
   */
  boolean isTrying();

  /**
   * Whether searching is what is tried, and the automaton may go on behind it.
   *
   * @return false if {@link #isTrying} is
   */
  boolean isProbing();

  /**
   * How much of a block is to be searched before the rest is decided on.
   *
   * @return the most bytes, 1 or more
   */
  int partBytes();

  /**
   * Says that something else was done before the next block, which may have taken the caches.
   *
   * @param nanos how long
   */
  void idle(long nanos);

  /**
   * Says what searching has cost.
   *
   * @param bytes that were searched
   * @param nanos time taken
   * @param learning whether much of it was new to the search, which will be faster
   */
  void searched(int bytes, long nanos, boolean learning);

  /**
   * Whether it matters now that what comes behind what was searched last is some bytes repeated.
   *
   * @return false if {@link #inputRepeats} would change nothing
   */
  boolean asksWhetherInputRepeats();

  /** Says that a few bytes are repeated behind what was searched last, or at its end. */
  void inputRepeats();

  /**
   * Whether it matters now that what was searched last was searched before.
   *
   * @return false if {@link #inputRecurs} would change nothing
   */
  boolean asksWhetherInputRecurs();

  /**
   * Says that what was searched last was searched before, as a part of a longer text.
   *
   * @param period after how many bytes searched it came again
   */
  void inputRecurs(long period);

  /**
   * Says what the search has put off that has to be done before the automaton can run.
   *
   * @param nanos time that it will take, as far as can be told; 0 before the first call
   */
  void putOff(long nanos);

  /**
   * Says that what was put off has been done, because the automaton is about to run.
   *
   * @param owed what it was taken to cost, in nanoseconds
   * @param nanos what it has cost
   * @return whether the automaton is still to run
   */
  boolean settled(long owed, long nanos);

  /**
   * Says what handing the state over to the search has cost, before {@link #searched}.
   *
   * @param nanos time taken
   */
  void handedOver(long nanos);

  /**
   * Says what running the automaton over bytes has cost that were searched, so that it need not
   * take the state over. Whether it is to go on meanwhile is asked as if it had done nothing yet.
   *
   * @param nanos time taken
   */
  void followed(long nanos);

  /**
   * Whether the automaton is to go on with a block.
   *
   * @param bytes of it that were run
   * @param nanos time taken for them
   * @return false to give the block up
   */
  boolean goesOn(int bytes, long nanos);

  /**
   * Says what running the automaton has cost.
   *
   * @param bytes of the block, or of some blocks
   * @param nanos time taken
   * @param whole whether it was run to its end; if not, it is searched after all
   */
  void ran(int bytes, long nanos, boolean whole);
}
