package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Remembers to which set an injection led, since few sets and components make most of them. One
 * memory takes the place of another that falls into the same slot. Mutable, for one thread.
 */
final class Injections {

  /** No set is remembered. */
  static final int UNKNOWN = -1;

  private static final int SLOTS = 256;
  private static final int ROW_FACTOR = 0x9e3779b1;

  private final long[] keys = new long[SLOTS];
  private final int[] rows = new int[SLOTS];

  Injections() {
    forget();
  }

  void forget() {
    Arrays.fill(keys, UNKNOWN);
  }

  private static long key(int row, int component) {
    return (long) row << Integer.SIZE | component;
  }

  private static int slot(int row, int component) {
    return (row * ROW_FACTOR >>> Byte.SIZE) + component & SLOTS - 1;
  }

  int get(int row, int component) {
    int slot = slot(row, component);
    return keys[slot] == key(row, component) ? rows[slot] : UNKNOWN;
  }

  void put(int row, int component, int target) {
    int slot = slot(row, component);
    keys[slot] = key(row, component);
    rows[slot] = target;
  }
}
