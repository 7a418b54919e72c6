package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * What passes have found in a block, and scratch memory for them. Mutable, for one thread.
 *
 * <pre>
 *   63              32 31                0
 *   place in the input  number of the entry
 * </pre>
 */
final class Found {

  private final FactorTable factors;
  private long[] packed = new long[1024];
  private long[] spare = new long[0];
  private int size;
  private int passStart;
  private int entryBase;
  private int rowBase;
  private int[] rowCounts = new int[0];

  private int[] places = new int[0];
  private int[] others = new int[0];
  private long[] masks = new long[0];
  private final RowKernel.Hits hits = new RowKernel.Hits();

  Found(FactorTable factors) {
    this.factors = factors;
  }

  FactorTable factors() {
    return factors;
  }

  /** Forgets what was found. */
  void clear(int[] counts) {
    size = 0;
    passStart = 0;
    rowCounts = counts;
  }

  /** Numbers what comes next by the bases of a pass. */
  void startPass(int firstEntry, int firstRow) {
    passStart = size;
    entryBase = firstEntry;
    rowBase = firstRow;
  }

  void add(int place, int entry) {
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, 2 * size);
    }
    packed[size++] = (long) place << Integer.SIZE | entryBase + entry;
  }

  /** Counts that a row was found. */
  void countRow(int row) {
    rowCounts[rowBase + row]++;
  }

  /** Puts what the pass has found so far in order. */
  void sortPass() {
    Arrays.sort(packed, passStart, size);
  }

  /** Ends a pass: puts what it found, which is in order, between what was found before. */
  void endPass() {
    int second = size - passStart;
    if (passStart == 0 || second == 0) {
      return;
    }
    if (spare.length < second) {
      spare = new long[second + second / 4];
    }
    System.arraycopy(packed, passStart, spare, 0, second);
    int i = passStart - 1;
    int j = second - 1;
    for (int to = size - 1; j >= 0; to--) {
      packed[to] = i >= 0 && packed[i] > spare[j] ? packed[i--] : spare[j--];
    }
  }

  int size() {
    return size;
  }

  int place(int index) {
    return (int) (packed[index] >>> Integer.SIZE);
  }

  int entry(int index) {
    return (int) packed[index];
  }

  /** Scratch memory for so many numbers; what it holds is kept when it grows. */
  int[] places(int count) {
    if (places.length < count) {
      places = Arrays.copyOf(places, count + count / 4);
    }
    return places;
  }

  /** More of it. */
  int[] others(int count) {
    if (others.length < count) {
      others = Arrays.copyOf(others, count + count / 4);
    }
    return others;
  }

  /** Room for so many words of bits. */
  long[] masks(int count) {
    if (masks.length < count) {
      masks = new long[count + count / 4];
    }
    return masks;
  }

  /** Room for hits; empty. */
  RowKernel.Hits hits() {
    hits.clear();
    return hits;
  }
}
