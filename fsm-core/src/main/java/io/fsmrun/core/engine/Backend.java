package io.fsmrun.core.engine;

/**
 * Where automata run: a processor, real or emulated.
 *
 * <p>A back end runs the flows of a segment and says what they became. It knows nothing of
 * strategies, which decide where the input is cut and which flows each segment carries. Back ends
 * are found by {@link java.util.ServiceLoader}; they are immutable and shared by threads.
 */
public interface Backend {

  /**
   * The name by which users choose this back end.
   *
   * @return lower case, one word
   */
  String name();

  /**
   * Makes an automaton executable here.
   *
   * @param automaton one component of a ruleset machine
   * @return its executable form
   */
  Engine prepare(Automaton automaton);

  /**
   * How many calls of sessions of this back end should be under way at the same time. A back end
   * that runs many calls in one go, as a GPU does, wants thousands, of threads that begin several
   * each and wait most of the time; its calls throw {@link
   * java.util.concurrent.CancellationException} if the calling thread is interrupted.
   *
   * @return at least 1; 1 if a call is work of the thread that makes it, so that more threads than
   *     processors gain nothing
   */
  default int callersWanted() {
    return 1;
  }

  /**
   * Says that some threads are about to make calls over one array. The back end may wait until all
   * of them have called or left before it runs any of their calls, and may keep a copy of the
   * array. Calls of other threads and over other arrays are allowed at any time; they are merely
   * not waited for.
   *
   * @param input the array, which nobody changes until the group is closed
   * @param callers how many threads; each must {@link CallerGroup#leave} once
   * @return the group, to be closed when all have left
   */
  default CallerGroup announce(byte[] input, int callers) {
    return CallerGroup.NONE;
  }
}
