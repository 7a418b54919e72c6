package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.Replay;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Every cut, set of flows, switch of an optimisation, level of re-execution, window, thread count
 * and report budget yields the reports of a sequential run of each piece of input, in order, each
 * once (specification, section 1). One subclass per back end.
 */
public abstract class ExactnessContract {

  private static final List<ReexecutionLevel> LEVELS = List.of(ReexecutionLevel.values());

  /** The back end under test. */
  protected abstract Backend backend();

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void anyParallelRunReportsWhatTheReferenceReports(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    byte[] input = random.input(random.number(0, random.chance(0.2) ? 700 : 60), rules);
    checkExact(seed, rules, Pieces.one(input), options(random, input), random);
  }

  /** Pieces may span windows, end where a window ends, and be of one byte. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void everyPieceIsScannedAsAnInputOfItsOwn(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    byte[] input = random.input(random.number(0, random.chance(0.2) ? 700 : 60), rules);
    checkExact(seed, rules, Pieces.random(random, input), options(random, input), random);
  }

  /** Sets that end in one state, having passed different reports on the way. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void setsThatConvergeThroughDifferentReportsAreDecodedRight(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules =
        new RuleSet(
            List.of(
                new RuleSet.Component(2, random.convergingThroughReports(random.number(2, 20))),
                new RuleSet.Component(3, random.convergingThroughReports(random.number(2, 6)))));
    byte[] input = random.input(random.number(20, 120), 2);
    Pieces pieces = random.chance(0.5) ? Pieces.one(input) : Pieces.random(random, input);
    checkExact(seed, rules, pieces, options(random, input), random);
  }

  /** Windows of more than 1 KiB are split when they make too many reports. */
  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
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
        options(random, input)
            .withWindowBytes(1 << random.number(10, 14))
            .withReportBudget(random.number(1, 500));
    Pieces pieces = random.chance(0.5) ? Pieces.one(input) : Pieces.random(random, input);
    checkExact(seed, rules, pieces, options, random);
  }

  private void checkExact(
      long seed, RuleSet rules, Pieces pieces, RunOptions options, RandomAutomata random) {
    Strategy strategy = AnyStrategy.of(random, rules);
    new Replay("exactness-" + backend().name(), seed)
        .with(rules)
        .with("input", pieces.input())
        .with("pieces end at", pieces.ends())
        .with("options", options)
        .with("strategy", strategy)
        .check(
            () -> {
              List<Report> reports = new ArrayList<>();
              ParallelScan scan =
                  new ParallelScan(
                      new PreparedRuleSet(rules, backend()),
                      strategy,
                      options,
                      splitter(pieces),
                      (rule, end) -> reports.add(new Report(rule, end)),
                      RunListener.NONE);
              RunStatistics statistics = feed(scan, pieces.input(), random);
              assertThat(reports).isEqualTo(pieces.reports(rules));
              assertThat(statistics.reports()).isEqualTo(reports.size());
              assertThat(statistics.bytes()).isEqualTo(pieces.input().length);
            });
  }

  /** A single piece also runs without a splitter. */
  private static InputSplitter splitter(Pieces pieces) {
    return pieces.ends().isEmpty() ? InputSplitter.NONE : pieces.splitter();
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

  private static RunOptions options(RandomAutomata random, byte[] input) {
    return new RunOptions(
        random.number(1, 3),
        windowBytes(random, input),
        1 << 20,
        LEVELS.get(random.number(0, LEVELS.size() - 1)),
        random.number(1, 20),
        random.chance(0.7) ? PrefixReplay.AS_NEEDED : PrefixReplay.WHOLE);
  }

  private static int windowBytes(RandomAutomata random, byte[] input) {
    int whole = Math.max(1, input.length);
    return switch (random.number(0, 3)) {
      case 0 -> random.number(1, Math.min(3, whole));
      case 1 -> random.number(1, whole);
      default -> whole;
    };
  }
}
