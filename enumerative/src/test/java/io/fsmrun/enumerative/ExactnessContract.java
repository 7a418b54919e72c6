package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.Partition;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Every cut, partition, window, thread count and report budget yields the reports of a sequential
 * run, in order, each once (specification, section 1). One subclass per back end.
 */
public abstract class ExactnessContract {

  /** The back end under test. */
  protected abstract Backend backend();

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void anyParallelRunReportsWhatTheReferenceReports(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    byte[] input = random.input(random.number(0, random.chance(0.2) ? 700 : 60), rules);
    RunOptions options = new RunOptions(random.number(1, 3), windowBytes(random, input), 1 << 20);
    checkExact(seed, rules, input, strategy(random, rules), options, random);
  }

  /** Windows of more than 1 KiB are split when they make too many reports. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void aTinyReportBudgetSplitsWindowsAndChangesNothing(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules =
        new RuleSet(
            List.of(
                new RuleSet.Component(1, random.allReporting(5)),
                new RuleSet.Component(4, random.automaton(8)),
                new RuleSet.Component(5, random.matcher(2))));
    byte[] input = random.input(random.number(1025, 5000), random.number(1, 3));
    RunOptions options =
        new RunOptions(random.number(1, 3), 1 << random.number(10, 14), random.number(1, 500));
    checkExact(seed, rules, input, strategy(random, rules), options, random);
  }

  private void checkExact(
      long seed,
      RuleSet rules,
      byte[] input,
      Strategy strategy,
      RunOptions options,
      RandomAutomata random) {
    new Replay("exactness-" + backend().name(), seed)
        .with(rules)
        .with("input", input)
        .with("options", options)
        .with("segments", strategy.cut(input, 0, input.length).count())
        .check(
            () -> {
              List<Report> reports = new ArrayList<>();
              ParallelScan scan =
                  new ParallelScan(
                      new PreparedRuleSet(rules, backend()),
                      strategy,
                      options,
                      (rule, end) -> reports.add(new Report(rule, end)),
                      RunListener.NONE);
              RunStatistics statistics = feed(scan, input, random);
              assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
              assertThat(statistics.reports()).isEqualTo(reports.size());
              assertThat(statistics.bytes()).isEqualTo(input.length);
            });
  }

  /** As one stream, or in chunks of any size. */
  private static RunStatistics feed(ParallelScan scan, byte[] input, RandomAutomata random)
      throws Exception {
    if (random.chance(0.5)) {
      return scan.scan(new ByteArrayInputStream(input));
    }
    int[] chunks = random.cuts(0, input.length, random.number(1, 6));
    for (int i = 1; i < chunks.length; i++) {
      scan.write(input, chunks[i - 1], chunks[i]);
    }
    return scan.finish();
  }

  private static int windowBytes(RandomAutomata random, byte[] input) {
    int whole = Math.max(1, input.length);
    return switch (random.number(0, 3)) {
      case 0 -> random.number(1, Math.min(3, whole));
      case 1 -> random.number(1, whole);
      default -> whole;
    };
  }

  /** Any strategy that keeps the contracts: any cuts, and per component any valid flows. */
  private static Strategy strategy(RandomAutomata random, RuleSet rules) {
    List<FlowPlan> flows = new ArrayList<>();
    for (int c = 0; c < rules.size(); c++) {
      flows.add(flows(random, rules.automaton(c)));
    }
    int segments = random.number(1, 20);
    return switch (random.number(0, 5)) {
      case 0 -> new Sequential();
      case 1, 2 -> new UnevenCuts(flows, random.number(0, Integer.MAX_VALUE - 1), segments);
      default -> new ConvergenceSetEnumeration(flows, segments);
    };
  }

  private static FlowPlan flows(RandomAutomata random, Automaton automaton) {
    if (!automaton.isDeterministic()) {
      return new BracketFlows(automaton.stateCount());
    }
    Partition partition = random.partition(automaton.stateCount());
    return new ConvergenceSetFlows(partition);
  }

  /** Cuts anywhere, at places that depend on the seed and the piece alone. */
  private record UnevenCuts(List<FlowPlan> plans, int seed, int segments) implements Strategy {

    @Override
    public String name() {
      return "uneven";
    }

    @Override
    public SegmentPlan cut(byte[] input, int from, int to) {
      long mixed = Arrays.hashCode(new int[] {seed, from, to});
      return SegmentPlan.at(RandomAutomata.seeded(mixed).cuts(from, to, segments));
    }

    @Override
    public FlowPlan flows(int component, Cut cut) {
      return plans.get(component);
    }
  }
}
