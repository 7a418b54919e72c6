package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.regex.RegexFlags.Flag;
import org.junit.jupiter.api.Test;

final class RegexFlagsTest {

  @Test
  void lettersNameFlags() {
    RegexFlags flags = RegexFlags.ofLetters("Esi");
    assertThat(flags)
        .isEqualTo(RegexFlags.of(Flag.IGNORE_CASE, Flag.DOT_ALL, Flag.DOLLAR_END_ONLY));
    assertThat(flags).hasToString("isE");
    assertThat(flags.multiLine() || flags.extended() || flags.anchored()).isFalse();
    assertThatThrownBy(() -> RegexFlags.ofLetters("iU"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U");
  }

  @Test
  void switchingAFlagMakesANewValue() {
    RegexFlags on = RegexFlags.NONE.with(Flag.EXTENDED, true);
    assertThat(on.extended()).isTrue();
    assertThat(RegexFlags.NONE.extended()).isFalse();
    assertThat(on.with(Flag.EXTENDED, false)).isEqualTo(RegexFlags.NONE);
  }
}
