package io.fsmrun.cpu.token;

import java.util.Arrays;

/** Numbers arrays of numbers in the order they come; equal ones have one number. */
final class ArrayTable {

  private static final int EMPTY = -1;
  private static final int INITIAL = 256;
  private static final int OVERHEAD_BYTES = 28;

  private int[] slots = new int[INITIAL];
  private int[][] arrays = new int[INITIAL / 2][];
  private int size;
  private long bytes;

  ArrayTable() {
    clear();
  }

  void clear() {
    Arrays.fill(slots, EMPTY);
    Arrays.fill(arrays, 0, size, null);
    size = 0;
    bytes = 0;
  }

  int size() {
    return size;
  }

  /** What the arrays take, about. */
  long bytes() {
    return bytes;
  }

  int[] get(int number) {
    return arrays[number];
  }

  /** The number of the array that holds the first {@code count} of some values; kept as a copy. */
  int intern(int[] values, int count) {
    int slot = slotOf(values, count);
    if (slots[slot] != EMPTY) {
      return slots[slot];
    }
    if (size == arrays.length) {
      grow();
      slot = slotOf(values, count);
    }
    arrays[size] = Arrays.copyOf(values, count);
    bytes += OVERHEAD_BYTES + (long) count * Integer.BYTES;
    slots[slot] = size;
    return size++;
  }

  private int slotOf(int[] values, int count) {
    int mask = slots.length - 1;
    int slot = hash(values, count) & mask;
    while (slots[slot] != EMPTY) {
      int[] there = arrays[slots[slot]];
      if (Arrays.equals(there, 0, there.length, values, 0, count)) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private static int hash(int[] values, int count) {
    int hash = count;
    for (int i = 0; i < count; i++) {
      hash = (hash ^ values[i]) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private void grow() {
    arrays = Arrays.copyOf(arrays, 2 * size);
    slots = new int[4 * size];
    Arrays.fill(slots, EMPTY);
    for (int i = 0; i < size; i++) {
      slots[slotOf(arrays[i], arrays[i].length)] = i;
    }
  }
}
