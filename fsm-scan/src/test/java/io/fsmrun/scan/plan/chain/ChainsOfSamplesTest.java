package io.fsmrun.scan.plan.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How rules are taken apart where a sample tells what is frequent, or what they list. */
final class ChainsOfSamplesTest {

  private static final String LINE =
      "Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 Mobile Safari/537.36\n";

  /** A tail behind what every line begins with would run over all of it. */
  @Test
  void whatIsRareIsSearchedForThoughAGapBeforeItHasAnEnd() throws InterruptedException {
    assertThat(reason("/Mozilla.{1,200}Mobile.{1,100}(Flipboard).\\d+\\.\\d+/", LINE.repeat(2_000)))
        .contains("what comes before on demand");
    assertThat(reason("/Safari.{1,200}Mobile.{1,100}Flipboard/", "no browser".repeat(20_000)))
        .doesNotContain("what comes before on demand");
  }

  /** As many strings as a choice lists, of which one piece finds all. */
  @Test
  void aLongListOfStringsIsOnePiece() throws InterruptedException {
    String list =
        IntStream.range(0, 300).mapToObj("name%03d"::formatted).collect(Collectors.joining("|"));
    assertThat(reason("/(?:" + list + ")c?\\x02om\\x00/is", "")).isEqualTo("found by 1 piece");
    assertThat(reason("/(?:" + list + ")/", "")).isEqualTo("found by 1 piece");
    assertThat(reason("/\\b(?:" + list + ")\\/(\\d+)\\.(\\d+)/", ""))
        .startsWith("found by 1 piece");
  }

  /** Those with gaps or assertions need chains of their own, and the rest is a list. */
  @Test
  void aLongListWithSomeGapsIsAFewPieces() throws InterruptedException {
    String list =
        IntStream.range(0, 60).mapToObj("name%02d"::formatted).collect(Collectors.joining("|"));
    assertThat(reason("/(?:" + list + "|first.*second|\\bthird\\b)=/", ""))
        .isEqualTo("found by 4 pieces in 3 branches");
  }

  /** Windows of these are narrow, and need a look at every place. */
  @Test
  void aLongListWithShortStringsIsNoPiece() throws InterruptedException {
    String list =
        IntStream.range(0, 60).mapToObj("n%02d"::formatted).collect(Collectors.joining("|"));
    RuleChoice choice = choice("/(?:" + list + ")/", "");
    assertThat(choice.engine()).isEqualTo(EngineKind.LAZY_DFA);
  }

  private static String reason(String rule, String sample) throws InterruptedException {
    RuleChoice choice = choice(rule, sample);
    assertThat(choice.engine()).isEqualTo(EngineKind.LITERAL_FILTER);
    return choice.reason();
  }

  private static RuleChoice choice(String rule, String sample) throws InterruptedException {
    PlanOptions options =
        PlanOptions.defaults()
            .withEngines(EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    if (!sample.isEmpty()) {
      options = options.withSample(sample.getBytes(StandardCharsets.US_ASCII));
    }
    List<PlannedRule> rules = new ArrayList<>();
    Rules.of(List.of(rule))
        .accepted()
        .forEach(r -> rules.add(new PlannedRule(rules.size(), r.id(), r.tree())));
    return new Planner(options).plan(rules, done -> {}).choices().get(0);
  }
}
