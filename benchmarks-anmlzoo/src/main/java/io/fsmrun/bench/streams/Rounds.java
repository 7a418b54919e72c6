package io.fsmrun.bench.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Rounds in which several ways to do the same are timed one after the other. */
final class Rounds {

  private static final long NANOS = 1_000_000_000;
  private static final int LEAST = 9;

  private Rounds() {}

  /**
   * Runs rounds for some time, and then measures for as long, nine rounds at least.
   *
   * @param seconds how long each
   * @param round runs one, and returns how long each way took
   * @return for each way the middle one of its times
   */
  static long[] middle(int seconds, Supplier<long[]> round) {
    run(seconds, 1, round);
    List<long[]> rounds = run(seconds, LEAST, round);
    long[] middle = new long[rounds.getFirst().length];
    for (int i = 0; i < middle.length; i++) {
      int way = i;
      long[] sorted = rounds.stream().mapToLong(times -> times[way]).sorted().toArray();
      middle[i] = sorted[sorted.length / 2];
    }
    return middle;
  }

  private static List<long[]> run(int seconds, int least, Supplier<long[]> round) {
    List<long[]> rounds = new ArrayList<>();
    long end = System.nanoTime() + seconds * NANOS;
    while (rounds.size() < least || System.nanoTime() < end) {
      rounds.add(round.get());
    }
    return rounds;
  }
}
