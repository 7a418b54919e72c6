package io.fsmrun.cpu.block;

import java.util.Arrays;

/**
 * The reports of a block: end and rule packed into a {@code long}, so that sorting the numbers
 * sorts the reports.
 *
 * <pre>
 *   63                32 31            0
 *   end - base           index of rule
 * </pre>
 *
 * <p>Rules are numbered by ascending id, from 0. Mutable, for one thread.
 */
public final class ReportBuffer {

  private static final int INITIAL = 1024;

  /** Room for more reports than this is given back: only a block or two of an input need it. */
  private static final int MOST_KEPT = 1 << 22;

  /** More stretches than this are sorted as if there were none. */
  private static final int MOST_RUNS = 12;

  private long[] packed = new long[INITIAL];
  private long[] spare = new long[0];
  private int size;
  private long base;

  /** An empty buffer. */
  public ReportBuffer() {}

  /**
   * Empties the buffer and says which ends come next. Memory for far more reports than are usual is
   * given back.
   *
   * @param position where the block starts; ends lie from one position before it on
   */
  public void startBlock(long position) {
    size = 0;
    base = position - 1;
    if (packed.length > MOST_KEPT) {
      packed = new long[INITIAL];
      spare = new long[0];
    }
  }

  /**
   * Adds a report.
   *
   * @param rule index of the rule
   * @param end where the match ends, a position of the stream
   */
  public void add(int rule, long end) {
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, size * 2);
    }
    packed[size++] = end - base << 32 | rule;
  }

  /**
   * Adds reports for the bytes of a stretch that one or two rules match.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param first per byte the index of the rule that matches it, or -1
   * @param second per byte the index of another rule that does, a greater one, or -1
   * @param end where a match of the first byte ends, a position of the stream
   */
  public void addMarked(byte[] input, int from, int to, int[] first, int[] second, long end) {
    int room = Math.addExact(size, 2 * (to - from) + 1);
    if (room > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(room, packed.length * 2));
    }
    long[] target = packed;
    int at = size;
    long start = end - base - from;
    // Which bytes are matched is often as good as random, so no branch depends on it.
    for (int i = from; i < to; i++) {
      int symbol = input[i] & 0xff;
      int one = first[symbol];
      int other = second[symbol];
      target[at] = start + i << 32 | one;
      at += one >>> 31 ^ 1;
      target[at] = start + i << 32 | other;
      at += other >>> 31 ^ 1;
    }
    size = at;
  }

  /**
   * Adds the reports of several rules at one place.
   *
   * @param rules indices of the rules
   * @param end where the matches end, a position of the stream
   */
  public void addAll(int[] rules, long end) {
    int after = size + rules.length;
    if (after > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(after, packed.length * 2));
    }
    long high = end - base << 32;
    for (int i = 0; i < rules.length; i++) {
      packed[size + i] = high | rules[i];
    }
    size = after;
  }

  /**
   * Adds reports of another buffer.
   *
   * @param other another buffer
   * @param from index of the first of its reports
   * @param to index after the last
   */
  public void addRange(ReportBuffer other, int from, int to) {
    int after = size + to - from;
    if (after > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(after, packed.length * 2));
    }
    long shift = other.base - base << Integer.SIZE;
    for (int i = from; i < to; i++) {
      packed[size + i - from] = other.packed[i] + shift;
    }
    size = after;
  }

  /**
   * Sorts by end, then rule, and drops repetitions. O(n) if they are in order already, or are a few
   * stretches that are, as those of several engines.
   */
  public void sort() {
    sortFrom(0);
  }

  /**
   * Sorts the last reports as {@link #sort} does all of them; those before are left as they are.
   *
   * @param first index of the first of those to be sorted
   */
  public void sortFrom(int first) {
    int ordered = runEnd(first);
    if (ordered == size) {
      return;
    }
    boolean repeated = false;
    for (int runs = 0; ordered < size && runs < MOST_RUNS; runs++) {
      int end = runEnd(ordered);
      repeated |= merge(first, ordered, end);
      ordered = end;
    }
    if (ordered < size) {
      Arrays.sort(packed, first, size);
      repeated = true;
    }
    if (repeated) {
      dropRepetitions(first);
    }
  }

  private void dropRepetitions(int first) {
    int kept = first;
    for (int i = first; i < size; i++) {
      packed[kept] = packed[i];
      kept += i + 1 < size && packed[i + 1] == packed[i] ? 0 : 1;
    }
    size = kept;
  }

  /** Where the numbers that ascend from an index on end. */
  private int runEnd(int from) {
    int end = from + 1;
    while (end < size && packed[end - 1] < packed[end]) {
      end++;
    }
    return Math.min(end, size);
  }

  /** Puts a sorted stretch among the sorted numbers before it; returns whether any is in both. */
  private boolean merge(int first, int from, int to) {
    int second = to - from;
    if (spare.length < second) {
      spare = new long[second + second / 4];
    }
    System.arraycopy(packed, from, spare, 0, second);
    int i = from - 1;
    boolean repeated = false;
    int at = to - 1;
    for (int j = second - 1; j >= 0; j--) {
      // Mostly one of them is short, so the other moves in long stretches.
      int stretch = i;
      while (i >= first && packed[i] > spare[j]) {
        i--;
      }
      System.arraycopy(packed, i + 1, packed, at - (stretch - i) + 1, stretch - i);
      at -= stretch - i;
      repeated |= i >= first && packed[i] == spare[j];
      packed[at--] = spare[j];
    }
    return repeated;
  }

  /**
   * Number of reports.
   *
   * @return 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * How many reports there is room for before memory is taken.
   *
   * @return a number that only {@link #startBlock} makes less
   */
  public int capacity() {
    return packed.length;
  }

  /**
   * The rule of a report.
   *
   * @param index from 0
   * @return its index
   */
  public int rule(int index) {
    return (int) packed[index];
  }

  /**
   * The end of a report.
   *
   * @param index from 0
   * @return a position of the stream
   */
  public long end(int index) {
    return base + (packed[index] >>> 32);
  }
}
