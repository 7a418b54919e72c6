package io.fsmrun.scan;

/**
 * Tells which engines find their reports in less time than it takes to have them written down by
 * another thread and to read them then: engines of sets of bytes may report at every other byte.
 * Those the calling thread runs itself, all along this stream and those that follow, until they are
 * not any more. Mutable, for one thread.
 */
final class DenseEngines {

  /** About what a report costs that is recorded, besides finding it and handing it over. */
  static final double RECORD_NANOS = 0.75;

  /** Costs are taken over so many bytes. */
  static final int WINDOW_BYTES = 1 << 16;

  private final boolean[] dense;

  /** Whether the last window alone would say so. */
  private final boolean[] last;

  private final long[] bytes;
  private final long[] nanos;
  private final long[] reports;

  /** So many engines, of which nothing is known. */
  DenseEngines(int engines) {
    dense = new boolean[engines];
    last = new boolean[engines];
    bytes = new long[engines];
    nanos = new long[engines];
    reports = new long[engines];
  }

  /**
   * An engine was run.
   *
   * @param engine which one
   * @param length over so many bytes
   * @param time what that took, in nanoseconds
   * @param found how many reports it has found
   */
  void scanned(int engine, int length, long time, int found) {
    bytes[engine] += length;
    nanos[engine] += time;
    reports[engine] += found;
    if (bytes[engine] >= WINDOW_BYTES) {
      boolean now = nanos[engine] < RECORD_NANOS * reports[engine];
      // A thread that had to wait looks slow: one window does not end it.
      dense[engine] = now || last[engine];
      last[engine] = now;
      bytes[engine] = 0;
      nanos[engine] = 0;
      reports[engine] = 0;
    }
  }

  /** Whether an engine is one of them at present. */
  boolean has(int engine) {
    return dense[engine];
  }
}
