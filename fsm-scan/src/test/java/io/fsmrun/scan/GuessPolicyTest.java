package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuessPolicyTest {

  private static final int TRIAL = 16;
  private static final int BYTES_BEFORE_TRIAL = 2 * 32 * TRIAL;

  private final GuessPolicy policy = new GuessPolicy("some", 2, TRIAL);

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
}
