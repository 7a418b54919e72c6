package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled rules report where the reference matcher finds the ends of matches, in both forms. */
final class RuleCompilerTest {

  private static final int REGEXES = 5000;
  private static final int INPUTS = 6;
  private static final int MAX_INPUT = 9;
  private static final List<String> ASSERTIONS =
      List.of("^", "$", "\\A", "\\Z", "\\z", "\\b", "\\B", "(?m:^)", "(?m:$)");

  private final RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 2);

  /** Assertions next to each other, repeated, in empty branches and on both sides of newlines. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "|a",
        "a|",
        "(|a|)",
        "^",
        "$",
        "\\A\\z",
        "^$",
        "(?m:^$)",
        "(?m:^)",
        "(?m:$)",
        "\\b",
        "\\B",
        "\\b\\B",
        "\\b|\\B",
        "\\Z",
        "\\Z\\n",
        "\\Z\\n\\z",
        "$\\n?",
        "$\\n$",
        "a$|b\\z|c\\Z",
        "a$\\n",
        "a\\Z\\n\\Z",
        "\\n\\Z",
        "\\n$",
        "[\\n]\\Z",
        "[^b]\\Z",
        "[^b]+$",
        "(?m:[^b]+$)",
        "(?m:^[^b])",
        "(?m:\\n^)",
        "(?m:\\n^$)",
        "(?m:$\\n^)",
        "a^b",
        "a\\Ab",
        "a\\zb",
        "(a|^)b",
        "(^|a)(b|$)",
        "(^)*a",
        "(^)+a",
        "(^|b){2}a",
        "(a|\\b){3}",
        "(\\b|a)*_",
        "(\\b[ab]+\\B){1,3}",
        "(\\b.)+",
        "(?s:\\b.\\b)+",
        "(?s:\\B.\\B){2,}",
        "(?:\\b|$)",
        "(?:a|\\b$)",
        "\\b.*\\b",
        "(?s:.*\\Z)",
        "(?s:.*$.)",
        ".\\b.",
        "a{0}",
        "(\\b){0}",
        "(a|){2,3}$",
        "[ab]\\b[ _]",
        "[^\\x00-\\xff]",
        "a|[^\\x00-\\xff]$",
        "\\xff\\b",
        "[\\x80-\\xff]+\\B",
      })
  void reportsWhatTheReferenceMatches(String pattern) {
    List<String> inputs = new ArrayList<>(List.of("", "\n", "\n\n", "a", "a\n", "\na", "a\n\n"));
    Random random = new Random(pattern.hashCode());
    RandomRegex regexes = new RandomRegex(random, ASSERTIONS);
    for (int i = 0; i < 40; i++) {
      inputs.add(regexes.nextInput(random.nextInt(MAX_INPUT)));
    }
    inputs.add("\u00ff \u0080\u00ffa\u00ff");
    check(pattern, "", inputs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "i", "s", "m", "ims", "A", "E", "mA"})
  void reportsWhatTheReferenceMatchesOnRandomRegexes(String letters) {
    Random random = new Random(60 + letters.hashCode());
    RandomRegex regexes = new RandomRegex(random, ASSERTIONS, 5);
    Set<String> generated = new TreeSet<>();
    for (int i = 0; i < REGEXES; i++) {
      String pattern = regexes.next(3);
      List<String> inputs = new ArrayList<>();
      for (int j = 0; j < INPUTS; j++) {
        inputs.add(regexes.nextInput(random.nextInt(MAX_INPUT + 1)));
      }
      note(pattern, generated);
      check(pattern, letters, inputs);
    }
    assertThat(generated)
        .as("constructs that were tried")
        .containsAll(ASSERTIONS)
        .contains(
            "|)", "(|", "){2}", "){1,2}", "){2,}", ")*", ")+", "b$", "^a", "\\ba", "a\\b",
            "\\b\\n");
  }

  private static void note(String pattern, Set<String> generated) {
    List<String> wanted = new ArrayList<>(ASSERTIONS);
    Collections.addAll(
        wanted, "|)", "(|", "){2}", "){1,2}", "){2,}", ")*", ")+", "b$", "^a", "\\ba", "a\\b",
        "\\b\\n");
    for (String part : wanted) {
      if (pattern.contains(part)) {
        generated.add(part);
      }
    }
  }

  private void check(String pattern, String letters, List<String> inputs) {
    RegexNode tree = RegexParser.parse(pattern, RegexFlags.ofLetters(letters));
    Nfa positions = compiler.compileToPositions(tree);
    Automaton compiled = compiler.compile(tree);
    assertThat(compiled).as("/%s/%s", pattern, letters).isInstanceOf(Dfa.class);
    for (String input : inputs) {
      byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
      BitSet expected = ReferenceMatcher.ends(tree, bytes);
      assertThat(EndsByAutomaton.ends(positions, bytes))
          .as("ends of /%s/%s in \"%s\", position automaton", pattern, letters, input)
          .isEqualTo(expected);
      assertThat(EndsByAutomaton.ends(compiled, bytes))
          .as("ends of /%s/%s in \"%s\", DFA", pattern, letters, input)
          .isEqualTo(expected);
    }
  }

  @Test
  void buildsMinimalAutomata() {
    Dfa dfa = (Dfa) compiler.compile(RegexParser.parse("(ab|cb)|[ac]b", RegexFlags.NONE));
    assertThat(dfa.stateCount()).isEqualTo(3);
    assertThat(dfa.classes().count()).isEqualTo(3);
    assertThat(Minimizer.minimize(dfa)).isEqualTo(dfa);
  }

  /** Only what looks at the next byte needs more than reports on the spot. */
  @ParameterizedTest
  @CsvSource({
    "a, 1",
    "^a, 1",
    "\\Ba, 1",
    "a\\z, 4",
    "a$, 12",
    "a\\b, 6",
    "(?m:a$), 6",
    "a|b\\z, 5",
    "a\\Z\\n, 4",
  })
  void usesTheFlagsThatAreNeeded(String pattern, int expected) {
    Dfa dfa = (Dfa) compiler.compile(RegexParser.parse(pattern, RegexFlags.NONE));
    int flags = ReportFlags.NONE;
    for (int state = 0; state < dfa.stateCount(); state++) {
      flags |= dfa.reportFlags(state);
    }
    assertThat(flags).isEqualTo(expected);
  }

  @Test
  void refusesRulesThatAreTooLargeAndGoesOn() throws InterruptedException {
    Rules rules = Rules.of("abc", "a{11}", "(b", "(a?|b?){6}", "cab");
    List<Integer> progress = Collections.synchronizedList(new ArrayList<>());
    CompiledRules compiled =
        new RuleCompiler(new CompileLimits(10, 4_000, 100), 2).compile(rules, progress::add);
    assertThat(compiled.ruleSet().components())
        .extracting(RuleSet.Component::ruleId)
        .containsExactly(1, 5);
    assertThat(compiled.refused()).extracting(RefusedRule::id).containsExactly(2, 3, 4);
    RefusedRule tooLarge = compiled.refused().get(0);
    assertThat(tooLarge.kind()).isEqualTo(RegexSyntaxException.Kind.LIMIT);
    assertThat(tooLarge.construct()).isEqualTo("size");
    assertThat(tooLarge.message())
        .isEqualTo("the rule is too large (positions: 11, over the limit of 10)");
    assertThat(tooLarge.line()).isEqualTo("a{11}");
    assertThat(compiled.positionAutomata()).isZero();
    assertThat(progress).containsExactlyInAnyOrder(1, 2, 3, 4);
  }

  @Test
  void refusesRulesWithTooManyEdges() throws InterruptedException {
    Rules rules = Rules.of("(a?b?c?d?){8}", "ab");
    CompiledRules compiled =
        new RuleCompiler(new CompileLimits(1000, 50, 100), 1).compile(rules, done -> {});
    assertThat(compiled.ruleSet().size()).isEqualTo(1);
    assertThat(compiled.refused().get(0).message()).startsWith("the rule is too large (edges: ");
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(
            () ->
                new RuleCompiler(new CompileLimits(1000, 50, 100), 1)
                    .compileToPositions(rules.accepted().get(0).tree()))
        .satisfies(e -> assertThat(e.limit()).isEqualTo(50))
        .satisfies(e -> assertThat(e.seen()).isGreaterThan(50));
  }

  @Test
  void keepsPositionAutomataWhereDfasAreTooLarge() throws InterruptedException {
    Rules rules = Rules.of("a.{12}b", "ab", "a.{9}");
    CompileLimits limits = CompileLimits.defaults().withDfaStates(200);
    CompiledRules compiled = new RuleCompiler(limits, 2).compile(rules, done -> {});
    assertThat(compiled.refused()).isEmpty();
    assertThat(compiled.positionAutomata()).isEqualTo(2);
    RuleSet ruleSet = compiled.ruleSet();
    assertThat(ruleSet.automaton(0)).isInstanceOf(Nfa.class);
    assertThat(ruleSet.automaton(1)).isInstanceOf(Dfa.class);
    byte[] input = "aab01234567890b012b".getBytes(StandardCharsets.ISO_8859_1);
    for (int c = 0; c < ruleSet.size(); c++) {
      assertThat(EndsByAutomaton.ends(ruleSet.automaton(c), input))
          .isEqualTo(ReferenceMatcher.ends(rules.accepted().get(c).tree(), input));
    }
    CompiledRules none = new RuleCompiler(limits.withDfaStates(0), 1).compile(rules, done -> {});
    assertThat(none.positionAutomata()).isEqualTo(3);
  }

  @Test
  void doesNotDependOnTheNumberOfThreads() throws InterruptedException {
    RandomRegex regexes = new RandomRegex(new Random(7), ASSERTIONS);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      lines.add(regexes.next(3));
    }
    Rules rules = Rules.of(lines);
    RuleSet one = new RuleCompiler(CompileLimits.defaults(), 1).compile(rules, d -> {}).ruleSet();
    RuleSet four = new RuleCompiler(CompileLimits.defaults(), 4).compile(rules, d -> {}).ruleSet();
    assertThat(four).isEqualTo(one);
  }
}
