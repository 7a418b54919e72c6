package io.fsmrun.cpu.filter;

import it.unimi.dsi.fastutil.bytes.ByteArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Finds {@link WindowKeys wide} windows, at every place or every second or fourth: a table is asked
 * for each place by the window's number. No branch depends on the input. With vectors some numbers
 * are computed together, and a table has a bit for each; without, a byte. Immutable.
 */
final class WideHashes implements PlaceAdder {

  /** Entries of a table at least and at most, as powers of two, and entries for each window. */
  private static final int LEAST_LOG = 14;

  private static final int MOST_LOG = 23;
  private static final int BITS_PER_KEY = 64;
  private static final int MOST_MARKS_LOG = 18;
  private static final int MARKS_PER_KEY = 16;

  /** The most entries of a table of bits. */
  static final int MOST_ENTRIES = 1 << MOST_LOG;

  private final int width;
  private final int step;
  private final int fold;
  private final int shift;

  /** A bit for each number, with vectors. */
  private final int[] bits;

  /** 1 for each number of a window, without. */
  private final byte[] marks;

  private WideHashes(int width, int step, int fold, int shift, int[] bits, byte[] marks) {
    this.width = width;
    this.step = step;
    this.fold = fold;
    this.shift = shift;
    this.bits = bits;
    this.marks = marks;
  }

  /**
   * A finder without vectors.
   *
   * @param width bytes of a window
   * @param stride at which places it looks: one of those that {@link #isFor} has
   * @param fold what is set in every window before it is hashed
   * @param keys the windows' numbers
   */
  static WideHashes plain(int width, Stride stride, int fold, int[] keys) {
    int shift = shift(keys.length, MARKS_PER_KEY, MOST_MARKS_LOG);
    byte[] marks = new byte[1 << Integer.SIZE - shift];
    for (int key : keys) {
      marks[key >>> shift] = 1;
    }
    return new WideHashes(width, stride.step(), fold, shift, IntArrays.EMPTY_ARRAY, marks);
  }

  /** The same with vectors. */
  static WideHashes byVectors(int width, Stride stride, int fold, int[] keys) {
    int shift = shift(keys.length, BITS_PER_KEY, MOST_LOG);
    int[] bits = new int[1 << Integer.SIZE - shift - VectorHashes.WORD_BITS];
    for (int key : keys) {
      int hash = key >>> shift;
      bits[hash >>> VectorHashes.WORD_BITS] |= 1 << hash;
    }
    return new WideHashes(width, stride.step(), fold, shift, bits, ByteArrays.EMPTY_ARRAY);
  }

  private static int shift(int keys, int entriesPerKey, int mostLog) {
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(keys * entriesPerKey);
    return Integer.SIZE - Math.clamp(log, LEAST_LOG, mostLog);
  }

  /** Whether there is a loop for a stride. */
  static boolean isFor(Stride stride) {
    return stride == Stride.EVERY || stride == Stride.SECOND || stride == Stride.FOURTH;
  }

  @Override
  public int find(
      byte[] input, int from, int to, int[] places, int before, PlaceMasks.Words words) {
    // Places that are left, the first one counted.
    int asked = Math.max(0, (to - width - from + step) / step);
    if (marks.length > 0) {
      return switch (step) {
        case 1 -> ask1(input, from, asked, places, before);
        case 2 -> ask2(input, from, asked, places, before);
        default -> ask4(input, from, asked, places, before);
      };
    }
    int steps = asked / NarrowHashes.STEP;
    int count =
        NarrowHashes.find(
            input,
            from,
            steps,
            step,
            VectorHashes.Question.wide(bits, width, fold, shift),
            places,
            before,
            words);
    int second = WindowKeys.second(width);
    int third = WindowKeys.third(width);
    for (int n = steps * NarrowHashes.STEP; n < asked; n++) {
      int p = from + n * step;
      int hash = WindowKeys.wide(input, p, second, third, fold) >>> shift;
      places[count] = p;
      count += bits[hash >>> VectorHashes.WORD_BITS] >>> hash & 1;
    }
    return count;
  }

  // Loops that differ in constants only, and are apart so that the compiler sees them.

  private int ask1(byte[] input, int from, int asked, int[] places, int before) {
    byte[] table = marks;
    int second = WindowKeys.second(width);
    int third = WindowKeys.third(width);
    int count = before;
    for (int n = 0; n < asked; n++) {
      int p = from + n;
      places[count] = p;
      count += table[WindowKeys.wide(input, p, second, third, fold) >>> shift];
    }
    return count;
  }

  private int ask2(byte[] input, int from, int asked, int[] places, int before) {
    byte[] table = marks;
    int second = WindowKeys.second(width);
    int third = WindowKeys.third(width);
    int count = before;
    for (int n = 0; n < asked; n++) {
      int p = from + 2 * n;
      places[count] = p;
      count += table[WindowKeys.wide(input, p, second, third, fold) >>> shift];
    }
    return count;
  }

  private int ask4(byte[] input, int from, int asked, int[] places, int before) {
    byte[] table = marks;
    int second = WindowKeys.second(width);
    int third = WindowKeys.third(width);
    int count = before;
    for (int n = 0; n < asked; n++) {
      int p = from + 4 * n;
      places[count] = p;
      count += table[WindowKeys.wide(input, p, second, third, fold) >>> shift];
    }
    return count;
  }
}
