package io.fsmrun.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.bench.HyperscanOracle.SourceRule;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random rules on random inputs: every way to scan reports what other engines do.
 *
 * <p>The engines scan whole rulesets here, with reports that depend on the next byte and on the end
 * of the input at every cut; that each regex is understood rightly is tested where it is parsed.
 */
final class RandomRulesOracleTest {

  private static final Backend CPU = new CpuBackend();
  private static final Backend AP = new AutomataProcessor();
  private static final List<String> ASSERTIONS =
      List.of("^", "$", "\\A", "\\Z", "\\z", "\\b", "\\B");

  private static final int RULESETS = 20;
  private static final int RULES = 25;
  private static final int INPUTS = 5;
  private static final int MAX_INPUT = 40;

  /** Half of the rulesets as position automata, so that both forms are compared. */
  private static final int[] DFA_STATES = {5000, 0};

  /** What one regex reports on one input, according to another engine. */
  @FunctionalInterface
  private interface Judge {
    void report(int id, String regex, String input, ReportLog log);
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "i, 2", "s, 3", "m, 4", "ims, 5"})
  void agreesWithHyperscan(String letters, int seed) throws InterruptedException {
    Random random = new Random(seed);
    RandomRules source = new RandomRules(random, ASSERTIONS, true);
    int compared = 0;
    for (int i = 0; i < RULESETS; i++) {
      List<String> regexes = source.next(RULES);
      List<SourceRule> rules = new ArrayList<>();
      for (String regex : regexes) {
        rules.add(SourceRule.of(rules.size() + 1, regex, letters));
      }
      try (HyperscanOracle oracle = new HyperscanOracle(rules)) {
        compared += oracle.accepted().size();
        Scans scans = scans(regexes, letters, DFA_STATES[i % 2]);
        for (int j = 0; j < INPUTS; j++) {
          String input = source.nextInput(MAX_INPUT);
          byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
          ReportLog all = checkedScan(scans, bytes);
          assertSame(
              all.of(oracle.accepted()), oracle.scan(bytes), "Hyperscan", regexes, letters, input);
        }
      }
    }
    assertThat(compared).as("rules that Hyperscan accepts").isGreaterThan(RULESETS * RULES / 3);
  }

  /** Assertions and empty matches by themselves, on all inputs of a few kinds of bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"", "m"})
  void agreesWithHyperscanOnEmptyMatches(String letters) throws InterruptedException {
    List<String> regexes =
        List.of(
            "",
            "|a",
            "a*",
            "a?$",
            "^a*",
            "^",
            "$",
            "^$",
            "\\A",
            "\\Z",
            "\\z",
            "\\A\\z",
            "\\b",
            "\\B",
            "\\ba*",
            "a*\\b",
            "\\Ba*",
            "a*\\B",
            "\\b\\B",
            "a$",
            "a\\Z",
            "a\\z",
            "\\n$",
            "\\n\\Z",
            "^\\n",
            "^\\n*$",
            "\\b$",
            "^\\b",
            "\\B$",
            "^\\B",
            "a|$",
            "^|a",
            "a\\b",
            "a\\B",
            "\\b.",
            "\\B.",
            "[^a]$",
            "[^a]\\z",
            "^[^a]",
            "^.?$",
            "a*|\\b_",
            "(^|\\n)a",
            "a($|\\n)",
            "(^|a)*$");
    List<SourceRule> rules = new ArrayList<>();
    for (String regex : regexes) {
      rules.add(SourceRule.of(rules.size() + 1, regex, letters));
    }
    try (HyperscanOracle oracle = new HyperscanOracle(rules)) {
      assertThat(oracle.refused().keySet().stream().map(id -> regexes.get(id - 1)))
          .as("rules that Hyperscan refuses")
          .containsExactly("\\b\\B", "(^|a)*$");
      for (int dfaStates : DFA_STATES) {
        Scans scans = scans(regexes, letters, dfaStates);
        for (String input : inputs("a_ \n", 3)) {
          byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
          ReportLog all = checkedScan(scans, bytes);
          assertSame(
              all.of(oracle.accepted()), oracle.scan(bytes), "Hyperscan", regexes, letters, input);
        }
      }
    }
  }

  private static List<String> inputs(String bytes, int maxLength) {
    List<String> inputs = new ArrayList<>(List.of(""));
    for (int i = 0; inputs.get(i).length() < maxLength; i++) {
      for (int next = 0; next < bytes.length(); next++) {
        inputs.add(inputs.get(i) + bytes.charAt(next));
      }
    }
    return inputs;
  }

  @ParameterizedTest
  @CsvSource({"'', 11", "i, 12", "s, 13", "m, 14", "ims, 15"})
  void agreesWithJava(String letters, int seed) throws InterruptedException {
    int flags =
        Pattern.UNIX_LINES
            | (letters.contains("i") ? Pattern.CASE_INSENSITIVE : 0)
            | (letters.contains("s") ? Pattern.DOTALL : 0)
            | (letters.contains("m") ? Pattern.MULTILINE : 0);
    Judge java =
        (id, regex, input, log) -> {
          Matcher matcher = Pattern.compile(regex, flags).matcher(input);
          matcher.useAnchoringBounds(false).useTransparentBounds(true);
          for (int end = 0; end <= input.length(); end++) {
            int to = end;
            reportIfAny(id, end, from -> matcher.region(from, to).matches(), log);
          }
        };
    // Java gives a loop up after an empty pass through it, so it misses matches of ($|\n){2}: no
    // repeated groups. And its ^ with flag m does not match in an empty input.
    judge(java, new RandomRules(new Random(seed), ASSERTIONS, false), letters, 1);
  }

  @ParameterizedTest
  @CsvSource({"'', 21", "i, 22", "s, 23", "is, 24"})
  void agreesWithRe2(String letters, int seed) throws InterruptedException {
    int flags =
        (letters.contains("i") ? com.google.re2j.Pattern.CASE_INSENSITIVE : 0)
            | (letters.contains("s") ? com.google.re2j.Pattern.DOTALL : 0);
    Judge re2 =
        (id, regex, input, log) -> {
          com.google.re2j.Pattern pattern = com.google.re2j.Pattern.compile(regex, flags);
          for (int end = 0; end <= input.length(); end++) {
            int to = end;
            reportIfAny(id, end, from -> pattern.matches(input.substring(from, to)), log);
          }
        };
    // RE2/J cannot look outside of what it matches: no assertions.
    judge(re2, new RandomRules(new Random(seed), List.of(), true), letters, 0);
  }

  private static void reportIfAny(int id, int end, IntPredicate matchesFrom, ReportLog log) {
    for (int from = 0; from <= end; from++) {
      if (matchesFrom.test(from)) {
        log.report(id, end);
        return;
      }
    }
  }

  private static void judge(Judge judge, RandomRules source, String letters, int leastInput)
      throws InterruptedException {
    for (int i = 0; i < RULESETS / 2; i++) {
      List<String> regexes = source.next(RULES);
      Scans scans = scans(regexes, letters, DFA_STATES[i % 2]);
      for (int j = 0; j < INPUTS; j++) {
        String input = "b".repeat(leastInput) + source.nextInput(MAX_INPUT / 2);
        ReportLog expected = new ReportLog();
        for (int id = 1; id <= regexes.size(); id++) {
          judge.report(id, regexes.get(id - 1), input, expected);
        }
        ReportLog actual = checkedScan(scans, input.getBytes(StandardCharsets.ISO_8859_1));
        assertSame(actual, expected.sorted(), "the other engine", regexes, letters, input);
      }
    }
  }

  private static Scans scans(List<String> regexes, String letters, int dfaStates)
      throws InterruptedException {
    List<String> lines = new ArrayList<>();
    for (String regex : regexes) {
      lines.add("/" + regex + "/" + letters);
    }
    Rules rules = Rules.of(lines);
    assertThat(rules.refused()).isEmpty();
    CompileLimits limits = CompileLimits.defaults().withDfaStates(dfaStates);
    RuleSet ruleSet = new RuleCompiler(limits, 1).compile(rules, d -> {}).ruleSet();
    return new Scans(ruleSet, new ProfileOptions(20, 20, 0.9, 1));
  }

  /** What all ways to scan report alike. */
  private static ReportLog checkedScan(Scans scans, byte[] input) throws InterruptedException {
    ReportLog sequential = scans.sequential(CPU, input);
    assertThat(scans.sequential(AP, input)).as("sequential, ap").isEqualTo(sequential);
    for (int segments : new int[] {2, 3, 7}) {
      assertThat(scans.cse(CPU, segments, input)).as("cse, cpu").isEqualTo(sequential);
      assertThat(scans.cse(AP, segments, input)).as("cse, ap").isEqualTo(sequential);
    }
    return sequential;
  }

  private static void assertSame(
      ReportLog actual,
      ReportLog expected,
      String judge,
      List<String> regexes,
      String letters,
      String input) {
    int rule = actual.firstDifferingRule(expected);
    if (rule > 0) {
      assertThat(actual.of(rule))
          .as("%s says otherwise: /%s/%s on \"%s\"", judge, regexes.get(rule - 1), letters, input)
          .isEqualTo(expected.of(rule));
    }
  }
}
