package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What random strings can be made of, and how it is typed. */
class SymbolChoiceTest {

  private static SymbolSet set(String text) {
    return SymbolChoice.parse(text).set();
  }

  @Test
  void readsWords() {
    assertThat(SymbolChoice.parse("auto")).isEqualTo(SymbolChoice.AUTO);
    assertThat(SymbolChoice.parse(" Distinct ")).isEqualTo(SymbolChoice.DISTINCT);
    assertThat(SymbolChoice.parse("all")).isEqualTo(SymbolChoice.ALL);
    assertThat(SymbolChoice.parse("\\x00-\\xff")).isEqualTo(SymbolChoice.ALL);
  }

  @Test
  void readsSets() {
    assertThat(set("\\x20-\\x7e\\n")).isEqualTo(SymbolSet.range(0x20, 0x7e).or(SymbolSet.of('\n')));
    assertThat(set("a-cX0-1")).isEqualTo(SymbolSet.ofChars("abcX01"));
    assertThat(set("-a-")).isEqualTo(SymbolSet.ofChars("-a"));
    assertThat(set("\\-\\\\\\]")).isEqualTo(SymbolSet.ofChars("-\\]"));
    assertThat(set("\\0\\t\\r\\f\\v")).isEqualTo(SymbolSet.ofChars("\0\t\r\f\u000b"));
    assertThat(set("a-a")).isEqualTo(SymbolSet.of('a'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|offset 0|give auto",
        "ab\\x2|offset 2|two hexadecimal digits",
        "ab\\xg0|offset 2|two hexadecimal digits",
        "z-a|offset 0|runs backwards",
        "ab\\|offset 2|backslash ends",
        "a\\q|offset 1|no escape \\q",
        "[a-z]|offset 0|no brackets",
        "^a|offset 0|not negated",
        "aé|offset 1|\\xHH",
        "a\\é|offset 1|no escape",
      })
  void saysWhatIsWrongAndWhere(String text, String offset, String what) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SymbolChoice.parse(text))
        .withMessageContainingAll(offset, what);
  }

  @Property(tries = 300)
  void isReadAsItIsWritten(@ForAll long seed) {
    Random random = new Random(seed);
    SymbolSet set = SymbolSet.of(random.nextInt(256));
    double density = random.nextDouble();
    for (int symbol = 0; symbol < 256; symbol++) {
      set = random.nextDouble() < density ? set.or(SymbolSet.of(symbol)) : set;
    }
    SymbolChoice choice = SymbolChoice.of(set);
    assertThat(SymbolChoice.parse(choice.toString())).isEqualTo(choice);
  }

  @Test
  void wordsAreReadAsTheyAreWritten() {
    for (SymbolChoice choice :
        List.of(SymbolChoice.AUTO, SymbolChoice.DISTINCT, SymbolChoice.ALL)) {
      assertThat(SymbolChoice.parse(choice.toString())).isEqualTo(choice);
    }
    // Sets that look like words.
    assertThat(SymbolChoice.of(SymbolSet.ofChars("auto")).toString()).isEqualTo("aotu");
  }

  @Test
  void speaksInWords() {
    assertThat(SymbolChoice.parse("a-c\\n").describe())
        .isEqualTo("the 4 bytes \\na-c, equally likely");
    assertThat(SymbolChoice.parse("x").describe()).isEqualTo("the byte x alone");
    assertThat(SymbolChoice.ALL.describe()).isEqualTo("all 256 bytes, equally likely");
  }

  @Test
  void refusesWhatIsNoChoice() {
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolChoice.of(SymbolSet.EMPTY));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SymbolChoice(SymbolChoice.Kind.AUTO, SymbolSet.of('a')));
  }

  @Property(tries = 100)
  void distinctBytesAreOnePerJointClass(@ForAll long seed) {
    RuleSet rules = RandomAutomata.seeded(seed).ruleSet(4, 8);
    SymbolModel model = SymbolModel.of(rules, SymbolChoice.DISTINCT);
    int used = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      double share = model.probability(sameAs(rules, symbol));
      double alone = model.probability(SymbolSet.of(symbol));
      used += alone > 0 ? 1 : 0;
      // The class as a whole has what one of its bytes has.
      assertThat(alone == 0 || alone == share).isTrue();
      assertThat(share).isPositive();
    }
    for (int symbol = 0; symbol < 256; symbol++) {
      assertThat(model.probability(sameAs(rules, symbol))).isCloseTo(1.0 / used, within(1e-9));
    }
  }

  /** The bytes that no rule tells from a byte. */
  private static SymbolSet sameAs(RuleSet rules, int symbol) {
    SymbolSet same = SymbolSet.ALL;
    for (RuleSet.Component component : rules.components()) {
      SymbolClasses classes =
          component.automaton() instanceof Dfa dfa
              ? dfa.classes()
              : ((io.fsmrun.core.nfa.Nfa) component.automaton()).symbolClasses();
      same = same.and(classes.symbols(classes.classOf(symbol)));
    }
    return same;
  }

  @Test
  void setsAreUniform() {
    RuleSet rules = new RuleSet(List.of());
    SymbolModel model = SymbolModel.of(rules, SymbolChoice.parse("a-d"));
    assertThat(model.probability(SymbolSet.of('b'))).isEqualTo(0.25);
    assertThat(model.probability(SymbolSet.of('e'))).isZero();
    assertThat(SymbolModel.of(rules, SymbolChoice.ALL).probability(SymbolSet.ALL)).isEqualTo(1);
  }
}
