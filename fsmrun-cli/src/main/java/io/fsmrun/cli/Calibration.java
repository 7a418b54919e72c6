package io.fsmrun.cli;

import java.util.function.LongSupplier;

/**
 * Measures a rate on the beginning of an input: on as much of it as takes a certain time, since
 * what is measured in less is the compiler's warming up.
 */
final class Calibration {

  /** The most that is looked at. */
  static final int MOST_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;
  private static final long ENOUGH_NANOS = 30_000_000;
  private static final double NANOS = 1e9;

  private final LongSupplier clock;

  /**
   * A calibration.
   *
   * @param clock nanoseconds since any moment
   */
  Calibration(LongSupplier clock) {
    this.clock = clock;
  }

  /** The clock. */
  LongSupplier clock() {
    return clock;
  }

  /** Scans the first bytes of a sample, and drops what it finds. */
  @FunctionalInterface
  interface Trial {
    void scan(int bytes) throws InterruptedException;
  }

  /**
   * Scans more and more of a sample until that takes long enough, or there is no more; all of it is
   * scanned at least twice then.
   *
   * @param sampleBytes length of the sample
   * @return bytes a second of the last scan; infinite for an empty sample
   */
  double rate(int sampleBytes, Trial trial) throws InterruptedException {
    if (sampleBytes == 0) {
      return Double.POSITIVE_INFINITY;
    }
    int bytes = Math.min(FIRST_BYTES, sampleBytes);
    long nanos = time(bytes, trial);
    while (nanos < ENOUGH_NANOS && bytes < sampleBytes) {
      bytes = (int) Math.min(4L * bytes, sampleBytes);
      nanos = time(bytes, trial);
    }
    if (nanos < ENOUGH_NANOS) {
      nanos = Math.min(nanos, time(bytes, trial));
    }
    return bytes * NANOS / Math.max(1, nanos);
  }

  private long time(int bytes, Trial trial) throws InterruptedException {
    long start = clock.getAsLong();
    trial.scan(bytes);
    return clock.getAsLong() - start;
  }
}
