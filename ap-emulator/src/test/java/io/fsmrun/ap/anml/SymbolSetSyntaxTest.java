package io.fsmrun.ap.anml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The notation of symbol sets. */
class SymbolSetSyntaxTest {

  private static final SymbolSet DIGITS = SymbolSet.range('0', '9');

  private static SymbolSet chars(String symbols) {
    return SymbolSet.ofChars(symbols);
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void whatIsPrintedIsReadBack(
      @ForAll Set<@IntRange(min = 0, max = 255) Integer> symbols, @ForAll boolean negated) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int symbol : symbols) {
      set = set.or(SymbolSet.of(symbol));
    }
    set = negated ? set.complement() : set;
    String printed = SymbolSetSyntax.print(set);
    assertThat(SymbolSetSyntax.parse(printed)).isEqualTo(set);
    assertThat(printed).matches("\\*|\\[\\^?([A-Za-z0-9-]|\\\\x[0-9a-f]{2})*]");
  }

  @Test
  void everySingleSymbolIsReadBack() {
    for (int symbol = 0; symbol < 256; symbol++) {
      SymbolSet set = SymbolSet.of(symbol);
      assertThat(SymbolSetSyntax.parse(SymbolSetSyntax.print(set))).isEqualTo(set);
    }
  }

  @Test
  void formsOfOneSymbol() {
    assertThat(SymbolSetSyntax.parse("A")).isEqualTo(chars("A"));
    assertThat(SymbolSetSyntax.parse("\\x41")).isEqualTo(chars("A"));
    assertThat(SymbolSetSyntax.parse("\\xFf")).isEqualTo(SymbolSet.of(255));
    assertThat(SymbolSetSyntax.parse("\\n")).isEqualTo(chars("\n"));
    assertThat(SymbolSetSyntax.parse(" ")).isEqualTo(chars(" "));
    assertThat(SymbolSetSyntax.parse("\\*")).isEqualTo(chars("*"));
    assertThat(SymbolSetSyntax.parse("]")).isEqualTo(chars("]"));
    assertThat(SymbolSetSyntax.parse("\\_")).isEqualTo(chars("_"));
  }

  @Test
  void formsOfManySymbols() {
    assertThat(SymbolSetSyntax.parse("*")).isEqualTo(SymbolSet.ALL);
    assertThat(SymbolSetSyntax.parse(".")).isEqualTo(chars("\n").complement());
    assertThat(SymbolSetSyntax.parse("\\d")).isEqualTo(DIGITS);
    assertThat(SymbolSetSyntax.parse("\\W"))
        .isEqualTo(SymbolSetSyntax.parse("[a-zA-Z0-9_]").complement());
    assertThat(SymbolSetSyntax.parse("\\s")).isEqualTo(chars("\t\n\u000b\f\r "));
    assertThat(SymbolSetSyntax.parse("{0:9}")).isEqualTo(SymbolSet.range(0, 9));
    assertThat(SymbolSetSyntax.parse("{65,97:99,255}"))
        .isEqualTo(chars("Aabc").or(SymbolSet.of(255)));
  }

  @Test
  void brackets() {
    assertThat(SymbolSetSyntax.parse("[]")).isEqualTo(SymbolSet.EMPTY);
    assertThat(SymbolSetSyntax.parse("[^]")).isEqualTo(SymbolSet.ALL);
    assertThat(SymbolSetSyntax.parse("[^ab]")).isEqualTo(chars("ab").complement());
    assertThat(SymbolSetSyntax.parse("[a-c\\x00-\\x02]"))
        .isEqualTo(chars("abc").or(SymbolSet.range(0, 2)));
    assertThat(SymbolSetSyntax.parse("[-a]")).isEqualTo(chars("-a"));
    assertThat(SymbolSetSyntax.parse("[a-]")).isEqualTo(chars("-a"));
    assertThat(SymbolSetSyntax.parse("[\\d-z]")).isEqualTo(DIGITS.or(chars("-z")));
    assertThat(SymbolSetSyntax.parse("[a^*.[{]")).isEqualTo(chars("a^*.[{"));
    assertThat(SymbolSetSyntax.parse("[\\]\\-\\\\]")).isEqualTo(chars("]-\\"));
    assertThat(SymbolSetSyntax.parse("[!--]")).isEqualTo(SymbolSet.range('!', '-'));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "ab, 1",
    "*a, 1",
    "^, 0",
    "[a, 2",
    "[, 1",
    "[a-, 3",
    "[z-a], 1",
    "[a-\\d], 1",
    "[a]b, 3",
    "\\, 0",
    "[\\, 1",
    "\\q, 0",
    "\\0, 0",
    "[a\\101], 2",
    "\\x, 2",
    "\\x4, 3",
    "\\xg0, 2",
    "[[:alpha:]], 1",
    "\u00e9, 0",
    "[a\u00e9], 2",
    "\\\u0130, 1",
    "{, 1",
    "{}, 1",
    "{256}, 1",
    "'{1,', 3",
    "{9:1}, 1",
    "{1, 2",
    "{1}x, 3",
    "{\u0661}, 1",
    "\\x\uff14\uff11, 2"
  })
  void errorsSayWhere(String text, int offset) {
    SymbolSetSyntaxException e =
        catchThrowableOfType(SymbolSetSyntaxException.class, () -> SymbolSetSyntax.parse(text));
    assertThat(e).isNotNull();
    assertThat(e.offset()).isEqualTo(offset);
  }

  @ParameterizedTest
  @ValueSource(ints = {1 << 17, 1 << 22})
  void absurdlyLongTextIsRefused(int length) {
    String text = "[" + "a".repeat(length) + "]";
    assertThatThrownBy(() -> SymbolSetSyntax.parse(text))
        .isInstanceOf(SymbolSetSyntaxException.class);
  }
}
