package io.fsmrun.testkit;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.state.StateSet;
import java.util.ArrayList;
import java.util.List;

/**
 * A case for {@link SessionContract}: an automaton, an input and a piece of it, drawn from a seed;
 * and what flows may start from there, drawn from the same source. For one thread.
 */
final class SessionCase {

  private final long seed;
  final RandomAutomata random;
  final Automaton automaton;
  final byte[] input;
  final int from;
  final int to;

  SessionCase(long seed, boolean wholeInput) {
    this.seed = seed;
    random = RandomAutomata.seeded(seed);
    // Mostly small; sometimes of several words of 64 states.
    automaton = random.automaton(random.chance(0.1) ? 200 : 14);
    boolean small = automaton.stateCount() <= 20;
    int length = random.number(0, small && random.chance(0.1) ? 900 : 50);
    input =
        random.chance(0.5)
            ? random.input(length, automaton)
            : random.input(length, random.number(1, 4));
    from = wholeInput || length == 0 ? 0 : random.number(0, Math.min(length, 20));
    to = length;
  }

  Replay replay(String test) {
    return new Replay(test, seed)
        .with("automaton", automaton)
        .with("input", input)
        .with("from", from)
        .with("to", to);
  }

  /** One state of a deterministic automaton, any set of states of another. */
  StateSet configuration() {
    int states = automaton.stateCount();
    return automaton.isDeterministic()
        ? StateSet.of(random.number(0, states - 1))
        : random.stateSet(states);
  }

  /**
   * For a deterministic automaton, any sets, disjoint or not. For another, known configurations, or
   * the two bounds: a set that stands for several configurations means nothing else there.
   */
  List<FlowStart> flows() {
    int states = automaton.stateCount();
    List<FlowStart> starts = new ArrayList<>();
    if (automaton.isDeterministic()) {
      if (random.chance(0.6)) {
        for (StateSet block : random.partition(states).blocks()) {
          starts.add(new FlowStart(block, block.size() == 1));
        }
        return starts;
      }
      for (int i = random.number(1, 5); i > 0; i--) {
        StateSet set = random.stateSet(states).union(configuration());
        starts.add(new FlowStart(set, set.size() == 1));
      }
      return starts;
    }
    if (random.chance(0.5)) {
      starts.add(new FlowStart(StateSet.EMPTY, true));
      starts.add(new FlowStart(StateSet.range(0, states), false));
      return starts;
    }
    for (int i = random.number(1, 5); i > 0; i--) {
      starts.add(new FlowStart(configuration(), true));
    }
    return starts;
  }

  /** Configurations that a flow stands for; for a bound, some of them. */
  List<StateSet> configurationsOf(FlowStart start) {
    if (start.known()) {
      return List.of(start.states());
    }
    List<StateSet> configurations = new ArrayList<>();
    if (automaton.isDeterministic()) {
      for (int state : start.states().toArray()) {
        configurations.add(StateSet.of(state));
      }
    } else {
      for (int i = 0; i < 4; i++) {
        configurations.add(random.stateSet(automaton.stateCount()));
      }
    }
    return configurations;
  }
}
