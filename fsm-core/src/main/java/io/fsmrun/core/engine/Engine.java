package io.fsmrun.core.engine;

/** One automaton in the form that a {@link Backend} executes. Immutable, shared by threads. */
public interface Engine {

  /**
   * The automaton that this engine executes.
   *
   * @return the automaton
   */
  Automaton automaton();

  /**
   * Working memory for one thread. Sessions may cache what they learn, so they are worth keeping.
   *
   * @return a fresh session
   */
  Session newSession();
}
