package io.fsmrun.gpu.stream;

import java.util.stream.IntStream;

/** Work on many runs, in shares of consecutive ones by several threads. */
final class RunShares {

  /** Fewer than this are not worth a thread. */
  private static final int LEAST = 512;

  private RunShares() {}

  /** Some of the runs. */
  interface Work {

    /** Does those from one on up to another. */
    void on(int from, int to);
  }

  /** Does all of them. */
  static void inParallel(int count, Work work) {
    int shares = Math.min(Runtime.getRuntime().availableProcessors(), count / LEAST + 1);
    if (shares == 1) {
      work.on(0, count);
      return;
    }
    IntStream.range(0, shares)
        .parallel()
        .forEach(i -> work.on(share(count, i, shares), share(count, i + 1, shares)));
  }

  private static int share(int count, int share, int shares) {
    return (int) ((long) count * share / shares);
  }
}
