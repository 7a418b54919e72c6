package io.fsmrun.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fsmrun.regex.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the benchmarks of scans time is set up, verified and run, on short texts. */
final class ScanBenchmarksTest {

  private static final int TEXT_BYTES = 10_000;

  /** So many that some rules of the suite match. */
  private static final int TRACE_BYTES = 60_000;

  @ParameterizedTest
  @EnumSource
  void enginesAgreeOnEachRule(SyntheticText text) throws InterruptedException {
    byte[] bytes = text.generate(TEXT_BYTES, 2);
    Set<SingleRule> silent = EnumSet.noneOf(SingleRule.class);
    for (SingleRule rule : SingleRule.values()) {
      for (SingleRuleEngine engine : SingleRuleEngine.values()) {
        if (engine.takes(rule) && engine.verified(rule, bytes) == 0) {
          silent.add(rule);
        }
      }
    }
    // Rules that always match in so little text: were they silent, nothing would be compared.
    assertThat(silent)
        .doesNotContain(SingleRule.DENSE)
        .doesNotContain(
            text == SyntheticText.PROSE
                ? new SingleRule[] {SingleRule.WORDS_50, SingleRule.CAPITAL_ING}
                : new SingleRule[] {SingleRule.DATE, SingleRule.IPV4});
  }

  @Test
  void enginesCountWhatTheySay() throws InterruptedException {
    byte[] text = "a lighthouse, two\na LIGHTHOUSE".getBytes(StandardCharsets.US_ASCII);
    for (SingleRuleEngine engine : SingleRuleEngine.values()) {
      assertThat(engine.prepare(SingleRule.LITERAL, text).getAsLong()).as("%s", engine).isOne();
      assertThat(engine.prepare(SingleRule.LITERAL_ANY_CASE, text).getAsLong())
          .as("%s", engine)
          .isEqualTo(2);
      assertThat(engine.prepare(SingleRule.REST_OF_LINE, text).getAsLong())
          .as("%s", engine)
          .isEqualTo(engine == SingleRuleEngine.FSMRUN || engine == SingleRuleEngine.BRICS ? 6 : 1);
      assertThat(engine.prepare(SingleRule.ANCHORED, text).getAsLong()).as("%s", engine).isZero();
    }
  }

  @Test
  void bricsIsGivenNoRuleItCannotBuild() {
    assertThat(SingleRuleEngine.BRICS.takes(SingleRule.COUNTED_GAP)).isFalse();
    assertThat(SingleRuleEngine.BRICS.takes(SingleRule.LONG_GAP)).isTrue();
  }

  @Test
  void textsAreOfTheirSeed() {
    assertThat(SyntheticText.RARE_WORDS).hasSize(50).doesNotHaveDuplicates();
    for (SyntheticText text : SyntheticText.values()) {
      assertThat(text.generate(5_000, 3))
          .hasSize(5_000)
          .isEqualTo(text.generate(5_000, 3))
          .isNotEqualTo(text.generate(5_000, 4));
    }
  }

  @Test
  void benchmarkOfOneRuleRuns() throws InterruptedException {
    SingleRuleBenchmark benchmark = new SingleRuleBenchmark();
    benchmark.text = SyntheticText.LOG;
    benchmark.rule = SingleRule.DATE;
    benchmark.using = SingleRuleEngine.FSMRUN;
    benchmark.prepare();
    long ends = benchmark.scan();
    benchmark.using = SingleRuleEngine.BRICS;
    benchmark.prepare();
    assertThat(benchmark.scan()).isEqualTo(ends).isPositive();
  }

  @Test
  void rulesetIsVerifiedAndScannedByAll() throws IOException, InterruptedException {
    try (RulesetScan scan = RulesetScan.of("dotstar03", RulesetScan.GENERATED, TRACE_BYTES)) {
      assertThat(scan.verified()).contains(TRACE_BYTES + " bytes");
      scan.choose(RulesetScan.Contender.FSMRUN);
      long matches = scan.run();
      assertThat(matches).isPositive();
      assumeThat(scan.absence()).isEmpty();
      scan.choose(RulesetScan.Contender.HYPERSCAN_COUNTED);
      assertThat(scan.run()).isGreaterThanOrEqualTo(matches);
      scan.choose(RulesetScan.Contender.HYPERSCAN_DROPPED);
      assertThat(scan.run()).isNegative();
    }
  }

  @Test
  void rulesThatHyperscanRefusesAreLeftOut() throws InterruptedException {
    byte[] input = "one two".getBytes(StandardCharsets.US_ASCII);
    try (RulesetScan scan = new RulesetScan(Rules.of("/two$/E", "one"), input)) {
      assertThat(scan.verified()).startsWith(scan.absence().isPresent() ? "2 rules" : "1 rules");
    }
  }
}
