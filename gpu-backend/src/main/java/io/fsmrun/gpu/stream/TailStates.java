package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The states that the runs of a batch leave active, on the host: pairs of a run and the number of a
 * state, in order, some more than once. Memory is used again by another batch. Read by several
 * threads.
 */
final class TailStates {

  private int[] pairs = new int[0];
  private int count;

  /** Begins anew. */
  void begin() {
    count = 0;
  }

  /**
   * Adds those of a piece, which are behind all before. O(states): they are copied as they lie.
   *
   * @return how many there are now
   */
  int add(MemorySegment states, int more) {
    int first = count;
    count = Math.addExact(count, more);
    if (2L * count > pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.multiplyExact(2, count + count / 4));
    }
    MemorySegment.copy(states, ValueLayout.JAVA_INT, 0, pairs, 2 * first, 2 * more);
    return count;
  }

  private int runOf(int entry) {
    return pairs[2 * entry];
  }

  private int numberOf(int entry) {
    return pairs[2 * entry + 1];
  }

  /** The first entry of a run, or of those behind it. O(log(entries)). */
  int firstOf(int run) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (runOf(middle) < run) {
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
    for (; at < count && runOf(at) == run; at++) {
      if (into.isEmpty() || into.getInt(into.size() - 1) != numberOf(at)) {
        into.add(numberOf(at));
      }
    }
    return at;
  }
}
