package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A rule that begins with a rare string is searched for by that, however many choices come behind
 * it, as rules for passwords on command lines have them.
 */
final class ManyChoicesPlanTest {

  private static final Set<EngineKind> ENGINES =
      EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA);

  private static final String[] LINES = {
    "(?:.*|.*(?:[\\r\\n]{1,2}.*){1,3})", "(?:.*?|.*?(?:\\n.*?){1,5})", "(?:.*?|[^\\n]*\\\\\\n.*?)"
  };
  private static final String[] VALUES = {
    "(?:\"(?:a[^\"]*|b[^\"]+|[^c\"]*:d|x[^;\"]*;)\"|'(?:a[^']*|b[^']+|[^c']*:d|x[^;']*;)'|[a-z]*:\\w*)",
    "(?:'(?:a.*|b.*b|c[^d]*d|d.*)'|\"(?:a.*|b.*b|c[^d]*d|d.*)\"|\\w+(?:=.*|:.*|;.*))"
  };

  @Test
  void choicesThatAreTooManyToTakeApartAreLeftToAnAutomatonBehindARareString()
      throws InterruptedException {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      List<String> names = new ArrayList<>();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        names.add(KindRules.letters("qxzjkvw", 5, random));
        texts.add(rule(names.get(i), random));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      byte[] input = text(names, random).getBytes(StandardCharsets.US_ASCII);
      Plan plan = plan(rules, ENGINES);
      assertThat(plan.choices())
          .extracting(RuleChoice::engine)
          .containsOnly(EngineKind.LITERAL_FILTER);
      int[] cuts = random.ints(random.nextInt(6), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s", seed, texts)
          .isNotEmpty()
          .isEqualTo(reference(rules, input));
    }
  }

  /** Nothing of it is rare, so that it would be entered all the time. */
  @Test
  void manyChoicesBehindAFrequentStringAreLeftToOneAutomatonForAll() throws InterruptedException {
    List<String> texts = List.of("/e (?:.*|.*(?:\\n.*){1,5})[ =]" + VALUES[0] + "(?:\\s|\\z)/");
    Plan plan = plan(planned(Rules.of(texts).accepted()), ENGINES);
    assertThat(plan.choices()).extracting(RuleChoice::engine).containsOnly(EngineKind.LAZY_DFA);
  }

  private static String rule(String name, Random random) {
    String edge = random.nextBoolean() ? "\\b" : "";
    String end = random.nextBoolean() ? "(?:\\s|\\z)" : "(?:\\B|;|$)";
    return "/%s%s%s%s[ \\t](?:-u|--user)[ =]?%s%s/%s"
        .formatted(
            edge,
            name,
            edge,
            LINES[random.nextInt(LINES.length)],
            VALUES[random.nextInt(VALUES.length)],
            end,
            random.nextBoolean() ? "i" : "");
  }

  private static String text(List<String> names, Random random) {
    String[] parts = {
      " -u", " --user", " ", "=", "\n", "\r\n", "'", "\"", "a", "b", "c", "d", ":", "ab=", "\\\n"
    };
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(names.get(random.nextInt(names.size())));
      for (int n = random.nextInt(25); n > 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
    }
    return text.toString();
  }
}
