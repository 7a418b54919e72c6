package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.input.HostThreads;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * The states that the runs of a batch leave active: a run and a state each, in no order, some more
 * than once. By run once they are {@link #sort sorted}. Memory is used again by another batch.
 */
final class LeftStates {

  /** The run of an entry that is none. */
  static final int NONE = -1;

  private final HostThreads threads;
  private int runs;
  private int[] runOf = new int[0];
  private int[] numberOf = new int[0];
  private int count;

  /** By run: where its states start, and one more; then the states. */
  private int[] starts = new int[0];

  private int[] numbers = new int[0];

  LeftStates(HostThreads threads) {
    this.threads = threads;
  }

  /** Begins anew, for a batch of so many runs. */
  void begin(int runCount) {
    runs = runCount;
    count = 0;
  }

  /** Makes room for more entries, which are set then; returns the first of them. */
  int add(int more) {
    int first = count;
    count = Math.addExact(count, more);
    if (count > runOf.length) {
      runOf = Arrays.copyOf(runOf, Math.max(count, 2 * runOf.length));
      numberOf = Arrays.copyOf(numberOf, runOf.length);
    }
    return first;
  }

  /** Sets an entry; several threads may set different ones. */
  void set(int entry, int run, int number) {
    runOf[entry] = run;
    numberOf[entry] = number;
  }

  /** Number of entries. */
  int count() {
    return count;
  }

  /** The run of an entry, or {@link #NONE}. */
  int runOf(int entry) {
    return runOf[entry];
  }

  /** The state of an entry. */
  int numberOf(int entry) {
    return numberOf[entry];
  }

  /**
   * After the last one: brings those of a run together. O(states + threads * runs): each thread
   * counts some of the states by run, then each knows where to put them.
   */
  void sort() {
    starts = starts.length <= runs ? new int[runs + runs / 4 + 1] : starts;
    numbers = numbers.length < count ? new int[count + count / 4] : numbers;
    int shares = threads.sharesOf(count);
    int[][] next = new int[shares][];
    threads.inParallel(count, shares, (share, from, to) -> next[share] = countedByRun(from, to));
    int total = 0;
    for (int r = 0; r < runs; r++) {
      starts[r] = total;
      for (int[] ofShare : next) {
        int here = ofShare[r];
        ofShare[r] = total;
        total += here;
      }
    }
    starts[runs] = total;
    threads.inParallel(count, shares, (share, from, to) -> place(next[share], from, to));
  }

  private int[] countedByRun(int from, int to) {
    int[] counts = new int[runs];
    for (int i = from; i < to; i++) {
      if (runOf[i] != NONE) {
        counts[runOf[i]]++;
      }
    }
    return counts;
  }

  private void place(int[] next, int from, int to) {
    for (int i = from; i < to; i++) {
      if (runOf[i] != NONE) {
        numbers[next[runOf[i]]++] = numberOf[i];
      }
    }
  }

  /** Whether a run leaves nothing; sorted. */
  boolean isEmpty(int run) {
    return starts[run] == starts[run + 1];
  }

  /** The states of a run in order, each once; sorted, by one thread for one run at a time. */
  void ordered(int run, IntArrayList into) {
    int from = starts[run];
    int to = starts[run + 1];
    into.clear();
    IntArrays.quickSort(numbers, from, to);
    for (int i = from; i < to; i++) {
      if (i == from || numbers[i] != numbers[i - 1]) {
        into.add(numbers[i]);
      }
    }
  }
}
