package io.fsmrun.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RampTest {

  private static final int CHUNK = 1 << 16;
  private static final int CHUNKS = 20;
  private static final long SLOW = 10_000;
  private static final long FAST = 1_000;

  private final Ramp ramp = new Ramp(new byte[CHUNKS * CHUNK]);

  /** Somebody who is slow for so many chunks, whatever streams they belong to. */
  private static Ramp.Writer slowFor(int chunks) {
    return new Ramp.Writer() {
      private int written;

      @Override
      public void begin() {}

      @Override
      public long write(int from, int to) {
        return written++ < chunks ? SLOW : FAST;
      }
    };
  }

  @Test
  void theSpeedIsThatOfOneWhoHasScanned() throws InterruptedException {
    // More than the passes by which the speed is told: were these made by new ones, both were slow.
    int slow = 7 * CHUNKS;
    Ramp.Reached reached = ramp.measure(slowFor(slow), () -> slowFor(slow));
    assertThat(reached).isEqualTo(new Ramp.Reached(slow * SLOW, (long) slow * CHUNK));
  }

  @Test
  void whoIsFastFromTheStartIsSoAtOnce() throws InterruptedException {
    assertThat(ramp.measure(slowFor(0), () -> slowFor(0))).isEqualTo(new Ramp.Reached(0, 0));
  }

  @Test
  void whoStaysSlowDoesNotReachIt() throws InterruptedException {
    Ramp.Reached reached = ramp.measure(slowFor(0), () -> slowFor(Integer.MAX_VALUE));
    assertThat(reached.bytes()).isEqualTo(-1);
  }
}
