package io.fsmrun.ap;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.Session;

/** One laid-out automaton. */
record OneHotEngine(Automaton automaton, Fabric fabric) implements Engine {

  @Override
  public Session newSession() {
    return new OneHotSession(fabric);
  }
}
