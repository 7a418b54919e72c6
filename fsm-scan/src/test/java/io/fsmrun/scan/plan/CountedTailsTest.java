package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.filter.TailKinds;
import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strings with so many bytes of one set behind them: where they have begun is noted. */
final class CountedTailsTest {

  /** Fewer sets are part of the string. */
  private static final int LONG = 260;

  private static final String[] BEFORE = {
    "qu", "quq", "xyz", "(?:qu|xyz)", "qu[^&]*xyz", "\\bqu", "k[^&]{2,9}qu", "q"
  };
  private static final String[] SETS = {"[^&]", "[a-z]", ".", "[^q]", "[quxyz&]"};
  private static final String[] COUNTS = {"{%d}", "{%d,}", "{%d}", "{%1$d,%2$d}"};

  @Test
  void tailsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    int counted = 0;
    int reports = 0;
    for (int seed = 0; seed < 90; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        int least = random.nextBoolean() ? LONG + random.nextInt(99) : 8 + random.nextInt(12);
        texts.add(
            "/"
                + pick(BEFORE, random)
                + pick(SETS, random)
                + pick(COUNTS, random).formatted(least, least + random.nextInt(9))
                + pick(new String[] {"", "", "", "", "k", "$"}, random)
                + pick(new String[] {"/", "/s", "/i"}, random));
      }
      byte[] input = input(random);
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      counted += TailKinds.counted(plan.engines());
      List<Report> expected = reference(rules, input);
      int[] cuts = random.ints(random.nextInt(9), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(expected);
      reports += expected.size();
    }
    assertThat(counted).isGreaterThan(80);
    assertThat(reports).isGreaterThan(10_000);
  }

  private static byte[] input(Random random) {
    StringBuilder text = new StringBuilder();
    String[] parts = {"qu", "quqquu", "xyz", "k", "&", "\n", "a", "bc", "Qu", "q"};
    int others = 1 + random.nextInt(400);
    while (text.length() < 1_200) {
      text.append(
          random.nextInt(others) == 0 ? pick(parts, random) : "uxyqz".charAt(random.nextInt(5)));
    }
    return text.substring(0, 1_200).getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/name=[^&]{300}/ 1",
        "/name=[^&]{300,}/ 1",
        "/name=\\w{300}/i 1",
        "/(?:name|title)=[^&]{300}/ 1",
        "/name=[^&]{7}/ 0",
        "/name=[^&]{100}/ 0",
        "/name=[^&]{300}&/ 0",
        "/name=[^&]{300}x?/ 0",
        "/name=(?:[^&]{300}|a.b)/ 0",
        "/name=[^&]{300}$/ 0"
      })
  void bytesOfOneSetBehindStringsAreCounted(String rule, int counted) throws InterruptedException {
    Plan plan = plan(planned(Rules.of(rule).accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .extracting(RuleChoice::engine)
        .containsOnly(EngineKind.LITERAL_FILTER);
    assertThat(TailKinds.counted(plan.engines())).isEqualTo(counted);
    assertThat(plan.choices())
        .allMatch(choice -> choice.reason().endsWith(", then bytes are counted") == (counted > 0));
  }
}
