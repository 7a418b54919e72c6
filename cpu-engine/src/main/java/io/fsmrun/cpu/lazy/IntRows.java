package io.fsmrun.cpu.lazy;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Rows of numbers, one after the other, filled once. For one thread. */
final class IntRows {

  private final IntArrayList starts = new IntArrayList();
  private final IntArrayList values = new IntArrayList();

  IntRows() {
    starts.add(0);
  }

  void add(int value) {
    values.add(value);
  }

  void endRow() {
    starts.add(values.size());
  }

  /** Where each row starts, and where the last one ends. */
  int[] starts() {
    return starts.toIntArray();
  }

  int[] values() {
    return values.toIntArray();
  }
}
