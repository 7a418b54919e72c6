package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsualStateTest {

  private static final byte[] ONE = {1};
  private static final byte[] OTHER = {2};
  private static final byte[] START = {3};

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
    usual.compared(true, true, false, START);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
    assertThat(usual.state()).isSameAs(ONE);
  }

  @Test
  void isReplacedWhereNoGuessWasRight() {
    usual.remember(ONE);
    usual.compared(true, false, false, START);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isTrue();
    usual.remember(OTHER);
    assertThat(usual.state()).isSameAs(OTHER);
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void isReplacedByTheStateAfterFirstBytesWhereThatWasRight() {
    usual.remember(ONE);
    usual.compared(true, false, true, START);
    assertThat(usual.state()).isSameAs(START);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void isReplacedAgainOnceItWasRight() {
    usual.remember(ONE);
    usual.compared(true, false, true, START);
    usual.compared(true, true, false, OTHER);
    usual.compared(true, false, true, OTHER);
    assertThat(usual.state()).isSameAs(OTHER);
    assertThat(usual.isPreferred()).isTrue();
    usual.remember(ONE);
    usual.compared(true, false, true, START);
    assertThat(usual.isPreferred()).isTrue();
  }

  @Test
  void theGuessThatIsBetterIsPreferredUntilItIsNot() {
    usual.remember(ONE);
    usual.compared(true, false, true, START);
    usual.compared(true, false, true, OTHER);
    assertThat(usual.isPreferred()).isFalse();
    assertThat(usual.isWanted()).isFalse();
    usual.compared(false, true, false, ONE);
    assertThat(usual.isPreferred()).isFalse();
    usual.compared(false, false, true, ONE);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.state()).isSameAs(OTHER);
    assertThat(usual.isWanted()).isFalse();
    // That it was better, in a stream, is not that it was right when it was used.
    usual.compared(true, false, true, START);
    assertThat(usual.isPreferred()).isFalse();
    usual.compared(false, false, false, ONE);
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
