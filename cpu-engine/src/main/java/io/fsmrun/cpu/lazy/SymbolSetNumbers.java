package io.fsmrun.cpu.lazy;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;

/** Distinct symbol sets, numbered in the order in which they come. For one thread. */
final class SymbolSetNumbers {

  /** An odd number without a pattern; the bits of its products are well mixed at the top. */
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  private SymbolSet[] sets = new SymbolSet[64];
  private int count;

  /** Open addressing: 0, or the number of a set and 1. */
  private int[] slots = new int[256];

  /** The number of a set; O(1) expected. */
  int of(SymbolSet set) {
    int slot = slot(set);
    if (slots[slot] == 0) {
      if (count == sets.length) {
        sets = Arrays.copyOf(sets, 2 * count);
      }
      sets[count++] = set;
      slots[slot] = count;
      if (4 * count > slots.length) {
        rehash();
      }
      return count - 1;
    }
    return slots[slot] - 1;
  }

  private int slot(SymbolSet set) {
    long mixed = set.word(0) * MIXER + set.word(1);
    mixed = (mixed ^ mixed >>> 32) * MIXER + set.word(2);
    mixed = (mixed ^ mixed >>> 32) * MIXER + set.word(3);
    mixed = (mixed ^ mixed >>> 32) * MIXER;
    int mask = slots.length - 1;
    int slot = (int) (mixed >>> 32) & mask;
    while (slots[slot] != 0 && !sets[slots[slot] - 1].equals(set)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    for (int i = 0; i < count; i++) {
      slots[slot(sets[i])] = i + 1;
    }
  }

  SymbolSet set(int number) {
    return sets[number];
  }

  /** The sets in order of their numbers. */
  List<SymbolSet> sets() {
    return Arrays.asList(sets).subList(0, count);
  }
}
