package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The seven rulesets have the rules and the states of the published table. */
class SuiteRulesetTest {

  private static final int SEEDS = 8;

  @ParameterizedTest
  @EnumSource
  void statesOfThePublishedTable(SuiteRuleset ruleset) throws InterruptedException {
    RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 2);
    for (int seed = 0; seed < SEEDS; seed++) {
      CompiledRules compiled = compiler.compile(Rules.of(ruleset.rules(seed)), done -> {});
      assertThat(compiled.refused()).isEmpty();
      assertThat(compiled.positionAutomata()).isZero();
      assertThat(compiled.ruleSet().size()).isEqualTo(ruleset.ruleCount());
      int percent = seed == 1 ? 5 : 20;
      assertThat(compiled.ruleSet().stateCount())
          .as("seed " + seed)
          .isCloseTo(ruleset.publishedStates(), Percentage.withPercentage(percent));
    }
  }

  @ParameterizedTest
  @EnumSource
  void distinctRulesOfASeed(SuiteRuleset ruleset) {
    List<String> rules = ruleset.rules(7);
    assertThat(rules).hasSize(ruleset.ruleCount()).doesNotHaveDuplicates();
    assertThat(rules).noneMatch(rule -> rule.isEmpty() || rule.contains("\n"));
    assertThat(ruleset.rules(7)).isEqualTo(rules);
    assertThat(ruleset.rules(8)).doesNotContainAnyElementsOf(rules);
  }

  @Test
  void rulesetsOfOneSeedShareNoRule() {
    List<String> all =
        List.of(SuiteRuleset.values()).stream().flatMap(r -> r.rules(1).stream()).toList();
    assertThat(all).hasSize(4 * 300 + 2 * 299 + 733).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"DOTSTAR03,90", "DOTSTAR06,180", "DOTSTAR09,269", "EXACT_MATCH,0", "RANGES1,0"})
  void wildcardsInTheirShareOfRules(SuiteRuleset ruleset, int starred) {
    assertThat(ruleset.rules(3).stream().filter(rule -> rule.contains(".*"))).hasSize(starred);
  }

  @ParameterizedTest
  @CsvSource({"RANGES05,0.5", "RANGES1,1", "EXACT_MATCH,0", "DOTSTAR09,0"})
  void rangesAtTheirFrequency(SuiteRuleset ruleset, double mean) {
    double ranges = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      ranges +=
          ruleset.rules(seed).stream().flatMapToInt(String::chars).filter(c -> c == '[').count();
    }
    assertThat(ranges / SEEDS / ruleset.ruleCount()).isCloseTo(mean, within(0.06));
  }

  @Test
  void packetsHaveHeadersAndPayloads() {
    List<String> rules = SuiteRuleset.TCP.rules(1);
    assertThat(rules).allMatch(rule -> rule.startsWith("/") && rule.matches(".*/si?"));
    // Ports, or the data offset and flags, start with a byte in hexadecimal; so do some payloads.
    double words = rules.stream().filter(rule -> !rule.matches("/[\\[\\\\]x?.*")).count();
    assertThat(words / rules.size()).isBetween(0.15, 0.5);
    for (String part :
        List.of("[^\\n]*", "\\x20+", "..\\x00\\x00", "[\\x04-\\xff].", "\\x50\\x18")) {
      assertThat(rules).as(part).anyMatch(rule -> rule.contains(part));
    }
    assertThat(rules).noneMatch(rule -> rule.startsWith("/^") || rule.contains("\\A"));
  }

  @Test
  void names() {
    for (SuiteRuleset ruleset : SuiteRuleset.values()) {
      assertThat(SuiteRuleset.named(ruleset.label())).isSameAs(ruleset);
      assertThat(SuiteRuleset.named(ruleset.label().toUpperCase(Locale.ROOT))).isSameAs(ruleset);
      assertThat(ruleset.description()).isNotBlank();
    }
    String labels =
        List.of(SuiteRuleset.values()).stream()
            .map(SuiteRuleset::label)
            .collect(Collectors.joining(", "));
    assertThat(SuiteRuleset.labels()).isEqualTo(labels);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SuiteRuleset.named("Dotstar"))
        .withMessageContainingAll("'Dotstar'", labels);
  }
}
