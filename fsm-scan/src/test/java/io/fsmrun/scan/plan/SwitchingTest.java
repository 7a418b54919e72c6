package io.fsmrun.scan.plan;

import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Blocks are searched or run by the automaton of all chains at random; {@link PlanScan} compares
 * that with a search of all of them. Streams are much longer than what a piece reaches back, and
 * pieces, gaps, heads and tails are in progress nearly everywhere.
 */
final class SwitchingTest {

  private static final String[] RARE = {"QXJW", "ZKVQ7", "WQ(JX|XJ)VK", "KQ[XY]ZV", "VJZQQ"};
  private static final String[] FREQUENT = {"to", "e ", "a[^b]*e", "in.{0,9}t", "(a|e|o)", "t"};
  private static final String[] GAPS = {
    ".*",
    "[^\\n]*",
    "[^&]*",
    ".{0,300}",
    ".{3,}",
    "[^x]{5,90}",
    "\\w*",
    ".{0,20}",
    "[^t]+",
    "[^&]{0,40}",
    "(?s:.*)",
    "(?s:.{2,700})",
    ".",
    "[^\\n]{17,}"
  };
  private static final String[] SIDES = {"", "", "x?", "[ab]{1,3}", "(e|ta)*o", "\\d*"};
  private static final String[] STARTS = {"", "", "", "^", "\\b", "\\B", "(?m:^)", "\\A"};
  private static final String[] ENDS = {"", "", "", "$", "\\b", "\\B", "(?m:$)", "\\z", "\\Z"};

  /** Starts with a rare piece, or with a head; later pieces may be left to a tail. */
  private static String rule(Random random) {
    StringBuilder rule = new StringBuilder("/").append(pick(STARTS, random));
    if (random.nextInt(3) == 0) {
      rule.append(pick(FREQUENT, random)).append(pick(GAPS, random));
    }
    int pieces = 1 + random.nextInt(3);
    for (int i = 0; i < pieces; i++) {
      if (i > 0 && random.nextInt(3) == 0) {
        rule.append("(?s:.*)").append(pick(FREQUENT, random));
      }
      if (i > 0) {
        rule.append(pick(GAPS, random));
      }
      rule.append(pick(SIDES, random)).append(pick(RARE, random)).append(pick(SIDES, random));
    }
    if (random.nextInt(3) == 0) {
      rule.append(pick(GAPS, random)).append(pick(FREQUENT, random));
    }
    return rule.append(pick(ENDS, random))
        .append("/")
        .append(random.nextInt(4) == 0 ? "i" : "")
        .toString();
  }

  private static byte[] input(Random random, int length) {
    String[] rare = {"QXJW", "ZKVQ7", "WQJXVK", "WQXJVK", "KQXZV", "VJZQQ", "qxjw", "vjzqq"};
    int words = 4 + random.nextInt(60);
    int lines = 20 + random.nextInt(1_000);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      if (random.nextInt(words) == 0) {
        text.append(pick(rare, random));
      } else if (random.nextInt(lines) == 0) {
        text.append("\r\n");
      } else {
        text.append("etaoins &xb7".charAt(random.nextInt(12)));
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> rules(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = 1 + random.nextInt(10); i > 0; i--) {
      texts.add(rule(random));
    }
    return texts;
  }

  private static Plan plan(List<String> texts) throws InterruptedException {
    List<PlannedRule> rules = new ArrayList<>();
    for (Rule rule : Rules.of(texts).accepted()) {
      rules.add(new PlannedRule(rules.size(), rule.id(), rule.tree()));
    }
    PlanOptions options =
        PlanOptions.defaults()
            .withEngines(EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    return new Planner(options).plan(rules, done -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void blocksMayBeScannedInEitherWay(boolean saved) throws InterruptedException {
    int searched = 0;
    int tails = 0;
    int heads = 0;
    int lookedBack = 0;
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      List<String> texts = rules(random);
      Plan plan = plan(texts);
      searched += (int) plan.engines().stream().filter(FilterEngine.class::isInstance).count();
      heads += (int) plan.choices().stream().filter(c -> c.reason().contains("on demand")).count();
      lookedBack += (int) plan.choices().stream().filter(c -> c.reason().contains("back")).count();
      tails += (int) plan.choices().stream().filter(c -> c.reason().contains(", then ")).count();
      byte[] input = input(random, 6_000);
      int[] cuts = random.ints(2 + random.nextInt(9), 0, input.length).sorted().toArray();
      List<Report> reports = PlanScan.scan(plan, input, cuts, saved);
      assertThat(reports)
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isNotNull();
    }
    assertThat(searched).isGreaterThan(100);
    assertThat(heads).isGreaterThan(50);
    assertThat(tails).isGreaterThan(50);
    assertThat(lookedBack).isGreaterThan(20);
  }

  /** Many blocks lie in what pieces reach back, so states are handed over from before that. */
  @ParameterizedTest
  @ValueSource(ints = {3, 30, 300})
  void shortBlocksToo(int length) throws InterruptedException {
    int found = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<String> texts = rules(random);
      byte[] input = input(random, 4_000);
      int[] cuts = random.ints(input.length / length, 0, input.length).sorted().toArray();
      found += PlanScan.scan(plan(texts), input, cuts, false).size();
    }
    assertThat(found).isGreaterThan(1_000);
  }
}
