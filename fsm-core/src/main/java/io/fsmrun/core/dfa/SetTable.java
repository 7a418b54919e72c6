package io.fsmrun.core.dfa;

import java.util.Arrays;

/**
 * Numbers bit-vector sets in the order of their first appearance: open addressing over one array of
 * words.
 */
final class SetTable {

  private final int wordCount;
  private long[] arena;
  private int[] slots;
  private int size;

  SetTable(int wordCount) {
    this.wordCount = wordCount;
    this.arena = new long[wordCount * 64];
    this.slots = new int[256];
  }

  int size() {
    return size;
  }

  void copyTo(int index, long[] set) {
    System.arraycopy(arena, index * wordCount, set, 0, wordCount);
  }

  /** The number of a set, a new one if it was not seen before. */
  int indexOf(long[] set) {
    int mask = slots.length - 1;
    int slot = hash(set, 0) & mask;
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (matches(index, set)) {
        return index;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = size + 1;
    append(set);
    if (size * 2 > slots.length) {
      rehash();
    }
    return size - 1;
  }

  private boolean matches(int index, long[] set) {
    int base = index * wordCount;
    for (int w = 0; w < wordCount; w++) {
      if (arena[base + w] != set[w]) {
        return false;
      }
    }
    return true;
  }

  private void append(long[] set) {
    int base = size * wordCount;
    if (base + wordCount > arena.length) {
      arena = Arrays.copyOf(arena, arena.length * 2);
    }
    System.arraycopy(set, 0, arena, base, wordCount);
    size++;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    int mask = slots.length - 1;
    for (int index = 0; index < size; index++) {
      int slot = hash(arena, index * wordCount) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = index + 1;
    }
  }

  private int hash(long[] words, int from) {
    long h = 0;
    for (int w = from; w < from + wordCount; w++) {
      h = (h ^ words[w]) * 0x9E3779B97F4A7C15L;
      h ^= h >>> 29;
    }
    return (int) (h ^ h >>> 32);
  }
}
