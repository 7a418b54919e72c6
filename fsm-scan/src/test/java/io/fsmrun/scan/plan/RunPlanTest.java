package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static io.fsmrun.scan.plan.PlanReference.referenceOfTaken;
import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.planner.Planner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rules are bytes of one set in a row, and what these report. */
final class RunPlanTest {

  private static final String[] PARTS = {
    "[a-i]",
    "[a-i]{3}",
    "[a-i]{2,}",
    "[a-i]{1,4}",
    "([a-f]|[e-i])",
    "(?:[a-i]{2}){3}",
    "[a-i]*",
    "(?:[a-i][a-i])+",
    "[a-i]{70,}"
  };
  private static final String[] BEFORE = {"", "", "k*", ".?", "(?:km)*", "[a-i]{0,3}", "k", "^"};
  private static final String[] BEHIND = {"", "", "", "|k{64}", "|m", "|[j-z]{3,}", "k", "$"};

  @Test
  void runsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    int taken = 0;
    int reports = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(9); i > 0; i--) {
        StringBuilder rule = new StringBuilder(pick(BEFORE, random));
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
          rule.append(pick(PARTS, random));
        }
        texts.add("/" + rule + pick(BEHIND, random) + "/");
      }
      byte[] input = new byte[500];
      String letters = "a";
      for (int i = 0; i < input.length; i++) {
        if (random.nextInt(40) == 0) {
          letters = pick(new String[] {"abcdefghi", "abcdefghi", "km", "k"}, random);
        }
        input[i] = (byte) letters.charAt(random.nextInt(letters.length()));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      PlanOptions options =
          PlanOptions.defaults()
              .withEngines(EnumSet.of(EngineKind.BYTE_SETS, EngineKind.BYTE_RUNS))
              .withoutFallback();
      Plan plan = new Planner(options).plan(rules, done -> {});
      taken += rules.size() - plan.untaken().size();
      List<Report> expected = referenceOfTaken(plan, rules, input);
      int[] cuts = random.ints(random.nextInt(5), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(expected);
      reports += expected.size();
    }
    assertThat(taken).isGreaterThan(500);
    assertThat(reports).isGreaterThan(50_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "/[0-9a-zA-Z]{200,}/ BYTE_RUNS",
        "/[a-z0-9]{5}/i BYTE_RUNS",
        "/.*?[a-z]{2}[a-z]+/s BYTE_RUNS",
        "/(?:[a-f]{4}){8}|[0-9]{6,9}/ BYTE_RUNS",
        "/A{1000}/ BYTE_RUNS",
        "/(?:`|\\$)/ BYTE_SETS",
        "/[^&]*[`$]/ BYTE_SETS",
        "/A{8}/ LITERAL_FILTER",
        "/abc[a-z]{20}/ LITERAL_FILTER",
        "/^[a-z]{30}/ LAZY_DFA",
        "/[a-z]*/ LAZY_DFA"
      })
  void runsAreCounted(String rule, EngineKind kind) throws InterruptedException {
    Plan plan = plan(planned(Rules.of(rule).accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices()).extracting(RuleChoice::engine).containsOnly(kind);
  }

  /** Two zeros are searched for, unless they are everywhere. */
  @ParameterizedTest
  @CsvSource({"40, BYTE_RUNS", "400, LITERAL_FILTER"})
  void runsThatEndOftenAreCounted(int apart, EngineKind kind) throws InterruptedException {
    byte[] sample = new byte[100_000];
    Arrays.fill(sample, (byte) '.');
    for (int i = 0; i < sample.length; i += apart) {
      Arrays.fill(sample, i, i + 2, (byte) 0);
    }
    List<PlannedRule> rules = planned(Rules.of("/\\x00\\x00/", "/\\.\\x00\\.x/").accepted());
    Plan plan = new Planner(PlanOptions.defaults().withSample(sample)).plan(rules, done -> {});
    assertThat(plan.choices())
        .extracting(RuleChoice::engine)
        .containsExactly(kind, EngineKind.LITERAL_FILTER);
    assertThat(PlanScan.scan(plan, sample, new int[] {401, 801}, true))
        .isEqualTo(reference(rules, sample))
        .hasSize(sample.length / apart);
  }

  /** Of a set without bytes none lie in a row. */
  @Test
  void branchesThatNeverMatchAreLeftOut() throws InterruptedException {
    List<PlannedRule> rules =
        planned(Rules.of("/[^\\x00-\\xff]{9}|[a-f]{3}/", "/[^\\x00-\\xff]{9}/").accepted());
    Plan plan = plan(rules, EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .extracting(RuleChoice::engine)
        .containsExactly(EngineKind.BYTE_RUNS, EngineKind.LITERAL_FILTER);
    byte[] input = {'a', 'b', 'a', 'b', 'c'};
    assertThat(PlanScan.scan(plan, input, new int[0], false)).isEqualTo(reference(rules, input));
  }
}
