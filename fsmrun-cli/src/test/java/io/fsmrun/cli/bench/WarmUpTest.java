package io.fsmrun.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static final long MILLIS = 1_000_000;

  private static void add(WarmUp warmUp, int runs, long millis, long compilerMillis) {
    for (int i = 0; i < runs; i++) {
      warmUp.add(millis * MILLIS, compilerMillis * MILLIS);
    }
  }

  @Test
  void goesOnWhileRunsBecomeFaster() {
    WarmUp warmUp = new WarmUp();
    add(warmUp, 5, 110, 0);
    add(warmUp, 4, 100, 0);
    assertThat(warmUp.isEnough()).as("too few").isFalse();
    add(warmUp, 1, 100, 0);
    assertThat(warmUp.isEnough()).as("faster").isFalse();
    add(warmUp, 5, 100, 0);
    assertThat(warmUp.isEnough()).as("as before").isTrue();
    assertThat(warmUp.runs()).isEqualTo(15);
  }

  @Test
  void goesOnWhileTheCompilerWorks() {
    WarmUp warmUp = new WarmUp();
    add(warmUp, 40, 100, 10);
    assertThat(warmUp.isEnough()).as("a tenth of all runs").isFalse();
    add(warmUp, 20, 100, 0);
    assertThat(warmUp.isEnough()).as("a third of the last three seconds").isFalse();
    add(warmUp, 10, 100, 2);
    assertThat(warmUp.isEnough()).as("less than a hundredth of them").isTrue();
    add(warmUp, 1, 100, 60);
    assertThat(warmUp.isEnough()).as("at work again").isFalse();
  }
}
