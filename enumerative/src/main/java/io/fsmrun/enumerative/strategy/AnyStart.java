package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.flow.UnionFlows;
import java.util.Arrays;

/** Flows for starts of which nothing is predicted: all states, or all that survived. */
final class AnyStart {

  private AnyStart() {}

  static int requireSegments(int segments) {
    if (segments < 1) {
      throw new IllegalArgumentException(segments + " segments");
    }
    return segments;
  }

  static int requireLookBack(int symbols) {
    if (symbols < 0) {
      throw new IllegalArgumentException("a look-back of " + symbols + " symbols");
    }
    return symbols;
  }

  /** One flow for every state that may be active after at least one byte. */
  static FlowPlan allStates(Automaton automaton) {
    return survivors(
        automaton, new Survivors(StateSet.EMPTY, StateSet.range(0, automaton.stateCount())));
  }

  /**
   * One flow for every survivor; for a nondeterministic automaton, also one for what is certain.
   */
  static FlowPlan survivors(Automaton automaton, Survivors survivors) {
    if (automaton.isDeterministic()) {
      return new StateFlows(survivors.possible(), true);
    }
    return UnionFlows.ofStates(
        new Survivors(survivors.certain(), withoutStart(automaton, survivors.possible())));
  }

  /** Nothing leads to the start of a position automaton, so it is never active at a cut. */
  private static StateSet withoutStart(Automaton automaton, StateSet states) {
    if (!(automaton instanceof Nfa) || !states.contains(Nfa.START)) {
      return states;
    }
    int[] all = states.toArray();
    // The start has the lowest number.
    return StateSet.of(Arrays.copyOfRange(all, 1, all.length));
  }
}
