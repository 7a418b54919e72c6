package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsualStateTest {

  private static final byte[] ONE = {1};
  private static final byte[] OTHER = {2};

  private final UsualState usual = new UsualState();

  @Test
  void whatIsNotKnownIsNotPreferred() {
    assertThat(usual.state()).isNull();
    assertThat(usual.isPreferred()).isFalse();
    assertThat(usual.isWanted()).isTrue();
    usual.remember(ONE);
    assertThat(usual.state()).isSameAs(ONE);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void staysWhileItIsRight() {
    usual.remember(ONE);
    usual.compared(true, true, false);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void isReplacedWhereNoGuessWasRight() {
    usual.remember(ONE);
    usual.compared(true, false, false);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isTrue();
    usual.remember(OTHER);
    assertThat(usual.state()).isSameAs(OTHER);
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void theGuessThatIsBetterIsPreferredUntilItIsNot() {
    usual.remember(ONE);
    usual.compared(true, false, true);
    assertThat(usual.isPreferred()).isFalse();
    assertThat(usual.isWanted()).isFalse();
    usual.compared(false, true, false);
    assertThat(usual.isPreferred()).isFalse();
    usual.compared(false, false, true);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
    usual.compared(true, false, true);
    usual.compared(false, false, false);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isTrue();
  }

  @Test
  void looksBackAsFarAsWasEnoughAndTriesLessNowAndThen() {
    assertThat(usual.firstLookBack(16)).isEqualTo(16);
    usual.endStream(64, true);
    assertThat(usual.firstLookBack(16)).isEqualTo(64);
    for (int stream = 0; stream < 31; stream++) {
      usual.endStream(64, false);
      assertThat(usual.firstLookBack(16)).isEqualTo(64);
    }
    usual.endStream(64, false);
    assertThat(usual.firstLookBack(16)).isEqualTo(32);
    usual.endStream(64, true);
    assertThat(usual.firstLookBack(16)).isEqualTo(64);
  }
}
