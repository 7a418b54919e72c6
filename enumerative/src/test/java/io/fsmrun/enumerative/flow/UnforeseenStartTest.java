package io.fsmrun.enumerative.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.FunctionChain;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Chains of flows of different kinds, some of which do not foresee every start, never claim a
 * configuration that is not the true one. Runs would be exact all the same, since segments are
 * decoded from their true starts; but they would not execute what they should.
 */
class UnforeseenStartTest {

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void nothingFalseIsClaimed(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.automaton(9);
    byte[] input = random.input(random.number(1, 12), automaton);
    int[] bounds = random.cuts(0, input.length, random.number(1, 5));
    int states = automaton.stateCount();
    StateSet start =
        automaton.isDeterministic()
            ? StateSet.of(random.number(0, states - 1))
            : random.stateSet(states);
    new Replay("unforeseen", seed)
        .with("automaton", automaton)
        .with("input", input)
        .with("start", start)
        .check(() -> check(random, automaton, input, bounds, start));
  }

  private static void check(
      RandomAutomata random, Automaton automaton, byte[] input, int[] bounds, StateSet start) {
    List<TransitionFunction> functions = new ArrayList<>();
    List<StateSet> truths = new ArrayList<>();
    StateSet before = start;
    for (int i = 0; i + 1 < bounds.length; i++) {
      FlowPlan plan =
          automaton.isDeterministic()
              ? deterministic(random, automaton.stateCount())
              : nondeterministic(random, automaton.stateCount());
      SegmentOutcome outcome =
          new NaiveBackend()
              .prepare(automaton)
              .newSession()
              .runFlows(
                  input,
                  bounds[i],
                  bounds[i + 1],
                  plan.starts(),
                  FlowChecks.ALL,
                  ReportBudget.unlimited());
      TransitionFunction function = plan.function(outcome);
      StateSet after =
          stateSet(ReferenceEngine.run(automaton, set(before), input, bounds[i], bounds[i + 1]));
      checkFlows(plan, function, outcome, before, after);
      functions.add(function);
      truths.add(after);
      before = after;
    }
    List<Possible> possible = new FunctionChain(functions).follow(0, new Possible.Known(start));
    for (int i = 0; i < truths.size(); i++) {
      assertHolds(possible.get(i), truths.get(i));
    }
  }

  /** A start has flows exactly if the function knows it, and their union is the truth. */
  private static void checkFlows(
      FlowPlan plan,
      TransitionFunction function,
      SegmentOutcome outcome,
      StateSet before,
      StateSet after) {
    int[] flows = plan.flowsOf(before);
    Possible claimed = function.apply(new Possible.Known(before));
    assertThat(claimed instanceof Possible.Anything).isEqualTo(flows.length == 0);
    assertHolds(claimed, after);
    StateSet union = StateSet.EMPTY;
    for (int flow : flows) {
      union = union.union(outcome.end(flow));
    }
    if (flows.length > 0) {
      assertThat(union.union(after)).isEqualTo(union);
    }
  }

  private static void assertHolds(Possible possible, StateSet truth) {
    switch (possible) {
      case Possible.Known known -> assertThat(known.configuration()).isEqualTo(truth);
      case Possible.OneOf oneOf -> assertThat(oneOf.states().contains(truth.get(0))).isTrue();
      case Possible.Between between -> {
        assertThat(truth.union(between.lower())).isEqualTo(truth);
        assertThat(between.upper().union(truth)).isEqualTo(between.upper());
      }
      case Possible.Anything anything -> assertThat(truth).isNotNull();
    }
  }

  private static FlowPlan deterministic(RandomAutomata random, int states) {
    return switch (random.number(0, 2)) {
      case 0 -> new ConvergenceSetFlows(random.partition(states));
      case 1 -> new StateFlows(StateSet.range(0, states), true);
      default -> new StateFlows(random.stateSet(states).union(StateSet.of(0)), false);
    };
  }

  private static FlowPlan nondeterministic(RandomAutomata random, int states) {
    StateSet all = StateSet.range(0, states);
    return switch (random.number(0, 2)) {
      case 0 -> new BracketFlows(states);
      case 1 -> UnionFlows.ofStates(new Survivors(StateSet.EMPTY, all));
      default -> {
        List<StateSet> groups = new ArrayList<>();
        for (int state : random.stateSet(states).toArray()) {
          groups.add(StateSet.of(state));
        }
        yield new UnionFlows(StateSet.EMPTY, groups, false);
      }
    };
  }

  private static NavigableSet<Integer> set(StateSet states) {
    NavigableSet<Integer> set = new TreeSet<>();
    Arrays.stream(states.toArray()).forEach(set::add);
    return set;
  }

  private static StateSet stateSet(Collection<Integer> states) {
    return StateSet.of(states.stream().mapToInt(Integer::intValue).toArray());
  }
}
