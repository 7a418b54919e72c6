package io.fsmrun.ap.engine;

import java.util.Arrays;

/**
 * Numbers distinct sets of active states. A set is kept as a list in no order, except that the
 * states that report come first. Sets are found by a sum of one mixed word per state, then compared
 * state by state. For one thread.
 */
final class ActiveSets {

  private static final int NONE = -1;
  private static final int SMALL_INDEX = 64;

  private final StateGraph graph;
  private int[] pool = new int[64];
  private int[] start = new int[17];
  private int[] reporting = new int[16];
  private long[] hashes = new long[16];
  private int[] index = new int[SMALL_INDEX];
  private int count;

  ActiveSets(StateGraph graph) {
    this.graph = graph;
    Arrays.fill(index, NONE);
  }

  int count() {
    return count;
  }

  /** All sets, one after the other. */
  int[] states() {
    return pool;
  }

  /** Where a set begins in {@link #states}. */
  int from(int set) {
    return start[set];
  }

  int size(int set) {
    return start[set + 1] - start[set];
  }

  int state(int set, int i) {
    return pool[start[set] + i];
  }

  /** How many of a set's states report; they come first. */
  int reporting(int set) {
    return reporting[set];
  }

  long bytes() {
    return 4L * (pool.length + start.length + reporting.length + index.length) + 8L * hashes.length;
  }

  void clear() {
    count = 0;
    pool = new int[64];
    start = new int[17];
    reporting = new int[16];
    hashes = new long[16];
    index = new int[SMALL_INDEX];
    Arrays.fill(index, NONE);
  }

  /** Forgets all sets, and gives the number 0 to one. For sets that are few: O(states). */
  void replace(int[] states, int size) {
    if (index.length > SMALL_INDEX) {
      clear();
    }
    count = 0;
    Arrays.fill(index, NONE);
    add(states, size);
  }

  /** The number of the set that a step gave; negative if it has none. */
  int find(SetStep step) {
    long hash = hash(step.states(), step.size());
    for (int slot = slot(hash); index[slot] != NONE; slot = slot + 1 & index.length - 1) {
      int set = index[slot];
      if (hashes[set] == hash && step.equalsStates(pool, start[set], size(set))) {
        return set;
      }
    }
    return NONE;
  }

  /** Gives a number to a set that has none. Its states are given once each. */
  int add(int[] states, int size) {
    ensure(size);
    int from = start[count];
    int front = from;
    for (int i = 0; i < size; i++) {
      int state = states[i];
      if (graph.reports[state]) {
        pool[from + i] = pool[front];
        pool[front++] = state;
      } else {
        pool[from + i] = state;
      }
    }
    start[count + 1] = from + size;
    reporting[count] = front - from;
    hashes[count] = hash(states, size);
    insert(count);
    return count++;
  }

  private void ensure(int size) {
    if (start[count] + size > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(2 * pool.length, start[count] + size));
    }
    if (count == hashes.length) {
      start = Arrays.copyOf(start, 2 * count + 1);
      reporting = Arrays.copyOf(reporting, 2 * count);
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    if (2 * (count + 1) > index.length) {
      index = new int[2 * index.length];
      Arrays.fill(index, NONE);
      for (int set = 0; set < count; set++) {
        insert(set);
      }
    }
  }

  private void insert(int set) {
    int slot = slot(hashes[set]);
    while (index[slot] != NONE) {
      slot = slot + 1 & index.length - 1;
    }
    index[slot] = set;
  }

  private int slot(long hash) {
    return (int) (hash >>> 32) & index.length - 1;
  }

  private static long hash(int[] states, int size) {
    long sum = size;
    for (int i = 0; i < size; i++) {
      long word = (states[i] + 1) * 0x9E3779B97F4A7C15L;
      word = (word ^ word >>> 29) * 0xBF58476D1CE4E5B9L;
      sum += word ^ word >>> 32;
    }
    return sum * 0x94D049BB133111EBL;
  }
}
