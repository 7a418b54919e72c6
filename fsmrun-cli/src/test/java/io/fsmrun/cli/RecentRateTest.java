package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Rates that change, by times of our own. */
class RecentRateTest {

  private static final long MILLI = 1_000_000;

  @Test
  void littleTellsNothing() {
    RecentRate rate = new RecentRate();
    assertThat(rate.isKnown()).isFalse();
    rate.note(5 * MILLI, 0, 100);
    assertThat(rate.isKnown()).isFalse();
    rate.note(34 * MILLI, 0, 200);
    assertThat(rate.isKnown()).isFalse();
    rate.note(35 * MILLI, 0, 3100);
    assertThat(rate.isKnown()).isTrue();
    assertThat(rate.bytesPerSecond()).isEqualTo(1e5);
  }

  /** A byte a microsecond for a second, then a hundred times as many. */
  @Test
  void whatWasSlowAtFirstIsForgotten() {
    RecentRate rate = new RecentRate();
    long bytes = 0;
    for (int milli = 0; milli <= 2000; milli += 10) {
      rate.note(milli * MILLI, 0, bytes);
      if (milli == 1000) {
        assertThat(rate.bytesPerSecond()).isCloseTo(1e6, within(1.0));
      } else if (milli == 1100) {
        assertThat(rate.bytesPerSecond()).isBetween(1e6, 5e7);
      } else if (milli > 1500) {
        assertThat(rate.bytesPerSecond()).isCloseTo(1e8, within(1.0));
      }
      bytes += milli < 1000 ? 10_000 : 1_000_000;
    }
  }

  @Test
  void waitingIsNoWork() {
    RecentRate rate = new RecentRate();
    rate.note(0, 0, 0);
    rate.note(100 * MILLI, 50 * MILLI, 1000);
    assertThat(rate.bytesPerSecond()).isEqualTo(1e4);
    assertThat(rate.waits()).isFalse();
    rate.note(200 * MILLI, 250 * MILLI, 2000);
    assertThat(rate.bytesPerSecond()).isEqualTo(1e4);
    assertThat(rate.waits()).isTrue();
  }
}
