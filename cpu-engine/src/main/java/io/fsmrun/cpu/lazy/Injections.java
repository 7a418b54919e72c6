package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Remembers to which set an injection, or an addition, led, since few sets and groups make most.
 * One memory takes the place of another that falls into the same slot. Mutable, for one thread.
 */
final class Injections {

  /** No set is remembered. */
  static final int UNKNOWN = -1;

  private static final int SLOTS = 4096;

  /** Room before anything is remembered: many runners are made that never inject. */
  private static final int FIRST_SLOTS = 1;

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
    if (keys.length == FIRST_SLOTS) {
      keys = new long[SLOTS];
      rows = new int[SLOTS];
      forget();
    }
    int slot = slot(row, group, keys.length);
    keys[slot] = key(row, group);
    rows[slot] = target;
  }
}
