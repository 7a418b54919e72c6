package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * For each link a list of positions in ascending order, each once. Mostly a list has one or two,
 * and positions come in order. Mutable, for one thread.
 */
final class EndLists {

  private static final long[] NONE = {};
  private static final int FIRST_ROOM = 4;

  private final long[][] ends;
  private final int[] counts;

  /** Empty lists. */
  EndLists(int links) {
    ends = new long[links][];
    Arrays.fill(ends, NONE);
    counts = new int[links];
  }

  int count(int link) {
    return counts[link];
  }

  /** One of a link's positions, by index. */
  long get(int link, int index) {
    return ends[link][index];
  }

  /** The last of a link's positions, of which there are some. */
  long last(int link) {
    return ends[link][counts[link] - 1];
  }

  void clear(int link) {
    counts[link] = 0;
  }

  /** Whether another position takes memory. */
  boolean isFull(int link) {
    return counts[link] == ends[link].length;
  }

  /** Adds a position. O(those after it). */
  void add(int link, long end) {
    if (isFull(link)) {
      grow(link);
    }
    int n = counts[link];
    long[] sorted = ends[link];
    int at = n;
    while (at > 0 && sorted[at - 1] > end) {
      at--;
    }
    if (at > 0 && sorted[at - 1] == end) {
      return;
    }
    System.arraycopy(sorted, at, sorted, at + 1, n - at);
    sorted[at] = end;
    counts[link] = n + 1;
  }

  /**
   * Makes room if more than half of it is used, so that a full list is not looked through often.
   */
  void growIfHalfFull(int link) {
    if (counts[link] > ends[link].length / 2) {
      grow(link);
    }
  }

  private void grow(int link) {
    ends[link] = Arrays.copyOf(ends[link], Math.max(FIRST_ROOM, 2 * ends[link].length));
  }

  /** Puts a position in place of the first, which may not be after the second. */
  void setFirst(int link, long end) {
    ends[link][0] = end;
  }

  /** Drops all positions before the last one that is not after a limit. */
  void keepFrom(int link, long limit) {
    long[] sorted = ends[link];
    int from = 0;
    while (from + 1 < counts[link] && sorted[from + 1] <= limit) {
      from++;
    }
    drop(link, from);
  }

  /** Drops all positions before a limit. */
  void dropBefore(int link, long limit) {
    long[] sorted = ends[link];
    int from = 0;
    while (from < counts[link] && sorted[from] < limit) {
      from++;
    }
    drop(link, from);
  }

  private void drop(int link, int first) {
    counts[link] -= first;
    System.arraycopy(ends[link], first, ends[link], 0, counts[link]);
  }

  /** The index of the last position that is not greater than a limit, or -1. */
  int lastUpTo(int link, long limit) {
    long[] sorted = ends[link];
    int low = -1;
    int high = counts[link];
    int at = high - 1; // Mostly it is the last one.
    while (high - low > 1) {
      if (sorted[at] > limit) {
        high = at;
      } else {
        low = at;
      }
      at = low + high >>> 1;
    }
    return low;
  }
}
