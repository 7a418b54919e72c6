package io.fsmrun.core.engine;

import io.fsmrun.core.state.StateSet;
import java.util.function.IntConsumer;

/**
 * One component of a ruleset machine: states, transitions on bytes, and reports.
 *
 * <p>A <em>configuration</em> is what a sequential run knows between two bytes: one state of a
 * deterministic automaton, the set of active states of a nondeterministic one. Implementations are
 * immutable and shared by threads.
 */
public interface Automaton {

  /**
   * Number of states; they are numbered from 0.
   *
   * @return at least 1
   */
  int stateCount();

  /**
   * The configuration before the first byte.
   *
   * @return a set of one state
   */
  StateSet startConfiguration();

  /**
   * Whether a configuration is always exactly one state.
   *
   * @return true for a DFA
   */
  boolean isDeterministic();

  /**
   * What a configuration reports at the position where it stands.
   *
   * @param configuration the active state or states
   * @return bits of {@link io.fsmrun.core.report.ReportFlags}
   */
  int reportFlags(StateSet configuration);

  /**
   * Hands over all numbers that this automaton is made of: automata of one form that hand over the
   * same numbers in the same order are the same, state for state.
   *
   * @param sink takes the numbers; O(states * byte classes) of them, or O(states + edges)
   */
  void describeTo(IntConsumer sink);
}
