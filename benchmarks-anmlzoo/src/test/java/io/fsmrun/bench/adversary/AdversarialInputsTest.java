package io.fsmrun.bench.adversary;

import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AdversarialInputsTest {

  private static final int RULESETS = 3;
  private static final int RULES = 4;
  private static final int TINY = 100;

  private static final String[] WORDS = {
    "abcd", "bcda", "abab", "GET /", "dcba", "abcdabcd", "xyzw", "\\x00\\x00\\x01", "aaaa", "Host:"
  };
  private static final String[] GAPS = {
    ".*", "[^\\n]*", "[^a]*", ".{3,40}", "[ab]{0,30}", "\\s+", ".{20,}", "[a-c]{40}", "d*"
  };
  private static final String[] PARTS = {"(ab|cd|x)", "[abc]", "b?", "(ab)?", ".", "\\w{1,3}"};
  private static final String[] ENDS = {"", "", "", "$", "\\b"};

  @ParameterizedTest
  @EnumSource(Attack.class)
  void theUsualPlanReportsWhatTheNaiveEngineDoes(Attack attack) throws InterruptedException {
    for (int seed = 0; seed < RULESETS; seed++) {
      List<String> texts = texts(new Random(seed));
      Rules rules = Rules.of(texts);
      byte[] input = input(rules, texts, attack, seed, TINY);
      assertThat(scan(rules, input))
          .as("%s, seed %d, rules %s", attack, seed, texts)
          .isEqualTo(ReferenceEngine.reports(reference(rules), input));
    }
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  void inputsHaveTheirSizeAndDependOnTheSeedOnly(Attack attack) {
    List<String> texts = texts(new Random(5));
    Rules rules = Rules.of(texts);
    byte[] input = input(rules, texts, attack, 3, 5000);
    assertThat(input).hasSize(5000).isEqualTo(input(rules, texts, attack, 3, 5000));
  }

  @Test
  void matchesMatchAndAlteredOnesDoNot() throws InterruptedException {
    Rules rules = Rules.of("ABCDEFGH", "12345678");
    assertThat(scan(rules, make(rules, Attack.MATCHES, 8000))).hasSize(1000);
    for (Attack attack :
        List.of(Attack.LAST_BYTE_WRONG, Attack.FIRST_BYTE_WRONG, Attack.MIDDLE_BYTE_WRONG)) {
      assertThat(scan(rules, make(rules, attack, 8000))).isEmpty();
    }
  }

  @Test
  void aMissingLastPieceLeavesTheGapOpen() throws InterruptedException {
    Rules rules = Rules.of("/abcd.*efgh.*ijkl/s");
    byte[] input = make(rules, Attack.LAST_PIECE_MISSING, 800);
    assertThat(text(input)).isEqualTo("abcdefgh".repeat(100));
  }

  @Test
  void openGapsHaveAllFirstPiecesAndNoWholeLastOne() throws InterruptedException {
    Rules rules = Rules.of("/abcd.*efgh.*ijkl/s", "/ABCD[^\\n]*EFGH/");
    byte[] input = make(rules, Attack.OPEN_GAPS, 8000);
    assertThat(text(input)).contains("abcd", "ABCD", "efgh", "EFG");
    assertThat(scan(rules, input)).hasSizeLessThan(10);
  }

  @Test
  void manyEndsComeBeforeManySecondPieces() {
    Rules rules = Rules.of("/ab.{0,1500}cd/s");
    String input = text(make(rules, Attack.MANY_ENDS, 3000));
    assertThat(input).isEqualTo("ab".repeat(750) + "cd".repeat(750));
  }

  @Test
  void windowsOverlap() {
    Rules rules = Rules.of("qzqzqz", "zqzqzq");
    String input = text(make(rules, Attack.SHARED_WINDOWS, 1000));
    assertThat(input.split("(?<=(.))(?=\\1)")).hasSizeLessThan(200);
    assertThat(input).containsPattern("(qz){10}");
  }

  @Test
  void theDearestStringIsRepeated() {
    Rules rules = Rules.of("abcd", "wxyz");
    AdversarialInputs inputs = inputs(rules, List.of("abcd", "wxyz"), 1);
    byte[] worst =
        inputs.worst(100, 40, block -> text(block).chars().filter(c -> c == 'w').count());
    assertThat(text(worst).chars().filter(c -> c == 'w').count()).isGreaterThanOrEqualTo(25);
  }

  @Test
  void whatHasToBeMeasuredIsNotMade() {
    Rules rules = Rules.of("abcd");
    assertThatThrownBy(() -> make(rules, Attack.WORST_STRING, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AdversarialInputs(List.of(), new byte[1], 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rulesWithoutGapsOrWindowsAreAttackedToo() throws InterruptedException {
    Rules rules = Rules.of("a", "^", "[^b]", "b?");
    for (Attack attack : Attack.values()) {
      byte[] input = input(rules, List.of("a"), attack, 1, TINY);
      assertThat(scan(rules, input)).isEqualTo(ReferenceEngine.reports(reference(rules), input));
    }
  }

  @Test
  void aRunComparesBothAndTimesEachEngine() throws InterruptedException {
    Rules rules = Rules.of("/abcdef.*ghijkl/", "/[0-9]/", "mnopqrst");
    AttackResult result =
        new AttackBenchmark(rules, new byte[] {'x'}, 1, 0, 0.01).run(Attack.MATCHES, 1 << 12);
    assertThat(result.reports()).isPositive();
    assertThat(result.microsOfEngine()).containsKeys("literal-filter", "byte-sets");
    assertThat(result.leastRatio()).isPositive();
    assertThat(result.growth()).isPositive();
    AttackResult written =
        new AttackBenchmark(rules, new byte[] {'x'}, 1, 7, 0.01).run(Attack.MATCHES, 1 << 12);
    assertThat(written.reports()).isEqualTo(result.reports());
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < RULES; i++) {
      StringBuilder text = new StringBuilder("/");
      int parts = 1 + random.nextInt(3);
      for (int p = 0; p < parts; p++) {
        text.append(pick(WORDS, random).replace("/", "\\/"));
        text.append(random.nextInt(3) == 0 ? pick(PARTS, random) : "");
        text.append(p + 1 < parts || random.nextInt(8) == 0 ? pick(GAPS, random) : "");
      }
      text.append(pick(ENDS, random));
      texts.add(text.append(random.nextBoolean() ? "/s" : "/i").toString());
    }
    return texts;
  }

  private static AdversarialInputs inputs(Rules rules, List<String> texts, long seed) {
    List<RegexNode> trees = rules.accepted().stream().map(Rule::tree).toList();
    byte[] text = String.join("\n", texts).getBytes(StandardCharsets.ISO_8859_1);
    return new AdversarialInputs(trees, text, seed);
  }

  private static byte[] input(Rules rules, List<String> texts, Attack attack, long seed, int size) {
    AdversarialInputs inputs = inputs(rules, texts, seed);
    return attack == Attack.WORST_STRING
        ? inputs.worst(size, TINY, block -> text(block).hashCode())
        : inputs.make(attack, size);
  }

  private static byte[] make(Rules rules, Attack attack, int size) {
    return inputs(rules, List.of("x"), 1).make(attack, size);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static List<Report> scan(Rules rules, byte[] input) throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    Database.compiler()
        .compile(rules)
        .newScanner()
        .scan(input, (rule, start, end, tag) -> reports.add(new Report(rule, end)));
    return reports;
  }

  private static RuleSet reference(Rules rules) {
    RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 1);
    List<RuleSet.Component> components = new ArrayList<>();
    for (Rule rule : rules.accepted()) {
      components.add(new RuleSet.Component(rule.id(), compiler.compileToPositions(rule.tree())));
    }
    return new RuleSet(components);
  }
}
