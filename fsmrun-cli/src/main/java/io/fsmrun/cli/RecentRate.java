package io.fsmrun.cli;

/**
 * How fast something has been of late: what was slow at first, because nothing was compiled yet, is
 * forgotten. Looks back over one to two stretches of a quarter of a second of work. For one thread.
 */
final class RecentRate {

  /** Work of this time makes a stretch. */
  static final long STRETCH_NANOS = 250_000_000;

  /** Times of less than this tell nothing. */
  private static final long ENOUGH_NANOS = 30_000_000;

  private static final double NANOS = 1e9;

  private Mark from;
  private Mark later;
  private Mark now;

  /** Where it was: nanoseconds of work and of waiting, and bytes that were done. */
  private record Mark(long workNanos, long waitNanos, long bytes) {}

  /**
   * Takes note; from the second call on something is known.
   *
   * @param workNanos a clock that stands still while there is nothing to do
   * @param waitNanos how long it has stood still
   * @param bytes what was done so far
   */
  void note(long workNanos, long waitNanos, long bytes) {
    now = new Mark(workNanos, waitNanos, bytes);
    if (from == null) {
      from = now;
      later = now;
    } else if (workNanos - later.workNanos() >= STRETCH_NANOS) {
      from = later;
      later = now;
    }
  }

  /** Whether it has gone on long enough to tell, and something was done. */
  boolean isKnown() {
    return from != null
        && now.workNanos() - from.workNanos() >= ENOUGH_NANOS
        && now.bytes() > from.bytes();
  }

  /** Bytes a second of work. */
  double bytesPerSecond() {
    return (now.bytes() - from.bytes()) * NANOS / Math.max(1, now.workNanos() - from.workNanos());
  }

  /** Whether more time went into waiting than into work. */
  boolean waits() {
    return now.waitNanos() - from.waitNanos() > now.workNanos() - from.workNanos();
  }
}
