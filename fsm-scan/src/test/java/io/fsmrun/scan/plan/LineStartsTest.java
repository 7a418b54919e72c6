package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules that begin at the start of a line, with a rare piece somewhere behind it. */
final class LineStartsTest {

  private static final String[] STARTS = {
    "^", "^", "^", "^^", "\\b^", "^\\b", "^\\B", "\\A", "(?:^|,)", "(?:^|^)", "^$\\n"
  };
  private static final String[] BEFORE = {
    "",
    "\\s*",
    "[a-c]*",
    "[a-c]+ ",
    "[^\\n]*",
    "(?:ab?|[a-c]{3}) [a-c ]*",
    "(?:b[^/]+)?/",
    "(?:\\s*b)?",
    "(?:a\\b)?(?: c)?",
    "(?:a[^,]*,)?\\b",
    ".{0,40} "
  };
  private static final String[] PIECES = {"QXJW", "(?:ZKVQ|WQJXVK)", "QXJW[a-c]{2}"};
  private static final String[] BEHIND = {"", "", "", "$", "[a-c ]*$", "[^\\n]*QXJW"};
  private static final String[] TEXT = {
    "\n", "\n", "\n\n", "a", "b", "c", "ab ", " ", "/", ",", "b/", "a,", "QXJW", "ZKVQ", "WQJXVK"
  };

  @Test
  void areReportedAsByTheNaiveEngine() throws InterruptedException {
    int searched = 0;
    int reports = 0;
    for (int seed = 0; seed < 120; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        String flags = random.nextInt(8) == 0 ? "" : random.nextInt(6) == 0 ? "ms" : "m";
        texts.add(
            "/"
                + pick(STARTS, random)
                + pick(BEFORE, random).replace("/", "\\/")
                + pick(PIECES, random)
                + pick(BEHIND, random)
                + "/"
                + flags);
      }
      StringBuilder text = new StringBuilder();
      while (text.length() < 600) {
        text.append(pick(TEXT, random));
      }
      byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      for (RuleChoice choice : plan.choices()) {
        searched += choice.engine() == EngineKind.LITERAL_FILTER ? 1 : 0;
      }
      int[] cuts = random.ints(random.nextInt(9), 0, input.length).sorted().toArray();
      List<Report> expected = reference(rules, input);
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(expected);
      reports += expected.size();
    }
    assertThat(searched).isGreaterThan(500);
    assertThat(reports).isGreaterThan(1_000);
  }

  /**
   * Neither a gap right behind the start of a line nor a part that may be left out is in the way.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/^[\\s]*IBM_HTTP_Server/m",
        "/^[^\\n]*IBM_HTTP_Server/m",
        "/^^\\s*IBM_HTTP_Server/m",
        "/^(https?:\\/\\/[^\\/]+)?\\/eproc\\/app/m",
        "/^(?:\\S+ \\b)?IBM_HTTP_Server/m"
      })
  void areSearchedFor(String rule) throws InterruptedException {
    Plan plan = plan(planned(Rules.of(rule).accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .extracting(RuleChoice::engine)
        .containsOnly(EngineKind.LITERAL_FILTER);
  }

  /** What comes before is read backwards, up to where the stream starts. */
  @Test
  void mayBeWhereTheStreamStarts() throws InterruptedException {
    List<PlannedRule> rules =
        planned(
            Rules.of("/^[ab]*[^\\n]*QXJW/m", "/^ab[ab]*ZKVQ/m", "/^[ab]* WQJXVK/", "/^\\s*VXQZ/m")
                .accepted());
    Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    int reports = 0;
    for (String text :
        List.of(
            "QXJW",
            "abbaQXJW",
            "abZKVQ",
            "aZKVQ",
            "ab WQJXVK",
            "\nab WQJXVK",
            " \n VXQZ",
            "aVXQZ")) {
      byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
      int[] each = new int[input.length - 1];
      Arrays.setAll(each, i -> i + 1);
      List<Report> expected = reference(rules, input);
      for (int[] cuts : List.of(new int[0], each)) {
        assertThat(PlanScan.scan(plan, input, cuts, false)).as(text).isEqualTo(expected);
      }
      reports += expected.size();
    }
    assertThat(reports).isEqualTo(5);
  }
}
