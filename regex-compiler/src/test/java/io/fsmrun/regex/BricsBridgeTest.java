package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.RegExp;
import dk.brics.automaton.State;
import dk.brics.automaton.Transition;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.LimitExceededException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Automata go to brics and back unchanged, and its construction of a regex agrees with ours. */
final class BricsBridgeTest {

  private static final int LIMIT = 5000;
  private static final int REGEXES = 600;

  private final RuleCompiler compiler = RuleCompiler.withDefaults();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "abc",
        "a*",
        "a|",
        "|a|b",
        "(ab|a)*c?",
        "[^\\n]*x",
        "a.{3}b",
        "(a|b|){2,4}c",
        "x{0}",
        "x{0,}",
        "x{1,}y{3}",
        "(a{2}){2,}",
        "((a|b)*c){0,3}",
        "[\\x80-\\xff]\\x00",
        "[^\\x00-\\xff]",
        "a[^\\x00-\\xff]|b",
        "(?i:select).*(?i:from)",
        "(?s:.)",
        "([^\\x00-\\xff])*",
      })
  void buildsTheSameAutomatonAsBrics(String pattern) {
    assertSameAutomaton(pattern);
  }

  @Test
  void buildsTheSameAutomatonAsBricsFromRandomRegexes() {
    Random random = new Random(80);
    RandomRegex regexes = new RandomRegex(random, List.of());
    for (int i = 0; i < REGEXES; i++) {
      assertSameAutomaton(regexes.next(3));
    }
  }

  private void assertSameAutomaton(String pattern) {
    RegexNode tree = RegexParser.parse(pattern, RegexFlags.NONE);
    Automaton independent = BricsBridge.anyBytes().concatenate(BricsBridge.toBrics(tree));
    Dfa ours = (Dfa) compiler.compile(tree);
    assertThat(BricsBridge.toDfa(independent, LIMIT)).as("/%s/", pattern).isEqualTo(ours);
    independent.determinize();
    independent.minimize();
    assertThat(BricsBridge.toDfa(independent, LIMIT)).as("/%s/", pattern).isEqualTo(ours);
    assertThat(independent).as("/%s/", pattern).isEqualTo(BricsBridge.toBrics(ours));
  }

  @Test
  void bringsAutomataBackUnchanged() {
    Random random = new Random(81);
    RandomRegex regexes = new RandomRegex(random, List.of());
    for (int i = 0; i < REGEXES; i++) {
      String pattern = regexes.next(3);
      Dfa dfa = (Dfa) compiler.compile(RegexParser.parse(pattern, RegexFlags.NONE));
      Automaton exported = BricsBridge.toBrics(dfa);
      assertThat(exported.isDeterministic()).isTrue();
      assertThat(BricsBridge.toDfa(exported, LIMIT)).as("/%s/", pattern).isEqualTo(dfa);
      exported.minimize();
      assertThat(BricsBridge.toDfa(exported, LIMIT)).as("/%s/", pattern).isEqualTo(dfa);
      for (int j = 0; j < 5; j++) {
        String input = regexes.nextInput(random.nextInt(9));
        byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(exported.run(input))
            .as("/%s/ on \"%s\"", pattern, input)
            .isEqualTo(EndsByAutomaton.ends(dfa, bytes).get(bytes.length));
      }
    }
  }

  /** The language is in the syntax of brics, where a dot is any char, and # is nothing. */
  @ParameterizedTest
  @CsvSource({
    "a\\b, 2, .*a[^0-9A-Z_a-z]",
    "a\\b, 4, .*a",
    "a\\z, 4, .*a",
    "a$, 8, .*a\\n",
    "a$, 4, .*a",
    "a$, 1, #",
  })
  void exportsEachKindOfReport(String pattern, int flag, String language) {
    Dfa dfa = (Dfa) compiler.compile(RegexParser.parse(pattern, RegexFlags.NONE));
    Automaton expected = new RegExp(language.replace("\\n", "\n")).toAutomaton();
    assertThat(BricsBridge.toBrics(dfa, flag))
        .isEqualTo(expected.intersection(BricsBridge.anyBytes()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 16, -1})
  void exportsOneKindOfReportAtATime(int flag) {
    Dfa dfa = (Dfa) compiler.compile(RegexParser.parse("a", RegexFlags.NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BricsBridge.toBrics(dfa, flag))
        .withMessage("report flag " + flag + " is not one bit of four");
  }

  @Test
  void importsWhatBricsComputes() {
    Dfa even = BricsBridge.toDfa(new RegExp("(aa)*").toAutomaton(), LIMIT);
    assertThat(even.stateCount()).isEqualTo(3);
    Automaton odd = BricsBridge.toBrics(even).complement().intersection(BricsBridge.anyBytes());
    assertThat(BricsBridge.toDfa(odd, LIMIT).reportFlags(even.start())).isZero();
    assertThat(BricsBridge.toDfa(odd.union(BricsBridge.toBrics(even)), LIMIT))
        .isEqualTo(BricsBridge.toDfa(BricsBridge.anyBytes(), 1));
    assertThat(BricsBridge.toDfa(Automaton.makeString("abc"), LIMIT).stateCount()).isEqualTo(5);
    assertThat(BricsBridge.toDfa(Automaton.makeEmpty(), 2).stateCount()).isEqualTo(1);
  }

  @Test
  void doesNotDeterminizeWithoutLimit() {
    State start = new State();
    start.addTransition(new Transition((char) 0, (char) 255, start));
    State last = start;
    for (int i = 0; i < 20; i++) {
      State next = new State();
      last.addTransition(
          i == 0 ? new Transition('a', next) : new Transition((char) 0, (char) 255, next));
      last = next;
    }
    last.setAccept(true);
    Automaton exponential = new Automaton();
    exponential.setInitialState(start);
    exponential.setDeterministic(false);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> BricsBridge.toDfa(exponential, LIMIT))
        .withMessage("DFA states: 5001, over the limit of 5000");
  }

  @Test
  void refusesWhatIsNoByteAutomaton() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BricsBridge.toDfa(Automaton.makeString("a\u0100"), LIMIT))
        .withMessage("a transition on char 256, but symbols are bytes, 0 to 255");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BricsBridge.toDfa(Automaton.makeAnyString(), LIMIT))
        .withMessage("a transition on char 65535, but symbols are bytes, 0 to 255");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BricsBridge.toDfa(Automaton.makeEmpty(), 0))
        .withMessage("state limit 0 is not in 1..65536");
  }

  @Test
  void refusesAssertionsAndWhatIsTooLarge() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BricsBridge.toBrics(RegexParser.parse("(a\\b){2}", RegexFlags.NONE)))
        .withMessage("brics automata know no assertions, and the regex has WORD_BOUNDARY");
    RegexNode large = RegexParser.parse("((a{500}){500}b){500}", RegexFlags.NONE);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> BricsBridge.toBrics(large))
        .satisfies(e -> assertThat(e.limit()).isEqualTo(CompileLimits.defaults().positions()));
    RegexNode deep = RegexParser.parse("(((a{60000}){60000}){60000}){60000}", RegexFlags.NONE);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> BricsBridge.toBrics(deep));
  }
}
