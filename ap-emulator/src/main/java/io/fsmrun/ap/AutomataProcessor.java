package io.fsmrun.ap;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.nfa.Nfa;

/**
 * The emulated Automata Processor: one bit per state, and a step that maps a set of states to the
 * set of their successors (Zhuo 2022, section 3.3).
 *
 * <p>Both forms of automaton are laid out one-hot. A deterministic one may have several bits set
 * too: then it advances all of them at once and forgets which came from which, which is what
 * convergence sets build on.
 */
public final class AutomataProcessor implements Backend {

  /** The back end; it has no parameters. */
  public AutomataProcessor() {}

  @Override
  public String name() {
    return "ap";
  }

  /**
   * Lays an automaton out.
   *
   * @throws IllegalArgumentException if it is neither a {@link Dfa} nor an {@link Nfa}
   */
  @Override
  public Engine prepare(Automaton automaton) {
    return new OneHotEngine(automaton, fabric(automaton));
  }

  private static Fabric fabric(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> new DfaFabric(dfa);
      case Nfa nfa -> new NfaFabric(nfa);
      default ->
          throw new IllegalArgumentException(
              "no one-hot form of " + automaton.getClass().getName());
    };
  }
}
