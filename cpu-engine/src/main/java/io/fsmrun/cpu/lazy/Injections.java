package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Remembers to which set an injection, or an addition, led, since few sets and groups make most.
 * One memory takes the place of another that falls into the same slot. Mutable, for one thread.
 */
final class Injections {

  /** No set is remembered. */
  static final int UNKNOWN = -1;

  private static final int MOST_SLOTS = 4096;

  /** Room at first: many runners are made that never inject, or from few sets. */
  private static final int FIRST_SLOTS = 1;

  /** So many times as many slots there are when one was wanted twice. */
  private static final int GROWTH = 8;

  private static final int ROW_FACTOR = 0x9e3779b1;

  private long[] keys = new long[FIRST_SLOTS];
  private int[] rows = new int[FIRST_SLOTS];

  Injections() {
    forget();
  }

  void forget() {
    Arrays.fill(keys, UNKNOWN);
  }

  private static long key(int row, int group) {
    return (long) row << Integer.SIZE | group;
  }

  private static int slot(int row, int group, int slots) {
    return (row * ROW_FACTOR >>> Byte.SIZE) + group & slots - 1;
  }

  int get(int row, int group) {
    int slot = slot(row, group, keys.length);
    return keys[slot] == key(row, group) ? rows[slot] : UNKNOWN;
  }

  void put(int row, int group, int target) {
    long key = key(row, group);
    int slot = slot(row, group, keys.length);
    while (keys[slot] != UNKNOWN && keys[slot] != key && keys.length < MOST_SLOTS) {
      grow();
      slot = slot(row, group, keys.length);
    }
    keys[slot] = key;
    rows[slot] = target;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldRows = rows;
    keys = new long[GROWTH * oldKeys.length];
    rows = new int[keys.length];
    forget();
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != UNKNOWN) {
        int slot = slot((int) (oldKeys[i] >>> Integer.SIZE), (int) oldKeys[i], keys.length);
        keys[slot] = oldKeys[i];
        rows[slot] = oldRows[i];
      }
    }
  }
}
