package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * Some places of an input in the order of their bytes' classes, so that what is known of a class is
 * looked up for many places in a row; and back, for what was found there. Mutable, for one thread.
 */
final class PlacesByClass {

  /** The most places: what is kept of them stays in the first cache. */
  static final int MOST = 1 << 13;

  /** Places before the first and behind the last one whose classes are known. */
  static final int BEFORE = RowKernel.LATER;

  private static final int BEHIND = RowPass.SETS + RowKernel.LATER;

  /**
   * The class of a byte times {@link RowKernel#CLASS_WORDS}, from {@link #BEFORE} before the first
   * place on.
   */
  final char[] classes = new char[BEFORE + MOST + BEHIND];

  /** Where the places are in the classes, class by class, ascending in each. */
  final char[] places = new char[MOST];

  /** Per class, after the last of its places. */
  private char[] ends = new char[0];

  /** A bit for each place with something; and the first and next of what is there, plus 1, or 0. */
  private final long[] marks = new long[(BEFORE + MOST) / Long.SIZE + 1];

  private final int[] heads = new int[BEFORE + MOST];
  private int[] next = new int[MOST];

  /** Where the places of a class begin. */
  int start(int symbolClass) {
    return symbolClass == 0 ? 0 : ends[symbolClass - 1];
  }

  /** After the last place of a class. */
  int end(int symbolClass) {
    return ends[symbolClass];
  }

  /**
   * Takes places of an input.
   *
   * @param rowsOf per byte its class, times {@link RowKernel#CLASS_WORDS}
   * @param classCount how many classes there are; that number stands for what may not be looked at
   * @param input has the places
   * @param lowest the first byte that may be looked at
   * @param from the first place
   * @param count how many, at most {@link #MOST}
   * @param end after the last byte that may be looked at
   */
  void take(char[] rowsOf, int classCount, byte[] input, int lowest, int from, int count, int end) {
    int base = from - BEFORE;
    int first = Math.max(lowest, base);
    int last = Math.min(end, from + count + BEHIND);
    char none = (char) (classCount * RowKernel.CLASS_WORDS);
    Arrays.fill(classes, 0, first - base, none);
    for (int i = first; i < last; i++) {
      classes[i - base] = rowsOf[input[i] & 0xff];
    }
    Arrays.fill(classes, last - base, BEFORE + count + BEHIND, none);
    if (ends.length < classCount) {
      ends = new char[classCount];
    }
    Arrays.fill(ends, 0, classCount, (char) 0);
    for (int i = BEFORE; i < BEFORE + count; i++) {
      ends[classes[i] / RowKernel.CLASS_WORDS]++;
    }
    int start = 0;
    for (int c = 0; c < classCount; c++) {
      int size = ends[c];
      ends[c] = (char) start;
      start += size;
    }
    for (int i = BEFORE; i < BEFORE + count; i++) {
      places[ends[classes[i] / RowKernel.CLASS_WORDS]++] = (char) i;
    }
  }

  /**
   * Puts in order what was found at these places.
   *
   * @param unordered has the place in the input in the upper half of each number
   * @param first of those to be put in order
   * @param last after the last of them
   * @param base the place that {@link #places} count from
   * @param ordered takes them, from index 0 on, those of a place in the order they had
   */
  void order(long[] unordered, int first, int last, int base, long[] ordered) {
    if (next.length < last - first) {
      next = new int[last - first];
    }
    for (int i = last - first - 1; i >= 0; i--) {
      int place = (int) (unordered[first + i] >>> Integer.SIZE) - base;
      next[i] = heads[place];
      heads[place] = i + 1;
      marks[place / Long.SIZE] |= 1L << place;
    }
    int size = 0;
    for (int w = 0; w < marks.length; w++) {
      for (long rest = marks[w]; rest != 0; rest &= rest - 1) {
        int place = w * Long.SIZE + Long.numberOfTrailingZeros(rest);
        for (int i = heads[place]; i != 0; i = next[i - 1]) {
          ordered[size++] = unordered[first + i - 1];
        }
        heads[place] = 0;
      }
      marks[w] = 0;
    }
  }
}
