package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.PapEnumeration;
import io.fsmrun.enumerative.strategy.PapOptions;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.enumerative.strategy.SpeculativeEnumeration;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.enumerative.strategy.WholePieces;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * All strategies report what a sequential run reports, whatever their options, the number of
 * segments and threads, the windows, and the pieces that the input falls into. One subclass per
 * back end.
 */
public abstract class StrategiesExactnessContract {

  /** A piece ends after each {@code b}. */
  private static final InputSplitter AFTER_A_B =
      (input, from, to) -> {
        for (int p = from; p < to; p++) {
          if (input[p] == 'b') {
            return p + 1;
          }
        }
        return -1;
      };

  /** The back end under test. */
  protected abstract Backend backend();

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void classicEnumerationIsExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    checkExact(
        "enumerative",
        seed,
        random,
        random.ruleSet(4, 10),
        rules -> new StateEnumeration(segments(random), checks(random)));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void lookingBackIsExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    checkExact(
        "lbe",
        seed,
        random,
        random.ruleSet(4, 12),
        rules -> new LookBackEnumeration(segments(random), lookBack(random), checks(random)));
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void speculationIsExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int salt = random.number(0, 1000);
    checkExact(
        "speculation",
        seed,
        random,
        random.ruleSet(4, 12),
        rules ->
            new SpeculativeEnumeration(
                segments(random),
                lookBack(random),
                random.number(1, random.chance(0.5) ? 1 : 4),
                (component, state) -> (state * 31 + component * 17 + salt) % 7,
                checks(random)));
  }

  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void papIsExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet some = random.chance(0.4) ? ofNfas(random) : random.ruleSet(4, 12);
    checkExact("pap", seed, random, some, rules -> pap(random, rules));
  }

  @Property(tries = 250, shrinking = ShrinkingMode.OFF)
  void convergenceSetsAreExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    checkExact("cse", seed, random, random.ruleSet(4, 12), rules -> cse(random, rules));
  }

  /** Each kind of machine that random rules may miss, under each strategy. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void machinesThatNeverConvergeAreExact(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet hard =
        ruleSet(
            List.of(
                random.permutation(random.number(1, 8)),
                random.oneState(),
                random.allReporting(random.number(1, 6)),
                random.matchedOrDead(random.number(1, 5)),
                random.convergingThroughReports(random.number(1, 4)),
                random.withoutReports(random.number(1, 6)),
                random.nfa(7)));
    checkExact(
        "hard",
        seed,
        random,
        hard,
        rules ->
            switch (random.number(0, 4)) {
              case 0 -> new StateEnumeration(random.number(1, 9));
              case 1 -> new LookBackEnumeration(random.number(1, 9), lookBack(random));
              case 2 ->
                  new SpeculativeEnumeration(
                      random.number(1, 9), lookBack(random), 1, (c, s) -> s, checks(random));
              case 3 -> pap(random, rules);
              default -> cse(random, rules);
            });
  }

  private static Strategy pap(RandomAutomata random, RuleSet rules) {
    PapOptions options =
        new PapOptions(
            random.chance(0.7), random.chance(0.7), random.chance(0.7), random.chance(0.7));
    return new PapEnumeration(rules, segments(random), options, checks(random));
  }

  private static Strategy cse(RandomAutomata random, RuleSet rules) {
    List<FlowPlan> flows = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      flows.add(
          component.automaton().isDeterministic()
              ? new ConvergenceSetFlows(random.partition(states))
              : new BracketFlows(states));
    }
    Sharing sharing =
        random.chance(0.6)
            ? new Sharing(true, random.number(1, 9))
            : new Sharing(random.chance(0.5), Sharing.NEVER);
    return new ConvergenceSetEnumeration(flows, segments(random), checks(random), sharing);
  }

  /** Often more than the input has bytes. */
  private static int segments(RandomAutomata random) {
    return random.number(1, random.chance(0.1) ? 400 : 20);
  }

  private static FlowChecks checks(RandomAutomata random) {
    return new FlowChecks(random.chance(0.8), random.chance(0.5));
  }

  private static int lookBack(RandomAutomata random) {
    return random.number(0, random.chance(0.2) ? 400 : 6);
  }

  private static RuleSet ofNfas(RandomAutomata random) {
    List<Automaton> automata = new ArrayList<>();
    int count = random.number(1, 4);
    for (int i = 0; i < count; i++) {
      automata.add(random.nfa(14));
    }
    return ruleSet(automata);
  }

  private static RuleSet ruleSet(List<? extends Automaton> automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  @FunctionalInterface
  private interface Choice {
    Strategy of(RuleSet rules);
  }

  private void checkExact(
      String name, long seed, RandomAutomata random, RuleSet rules, Choice choice) {
    byte[] input = random.input(random.number(0, random.chance(0.1) ? 300 : 50), rules);
    Strategy chosen = choice.of(rules);
    Strategy strategy =
        random.chance(0.25) ? new WholePieces(chosen, random.number(0, 20)) : chosen;
    int window = random.number(1, random.chance(0.3) ? 8 : Math.max(8, input.length));
    ReexecutionLevel[] levels = ReexecutionLevel.values();
    RunOptions options =
        new RunOptions(
            random.number(1, 3),
            window,
            1 << 20,
            levels[random.number(0, levels.length - 1)],
            random.number(1, 4),
            random.chance(0.7) ? PrefixReplay.AS_NEEDED : PrefixReplay.WHOLE);
    new Replay("strategies-" + name, seed)
        .with(rules)
        .with("input", input)
        .with("options", options)
        .with("segments", strategy.cut(input, 0, input.length).count())
        .check(
            () -> {
              int[] chunks = random.cuts(0, input.length, random.number(1, 4));
              assertThat(scan(rules, strategy, options, InputSplitter.NONE, input, chunks))
                  .isEqualTo(ReferenceEngine.reports(rules, input));
              RunOptions whole = new RunOptions(1, 1 << 20, 1 << 20);
              assertThat(scan(rules, strategy, options, AFTER_A_B, input, chunks))
                  .isEqualTo(
                      scan(rules, new Sequential(), whole, AFTER_A_B, input, 0, input.length));
            });
  }

  private List<Report> scan(
      RuleSet rules,
      Strategy strategy,
      RunOptions options,
      InputSplitter splitter,
      byte[] input,
      int... chunks)
      throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, backend()),
            strategy,
            options,
            splitter,
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    for (int i = 1; i < chunks.length; i++) {
      scan.write(input, chunks[i - 1], chunks[i]);
    }
    scan.finish();
    return reports;
  }
}
