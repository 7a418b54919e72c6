package io.fsmrun.bench.rulesets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedRulesetsTest {

  private static final long SEED = 7;
  private static final int INPUT_BYTES = 200_000;

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
  @ValueSource(
      strings = {
        "literals-1000",
        "short-400",
        "secrets",
        "tagged-500",
        "network-500",
        "logs",
        "keys-250",
        "contents-300",
        "domains-5000",
        "gapped-60",
        "bases-5000"
      })
  void severalRulesMatchInTheInput(String name, @TempDir Path folder)
      throws IOException, InterruptedException {
    assertThat(reportsPerRule(name, folder)).filteredOn(count -> count > 0).hasSizeGreaterThan(10);
  }

  /** Rules that report everywhere would measure how reports are handed over, not the search. */
  @ParameterizedTest
  @CsvSource({"keys-250, 100, 1000", "contents-300, 4, 8", "domains-5000, 100, 1000"})
  void noRuleMatchesEverywhere(
      String name, int bytesPerReport, int bytesPerReportOfARule, @TempDir Path folder)
      throws IOException, InterruptedException {
    List<Integer> reports = reportsPerRule(name, folder);
    assertThat(reports.stream().mapToInt(count -> count).sum())
        .isLessThan(INPUT_BYTES / bytesPerReport);
    assertThat(reports).allMatch(count -> count < INPUT_BYTES / bytesPerReportOfARule);
  }

  private static List<Integer> reportsPerRule(String name, Path folder)
      throws IOException, InterruptedException {
    GeneratedRuleset ruleset = GeneratedRulesets.make(name, SEED);
    WriteRulesets.write(ruleset, folder, SEED, INPUT_BYTES);
    Database database = Database.compile(folder.resolve(name + ".rules"));
    // Rules are numbered from 1, as lines are.
    int[] counts = new int[ruleset.lines().size() + 1];
    database
        .newScanner()
        .scan(
            Files.readAllBytes(folder.resolve(name + ".input")),
            (rule, start, end, tag) -> {
              counts[rule]++;
              return true;
            });
    return IntStream.of(counts).boxed().toList();
  }

  /** What is planted into a text is to be found there, which another engine confirms. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "keys-250",
        "keys-600",
        "contents-300",
        "contents-1000",
        "domains-5000",
        "personal-12",
        "gapped-60",
        "bases-5000"
      })
  void everyRuleMatchesItsExamples(String name) {
    Draw draw = new Draw(SEED);
    for (GeneratedRule rule : GeneratedRulesets.make(name, SEED).rules()) {
      int end = rule.line().lastIndexOf('/');
      String flags = rule.line().substring(end + 1);
      Pattern pattern =
          Pattern.compile(
              rule.line().substring(1, end),
              (flags.contains("i") ? Pattern.CASE_INSENSITIVE : 0)
                  | (flags.contains("s") ? Pattern.DOTALL : 0));
      for (int i = 0; i < 5; i++) {
        assertThat(pattern.matcher(rule.example().apply(draw)).find()).as(rule.line()).isTrue();
      }
    }
  }

  @Test
  void keysAreOfThreeForms() {
    List<String> lines = GeneratedRulesets.make("keys-600", SEED).lines();
    assertThat(new HashSet<>(lines)).hasSize(600);
    assertThat(lines).filteredOn(line -> line.contains("(?:=|")).hasSizeBetween(180, 300);
    assertThat(lines).filteredOn(line -> line.contains(".{0,40}\\b")).hasSizeBetween(120, 240);
    assertThat(lines)
        .filteredOn(line -> line.matches("/(\\\\b)?\\([A-Za-z0-9_.\\\\-]{2,14}\\[.*"))
        .hasSizeBetween(120, 240);
  }

  @Test
  void contentsBeginAndEndWithWhatIsFrequent() {
    List<String> lines = GeneratedRulesets.make("contents-1000", SEED).lines();
    assertThat(lines).allMatch(line -> line.matches(".*/(s|is)"));
    assertThat(lines).filteredOn(line -> line.endsWith("is")).hasSizeBetween(270, 400);
    assertThat(lines).filteredOn(line -> line.startsWith("/\\x01")).hasSizeGreaterThan(100);
    assertThat(lines)
        .filteredOn(line -> line.matches("/(GET|POST) ?\\.[*{].*"))
        .hasSizeGreaterThan(70);
    assertThat(lines)
        .filteredOn(line -> line.matches(".*\\.\\*(\\\\x00|;|=)+/i?s"))
        .hasSizeBetween(30, 120);
  }

  @Test
  void halfOfTheHostsAreAtTheBeginningOfANameOnly() {
    String beginning = "(?:^|[.\\/@\\s])";
    List<String> lines = GeneratedRulesets.make("domains-5000", SEED).lines();
    assertThat(new HashSet<>(lines)).hasSize(5000);
    assertThat(lines)
        .allMatch(line -> line.replace(beginning, "").matches("/[a-z0-9-]{2,}\\\\\\.[a-z]+/i"));
    assertThat(lines).filteredOn(line -> line.contains(beginning)).hasSizeBetween(2300, 2700);
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
