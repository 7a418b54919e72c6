package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.input.HostThreads;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The states that the runs of a batch leave active, on the host: a run and the number of a state
 * each, in order, some more than once. Memory is used again by another batch.
 */
final class TailStates {

  private final HostThreads threads;
  private int[] runOf = new int[0];
  private int[] numberOf = new int[0];
  private int count;

  TailStates(HostThreads threads) {
    this.threads = threads;
  }

  /** Begins anew. */
  void begin() {
    count = 0;
  }

  /** Adds those of a piece, which are behind all before. */
  void add(RunSlot runs) {
    int first = count;
    count = Math.addExact(count, runs.leftCount());
    if (count > runOf.length) {
      runOf = Arrays.copyOf(runOf, count + count / 4);
      numberOf = Arrays.copyOf(numberOf, runOf.length);
    }
    threads.inParallel(
        runs.leftCount(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            runOf[first + i] = runs.leftRun(i);
            numberOf[first + i] = runs.leftNumber(i);
          }
        });
  }

  /** The first entry of a run, or of those behind it. O(log(entries)). */
  int firstOf(int run) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (runOf[middle] < run) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Takes the states of a run, each once.
   *
   * @param entry the first entry that is not of a run before it
   * @return the first entry behind
   */
  int take(int entry, int run, IntArrayList into) {
    int at = entry;
    into.clear();
    for (; at < count && runOf[at] == run; at++) {
      if (into.isEmpty() || into.getInt(into.size() - 1) != numberOf[at]) {
        into.add(numberOf[at]);
      }
    }
    return at;
  }
}
