package io.fsmrun.cli.bench;

import java.util.List;

/**
 * How long runs took.
 *
 * @param nanos the times, in the order of the runs; at least one
 * @param bytes what each run scanned, all threads together
 */
public record RunTimes(List<Long> nanos, long bytes) {

  private static final double BYTES_PER_NANO_AS_MB = 1000;

  /** Copies the list. */
  public RunTimes {
    nanos = List.copyOf(nanos);
  }

  /**
   * The time in the middle, the longer one of two.
   *
   * @return nanoseconds
   */
  public long medianNanos() {
    return nanos.stream().sorted().toList().get(nanos.size() / 2);
  }

  /**
   * Speed of the run in the middle.
   *
   * @return millions of bytes a second
   */
  public double median() {
    return speed(bytes, medianNanos());
  }

  /**
   * Speed of the slowest run.
   *
   * @return millions of bytes a second
   */
  public double slowest() {
    return speed(bytes, nanos.stream().mapToLong(Long::longValue).max().orElseThrow());
  }

  /**
   * Speed of the fastest run.
   *
   * @return millions of bytes a second
   */
  public double fastest() {
    return speed(bytes, nanos.stream().mapToLong(Long::longValue).min().orElseThrow());
  }

  /**
   * A speed.
   *
   * @param bytes what was scanned
   * @param nanos in which time
   * @return millions of bytes a second
   */
  public static double speed(long bytes, long nanos) {
    return bytes * BYTES_PER_NANO_AS_MB / Math.max(1, nanos);
  }
}
