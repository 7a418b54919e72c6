package io.fsmrun.bench.rulesets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedRulesetsTest {

  private static final long SEED = 7;

  static List<String> names() {
    return GeneratedRulesets.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyRuleIsAccepted(String name, @TempDir Path folder) throws IOException {
    GeneratedRuleset ruleset = GeneratedRulesets.make(name, SEED);
    WriteRulesets.write(ruleset, folder, SEED, 1000);
    Rules rules = RulesFile.read(folder.resolve(name + ".rules"));
    assertThat(rules.refused()).isEmpty();
    assertThat(rules.accepted()).hasSize(ruleset.lines().size());
    assertThat(folder.resolve(name + ".input")).hasSize(1000);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aSeedGivesTheSameRulesAndInputAndAnotherDoesNot(String name) {
    GeneratedRuleset one = GeneratedRulesets.make(name, SEED);
    GeneratedRuleset again = GeneratedRulesets.make(name, SEED);
    GeneratedRuleset other = GeneratedRulesets.make(name, SEED + 1);
    assertThat(again.lines()).isEqualTo(one.lines());
    assertThat(other.lines()).isNotEqualTo(one.lines());
    assertThat(again.input(3, 20_000)).isEqualTo(one.input(3, 20_000));
    assertThat(one.input(4, 20_000)).isNotEqualTo(one.input(3, 20_000));
  }

  /** Texts without matches, or with matches of a few rules only, would measure the wrong thing. */
  @ParameterizedTest
  @ValueSource(strings = {"literals-1000", "secrets", "tagged-500", "network-500", "logs"})
  void severalRulesMatchInTheInput(String name, @TempDir Path folder)
      throws IOException, InterruptedException {
    GeneratedRuleset ruleset = GeneratedRulesets.make(name, SEED);
    WriteRulesets.write(ruleset, folder, SEED, 200_000);
    Database database = Database.compile(folder.resolve(name + ".rules"));
    BitSet matched = new BitSet();
    database
        .newScanner()
        .scan(
            Files.readAllBytes(folder.resolve(name + ".input")),
            (rule, start, end, tag) -> {
              matched.set(rule);
              return true;
            });
    assertThat(matched.cardinality()).isGreaterThan(10);
  }

  @Test
  void aDictionaryHasEachWordOnceAndOfTheLengthsStated() {
    List<String> lines = GeneratedRulesets.make("literals-5000i", SEED).lines();
    assertThat(new HashSet<>(lines)).hasSize(5000);
    assertThat(lines).allMatch(line -> line.matches("/[a-z ]{4,30}/i"));
  }

  @Test
  void bytesThatMeanSomethingInARuleAreQuoted() {
    GeneratedRule rule =
        new RuleDraft().text("a/b.c\n\u00e8").some("[0-9]", "5", 2, 3).flags("s").rule();
    assertThat(rule.line()).isEqualTo("/a\\/b\\.c\\x0a\\xe8[0-9]{2,3}/s");
    assertThat(rule.example().apply(new Draw(SEED))).matches("(?s)a/b.c\n\u00e855{1,2}");
  }

  @Test
  void frequentRanksAreTheLowOnes() {
    Draw draw = new Draw(SEED);
    int low = 0;
    for (int i = 0; i < 10_000; i++) {
      int rank = draw.rank(10_000);
      assertThat(rank).isBetween(0, 9_999);
      low += rank < 100 ? 1 : 0;
    }
    // ln(101) / ln(10,001) of the draws.
    assertThat(low).isBetween(4_700, 5_300);
  }

  @Test
  void whatDoesNotExistIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> GeneratedRulesets.make("words", SEED));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GeneratedRulesets.make("logs", SEED).input(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> WriteRulesets.main("here"));
  }
}
