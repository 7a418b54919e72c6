package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
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

/** Which rules are bits that are shifted, and what these report. */
final class ShiftPlanTest {

  @Test
  void rowsOfSetsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    String[] parts = {
      "[ab]",
      "c",
      "[^a]",
      ".",
      ".{2,4}",
      "[bc]{0,3}",
      "a+",
      "b*",
      "[cd]?",
      "(a|bc)",
      "(ab){1,2}",
      "(b|[cd])",
      "d{2,}",
      "(ad?|c){2}",
      "x{0}"
    };
    int taken = 0;
    int reports = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(20); i > 0; i--) {
        StringBuilder rule = new StringBuilder();
        for (int n = 1 + random.nextInt(6); n > 0; n--) {
          rule.append(pick(parts, random));
        }
        texts.add("/" + rule + pick(new String[] {"/", "/i", "/s"}, random));
      }
      byte[] input = new byte[400];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) "aabbccddABx\n".charAt(random.nextInt(12));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      PlanOptions options =
          PlanOptions.defaults().withEngines(EnumSet.of(EngineKind.SHIFT_AND)).withoutFallback();
      Plan plan = new Planner(options).plan(rules, done -> {});
      taken += rules.size() - plan.untaken().size();
      List<Report> expected = referenceOfTaken(plan, rules, input);
      int[] cuts = random.ints(random.nextInt(5), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(expected);
      reports += expected.size();
    }
    assertThat(taken).isGreaterThan(2_000);
    assertThat(reports).isGreaterThan(100_000);
  }

  /** Which rules an automaton meets ever new sets for is found out; others are left to it. */
  @Test
  void rowsOfSetsAreShiftedOnlyWhereAnAutomatonWouldNotSettle() throws InterruptedException {
    String motif = "/[a-d].{6,11}[aeiou ].{6,11}[n-t].{7,11}[aeiou]/";
    assertThat(shiftedOf(List.of(motif))).containsExactly(0);
    assertThat(shiftedOf(List.of("/^[a-z]+[0-9]/", motif))).containsExactly(1);
    assertThat(shiftedOf(List.of(motif.replace("]/", "]$/")))).as("an assertion").isEmpty();
    assertThat(shiftedOf(List.of("/[a-z]+[0-9]/", "/[aeiou].[aeiou]/", "/[a-z]{3,9}[^a-z]/")))
        .isEmpty();
  }

  private static List<Integer> shiftedOf(List<String> texts) throws InterruptedException {
    return plan(
            planned(Rules.of(texts).accepted()),
            EnumSet.of(EngineKind.SHIFT_AND, EngineKind.LAZY_DFA))
        .choices()
        .stream()
        .filter(choice -> choice.engine() == EngineKind.SHIFT_AND)
        .map(RuleChoice::rule)
        .toList();
  }

  /** One that never matches has one choice, as any, whatever others are. */
  @Test
  void rulesThatNeverMatchAreNotShifted() throws InterruptedException {
    String motif = "/[a-d].{6,11}[aeiou ].{6,11}[n-t].{7,11}[aeiou]/";
    String never = "/[^\\x00-\\xff].{2,4}a/";
    Plan plan =
        plan(
            planned(Rules.of(List.of(never, motif)).accepted()),
            EnumSet.of(EngineKind.SHIFT_AND, EngineKind.LAZY_DFA));
    assertThat(plan.choices()).extracting(RuleChoice::rule).containsExactly(0, 1);
    assertThat(shiftedOf(List.of(never, motif))).containsExactly(1);
  }
}
