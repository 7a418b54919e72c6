package io.fsmrun.cli.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The runs of a contender before those that count, and whether there were enough: it gets no
 * faster, and the virtual machine's compiler has little left to do. Code that runs a few times a
 * scan is compiled late, and where all cores scan its compiler takes time from them. Mutable, for
 * one thread.
 */
final class WarmUp {

  /** Runs that are compared to see whether a contender still gets faster. */
  private static final int STEADY_RUNS = 5;

  private static final double STEADY = 1.02;

  /** The compiler is quiet if for so long... */
  private static final long QUIET_NANOS = 3_000_000_000L;

  /** ...it took no larger share of the time. */
  private static final double QUIET_SHARE = 0.02;

  private final List<Long> runs = new ArrayList<>();
  private final List<Long> compiling = new ArrayList<>();

  /**
   * A run is over.
   *
   * @param nanos how long it took
   * @param compilerNanos how long the compiler worked meanwhile
   */
  void add(long nanos, long compilerNanos) {
    runs.add(nanos);
    compiling.add(compilerNanos);
  }

  int runs() {
    return runs.size();
  }

  /** Whether runs to come will be much like the last ones. */
  boolean isEnough() {
    return isFast() && isQuiet();
  }

  private boolean isFast() {
    int count = runs.size();
    if (count < 2 * STEADY_RUNS) {
      return false;
    }
    long before = runs.subList(0, count - STEADY_RUNS).stream().min(Long::compare).get();
    long last = runs.subList(count - STEADY_RUNS, count).stream().min(Long::compare).get();
    return before < last * STEADY;
  }

  private boolean isQuiet() {
    long nanos = 0;
    long compilerNanos = 0;
    for (int i = runs.size() - 1; i >= 0 && nanos < QUIET_NANOS; i--) {
      nanos += runs.get(i);
      compilerNanos += compiling.get(i);
    }
    return compilerNanos <= QUIET_SHARE * nanos;
  }
}
