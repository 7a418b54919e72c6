package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuessPolicyTest {

  private static final int TRIAL = 16;
  private static final int BYTES_BEFORE_TRIAL = 2 * 32 * TRIAL;

  private final UsualState usual = new UsualState();
  private final GuessPolicy policy = new GuessPolicy("some", 2, TRIAL, usual);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(policy.guess()).isNotNull();
      assertThat(policy.guessed(false, 90, 95, 100)).isFalse();
    }
  }

  private int inTurnBeforeATrial() {
    int count = 1;
    for (; !policy.beginSegment(); count++) {
      assertThat(policy.guess()).isNull();
      policy.ranInTurn(128);
    }
    return count;
  }

  @Test
  void guessesThatFailArePausedUntilOneWouldHaveBeenRight() {
    policy.first(10, new byte[] {1});
    policy.now(50, new byte[] {2});
    assertThat(policy.guess().position()).isEqualTo(50);
    assertThat(policy.guessed(true, 0, 0, 100)).isTrue();
    fail(7);
    assertThat(policy.guessed(false, 50, 50, 100)).isTrue();
    fail(8);
    assertThat(inTurnBeforeATrial()).isEqualTo(1 + BYTES_BEFORE_TRIAL / 128);
    policy.tried(false, false);
    assertThat(policy.guess()).isNull();
    policy.ranInTurn(128);
    assertThat(inTurnBeforeATrial()).isEqualTo(BYTES_BEFORE_TRIAL / 128);
    assertThat(policy.early().position()).isEqualTo(10);
    policy.tried(false, true);
    assertThat(policy.guess().position()).isEqualTo(10);
    fail(2);
    assertThat(inTurnBeforeATrial()).isEqualTo(1 + BYTES_BEFORE_TRIAL / 128);
    policy.tried(true, true);
    assertThat(policy.guess().position()).isEqualTo(50);
    assertThat(policy.statistics())
        .isEqualTo(new ParallelStatistics.Engine("some", 19, 1, 17 * 95 + 50, 128 * 24));
  }

  @Test
  void looksBackFartherWhereThatWasTooLittle() {
    policy.first(10, new byte[] {1});
    int[] expected = {2, 2, 4, 8, 16, 16, 16};
    for (int i = 0; i < expected.length; i++) {
      assertThat(policy.guess().lookBackBytes()).isEqualTo(expected[i]);
      policy.guessed(i == 0, 0, 0, 100);
      policy.now(20 + i, new byte[] {2});
    }
    policy.beginSegment();
    assertThat(policy.old().lookBackBytes()).isEqualTo(TRIAL);
    assertThat(policy.early().lookBackBytes()).isEqualTo(TRIAL);
  }

  private static boolean neverAsked(GuessPolicy.Guess guess) {
    throw new AssertionError("asked for " + guess);
  }

  @Test
  void guessesFromTheUsualStateUntilOneIsCompared() {
    byte[] state = {7};
    usual.remember(state);
    policy.firstBytesEnd(10);
    GuessPolicy.Guess first = policy.guess();
    assertThat(first.position()).isEqualTo(10);
    assertThat(first.state()).isSameAs(state);
    assertThat(first.lookBackBytes()).isEqualTo(2);
    policy.first(10, new byte[] {1});
    policy.now(20, new byte[] {2});
    assertThat(policy.guess()).isSameAs(first);
    policy.compared(first, true, GuessPolicyTest::neverAsked);
    assertThat(policy.guess().position()).isEqualTo(20);
    policy.compared(first, false, GuessPolicyTest::neverAsked);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(usual.isWanted()).isFalse();
  }

  @Test
  void aUsualStateThatFailsIsNotPreferred() {
    usual.remember(new byte[] {7});
    policy.firstBytesEnd(10);
    GuessPolicy.Guess first = policy.guess();
    policy.first(10, new byte[] {1});
    policy.compared(first, false, guess -> guess.equals(policy.early()));
    assertThat(usual.isWanted()).isFalse();
    assertThat(policy.guess().state()).containsExactly(1);
    // The next stream begins with that.
    GuessPolicy next = new GuessPolicy("some", 2, TRIAL, usual);
    next.firstBytesEnd(10);
    GuessPolicy.Guess second = next.guess();
    assertThat(second.position()).isEqualTo(10);
    assertThat(second.state()).containsExactly(1);
    next.first(10, new byte[] {2});
    next.compared(second, false, guess -> guess.equals(next.early()));
    assertThat(usual.isPreferred()).isFalse();
    assertThat(usual.isWanted()).isFalse();
    assertThat(next.guess().state()).containsExactly(2);
  }

  @Test
  void aUsualStateThatFailedIsTheOtherOne() {
    byte[] state = {7};
    usual.remember(new byte[] {6});
    usual.compared(true, false, true, new byte[] {5});
    usual.compared(true, false, true, state);
    policy.firstBytesEnd(10);
    assertThat(policy.guess()).isNull();
    policy.first(10, new byte[] {1});
    GuessPolicy.Guess first = policy.guess();
    assertThat(first.state()).containsExactly(1);
    policy.compared(first, true, GuessPolicyTest::neverAsked);
    policy.now(20, new byte[] {2});
    // It was not made from the first bytes.
    policy.compared(policy.guess(), false, GuessPolicyTest::neverAsked);
    assertThat(usual.isPreferred()).isFalse();
    policy.compared(first, false, guess -> guess.state()[0] == 7);
    assertThat(usual.isPreferred()).isTrue();
    assertThat(policy.guess().position()).isEqualTo(20);
  }

  @Test
  void aUsualStateIsNotUsedWhereItMayNotFit() {
    usual.remember(new byte[] {7});
    policy.first(5, new byte[] {1});
    GuessPolicy.Guess first = policy.guess();
    assertThat(first.position()).isEqualTo(5);
    policy.compared(first, false, GuessPolicyTest::neverAsked);
    assertThat(usual.isWanted()).isTrue();
  }

  @Test
  void whatIsTriedIsOld() {
    policy.first(10, new byte[] {1});
    for (int i = 0; i < 5; i++) {
      policy.beginSegment();
      policy.now(20 + i, new byte[] {2});
    }
    assertThat(policy.old().position()).isEqualTo(22);
    assertThat(policy.guess().position()).isEqualTo(24);
  }

  @Test
  void theNextStreamLooksBackAsFar() {
    policy.first(10, new byte[] {1});
    policy.now(50, new byte[] {2});
    assertThat(policy.guess().lookBackBytes()).isEqualTo(2);
    policy.end();
    assertThat(usual.firstLookBack(1)).as("nothing was guessed").isEqualTo(1);
    fail(1);
    policy.end();
    GuessPolicy next = new GuessPolicy("some", 2, TRIAL, usual);
    next.first(10, new byte[] {1});
    next.now(50, new byte[] {2});
    assertThat(next.guess().lookBackBytes()).isEqualTo(4);
  }
}
