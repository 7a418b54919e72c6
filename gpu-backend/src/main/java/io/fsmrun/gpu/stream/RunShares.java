package io.fsmrun.gpu.stream;

import java.util.stream.IntStream;

/** Work on many things, runs mostly, in shares of consecutive ones by several threads. */
final class RunShares {

  /** Fewer than this are not worth a thread. */
  private static final int LEAST = 512;

  private RunShares() {}

  /** Some of them. */
  interface Work {

    /** Does those from one on up to another. */
    void on(int from, int to);
  }

  /** Some of them, by someone who is told apart. */
  interface SharedWork {

    /** Does those from one on up to another. */
    void on(int share, int from, int to);
  }

  /** How many shares so many are worth. */
  static int sharesOf(int count) {
    return Math.min(Runtime.getRuntime().availableProcessors(), count / LEAST + 1);
  }

  /** Does all of them. */
  static void inParallel(int count, Work work) {
    inParallel(count, sharesOf(count), (share, from, to) -> work.on(from, to));
  }

  /** Does all of them in so many shares, the same ones each time. */
  static void inParallel(int count, int shares, SharedWork work) {
    if (shares == 1) {
      work.on(0, 0, count);
      return;
    }
    IntStream.range(0, shares)
        .parallel()
        .forEach(i -> work.on(i, bound(count, i, shares), bound(count, i + 1, shares)));
  }

  private static int bound(int count, int share, int shares) {
    return (int) ((long) count * share / shares);
  }
}
