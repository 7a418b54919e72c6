package io.fsmrun.enumerative.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Strategies that do not predict leave no start out, and their flows are no more than the start: a
 * run that is exact by executing segments again would hide it.
 */
class ForeseenStartsTest {

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void flowsOfATrueStartAreThatStart(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.chance(0.6) ? random.nfa(12) : random.dfa(12);
    RuleSet rules = PlanRecorder.rules(automaton);
    byte[] input = random.input(random.number(1, 40), rules);
    Strategy strategy = strategy(random, rules);
    new Replay("foreseen-" + strategy.name(), seed)
        .with("automaton", automaton)
        .with("input", input)
        .check(
            () -> {
              PlanRecorder recorder = new PlanRecorder(strategy);
              recorder.scan(rules, new String(input, StandardCharsets.ISO_8859_1));
              for (int position : recorder.positions()) {
                check(automaton, recorder.planAt(position), input, position);
              }
            });
  }

  private static Strategy strategy(RandomAutomata random, RuleSet rules) {
    int segments = random.number(2, 20);
    PapOptions options =
        new PapOptions(
            random.chance(0.7), random.chance(0.5), random.chance(0.7), random.chance(0.7));
    return switch (random.number(0, 5)) {
      case 0 -> new StateEnumeration(segments);
      case 1 -> new LookBackEnumeration(segments, random.number(0, 5));
      case 2 ->
          // More candidates than states: nothing is left out.
          new SpeculativeEnumeration(
              segments, random.number(0, 5), 100, (c, state) -> state, FlowChecks.ALL);
      default -> new PapEnumeration(rules, segments, options, FlowChecks.ALL);
    };
  }

  private static void check(Automaton automaton, FlowPlan plan, byte[] input, int position) {
    StateSet truth = run(automaton, automaton.startConfiguration(), input, 0, position);
    List<FlowStart> starts = plan.starts();
    int[] flows = plan.flowsOf(truth);
    assertThat(flows).as("flows of %s at %d among %s", truth, position, starts).isNotEmpty();
    StateSet union = StateSet.EMPTY;
    for (int flow : flows) {
      union = union.union(starts.get(flow).states());
    }
    assertThat(union).isEqualTo(truth);
    // Whatever came before, the end is among what the segment says is possible.
    StateSet end = run(automaton, truth, input, position, input.length);
    switch (plan.function(outcome(automaton, plan, input, position))
        .apply(new Possible.Anything())) {
      case Possible.Known known -> assertThat(known.configuration()).isEqualTo(end);
      case Possible.OneOf oneOf -> assertThat(oneOf.states().contains(end.get(0))).isTrue();
      case Possible.Between between -> {
        assertThat(end.union(between.lower())).isEqualTo(end);
        assertThat(between.upper().union(end)).isEqualTo(between.upper());
      }
      case Possible.Anything anything -> throw new AssertionError("nothing was said");
    }
  }

  /** A prediction that leaves survivors out must not claim to know anything of other starts. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void predictionsClaimNothingOfStartsLeftOut(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = PlanRecorder.rules(random.dfa(8));
    byte[] input = random.input(random.number(2, 20), rules);
    int lookBack = random.number(0, 3);
    PlanRecorder one =
        new PlanRecorder(
            new SpeculativeEnumeration(3, lookBack, 1, (c, state) -> state % 3, FlowChecks.ALL));
    PlanRecorder all = new PlanRecorder(new LookBackEnumeration(3, lookBack));
    one.scan(rules, new String(input, StandardCharsets.ISO_8859_1));
    all.scan(rules, new String(input, StandardCharsets.ISO_8859_1));
    for (int position : one.positions()) {
      boolean complete = all.startsAt(position).size() == 1;
      Possible possible =
          one.planAt(position)
              .function(outcome(rules.automaton(0), one.planAt(position), input, position))
              .apply(new Possible.Anything());
      assertThat(possible.isKnown()).isEqualTo(complete);
      assertThat(one.startsAt(position)).hasSize(1);
      assertThat(all.startsAt(position)).containsAll(one.startsAt(position));
    }
  }

  private static SegmentOutcome outcome(
      Automaton automaton, FlowPlan plan, byte[] input, int position) {
    return new NaiveBackend()
        .prepare(automaton)
        .newSession()
        .runFlows(
            input, position, input.length, plan.starts(), FlowChecks.ALL, ReportBudget.unlimited());
  }

  private static StateSet run(Automaton automaton, StateSet start, byte[] input, int from, int to) {
    TreeSet<Integer> states = new TreeSet<>();
    Arrays.stream(start.toArray()).forEach(states::add);
    return StateSet.of(
        ReferenceEngine.run(automaton, states, input, from, to).stream()
            .mapToInt(Integer::intValue)
            .toArray());
  }
}
