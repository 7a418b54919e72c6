package io.fsmrun.cpu;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.nfa.Nfa;

/**
 * The CPU back end: deterministic automata as tables, sets of their states as lazily determinised
 * sets (specification, section 7), position automata as bit vectors.
 */
public final class CpuBackend implements Backend {

  private final CpuOptions options;

  /** The back end with all its optimisations. */
  public CpuBackend() {
    this(CpuOptions.defaults());
  }

  /**
   * The back end with some of its optimisations.
   *
   * @param options which
   */
  public CpuBackend(CpuOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return "cpu";
  }

  /**
   * Prepares an automaton.
   *
   * @throws IllegalArgumentException if it is neither a {@link Dfa} nor an {@link Nfa}
   */
  @Override
  public Engine prepare(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> new TableEngine(dfa, options);
      case Nfa nfa -> new BitParallelEngine(nfa);
      default ->
          throw new IllegalArgumentException("no engine for " + automaton.getClass().getName());
    };
  }
}
