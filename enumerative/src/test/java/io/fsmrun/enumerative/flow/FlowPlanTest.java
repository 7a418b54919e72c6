package io.fsmrun.enumerative.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.FunctionChain;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Chained transition functions never lose the true configuration, and never claim another. */
class FlowPlanTest {

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void convergenceSetsHoldTheTrueState(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(12);
    FlowPlan plan = new ConvergenceSetFlows(random.partition(dfa.stateCount()));
    byte[] input = random.input(random.number(1, 40), dfa);
    StateSet start = StateSet.of(random.number(0, dfa.stateCount() - 1));
    Possible end = chained(random, dfa, plan, input).apply(new Possible.Known(start));
    StateSet truth = truth(dfa, start, input);
    switch (end) {
      case Possible.Known known -> assertThat(known.configuration()).isEqualTo(truth);
      case Possible.OneOf oneOf -> {
        assertThat(oneOf.states().size()).isGreaterThan(1);
        assertThat(oneOf.states().contains(truth.get(0))).isTrue();
      }
      default -> throw new AssertionError(end);
    }
  }

  @Test
  void flowsComeInTheOrderAskedFor() {
    Partition partition = Partition.ofLabels(new int[] {0, 1, 2, 1});
    FlowPlan plan = new ConvergenceSetFlows(partition, new int[] {2, 0, 1});
    assertThat(plan.starts())
        .containsExactly(
            new FlowStart(StateSet.of(2), true),
            new FlowStart(StateSet.of(0), true),
            new FlowStart(StateSet.of(1, 3), false));
    assertThat(plan.flowsOf(StateSet.of(3))).containsExactly(2);
    assertThat(plan.flowsOf(StateSet.of(2))).containsExactly(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConvergenceSetFlows(partition, new int[] {0, 1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConvergenceSetFlows(partition, new int[] {0, 1, 1}));
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void bracketsHoldTheTrueSet(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Nfa nfa = random.nfa(10);
    FlowPlan plan = new BracketFlows(nfa.stateCount());
    byte[] input = random.input(random.number(1, 20), nfa);
    StateSet start = random.stateSet(nfa.stateCount());
    Possible end = chained(random, nfa, plan, input).apply(new Possible.Known(start));
    StateSet truth = truth(nfa, start, input);
    switch (end) {
      case Possible.Known known -> assertThat(known.configuration()).isEqualTo(truth);
      case Possible.Between between -> {
        assertThat(truth.union(between.lower())).isEqualTo(truth);
        assertThat(between.upper().union(truth)).isEqualTo(between.upper());
        assertThat(between.lower()).isNotEqualTo(between.upper());
      }
      default -> throw new AssertionError(end);
    }
  }

  private static FunctionChain chained(
      RandomAutomata random, Automaton automaton, FlowPlan plan, byte[] input) {
    int[] cuts = random.cuts(0, input.length, random.number(1, 5));
    List<TransitionFunction> all = new ArrayList<>();
    for (int i = 1; i < cuts.length; i++) {
      SegmentOutcome outcome =
          new NaiveBackend()
              .prepare(automaton)
              .newSession()
              .runFlows(
                  input,
                  cuts[i - 1],
                  cuts[i],
                  plan.starts(),
                  FlowChecks.ALL,
                  ReportBudget.unlimited());
      all.add(plan.function(outcome));
    }
    return new FunctionChain(all);
  }

  private static StateSet truth(Automaton automaton, StateSet start, byte[] input) {
    List<Integer> states = new ArrayList<>();
    for (int state : start.toArray()) {
      states.add(state);
    }
    TreeSet<Integer> end =
        new TreeSet<>(ReferenceEngine.run(automaton, states, input, 0, input.length));
    return StateSet.of(end.stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void convergenceSetsAreTheFlows() {
    FlowPlan plan = new ConvergenceSetFlows(Partition.ofLabels(new int[] {0, 1, 0}));
    assertThat(plan.starts())
        .containsExactly(
            new FlowStart(StateSet.of(0, 2), false), new FlowStart(StateSet.of(1), true));
    int[] flows = new int[3];
    Arrays.setAll(flows, state -> plan.flowsOf(StateSet.of(state))[0]);
    assertThat(flows).containsExactly(0, 1, 0);
  }

  @Test
  void bracketsAreNothingAndEverything() {
    FlowPlan plan = new BracketFlows(3);
    assertThat(plan.starts())
        .containsExactly(
            new FlowStart(StateSet.EMPTY, true), new FlowStart(StateSet.of(0, 1, 2), false));
    assertThat(plan.flowsOf(StateSet.EMPTY)).containsExactly(0);
    assertThat(plan.flowsOf(StateSet.of(1))).containsExactly(1);
  }
}
