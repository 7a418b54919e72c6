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
}
