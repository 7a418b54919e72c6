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

  /** An engine that costs no more than this part of all is light. */
  private static final double LIGHT_PART = 0.25;

  /** What engines cost is taken over about so many windows. */
  private static final int WINDOWS = 4;

  private final boolean[] dense;

  /** Nanoseconds per byte; 0 while they are not known. */
  private final double[] costs;

  /** Whether the last window alone would say so. */
  private final boolean[] last;

  private final long[] bytes;
  private final long[] nanos;
  private final long[] reports;

  /** So many engines, of which nothing is known. */
  DenseEngines(int engines) {
    dense = new boolean[engines];
    costs = new double[engines];
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
      double cost = (double) nanos[engine] / bytes[engine];
      costs[engine] += costs[engine] == 0 ? cost : (cost - costs[engine]) / WINDOWS;
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

  /**
   * The engine that costs least of those that are not dense, if it is not the only one, and costs
   * little beside all together.
   *
   * @return its number; -1 if there is none, or too little is known
   */
  int lightest() {
    int lightest = -1;
    int others = 0;
    double all = 0;
    for (int e = 0; e < costs.length; e++) {
      if (costs[e] == 0) {
        return -1;
      }
      all += costs[e];
      if (!dense[e]) {
        others++;
        lightest = lightest < 0 || costs[e] < costs[lightest] ? e : lightest;
      }
    }
    return others > 1 && costs[lightest] <= LIGHT_PART * all ? lightest : -1;
  }
}
