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

  private long[] packed = new long[INITIAL];
  private int size;
  private long base;

  /** An empty buffer. */
  public ReportBuffer() {}

  /**
   * Empties the buffer and says which ends come next.
   *
   * @param position where the block starts; ends lie from one position before it on
   */
  public void startBlock(long position) {
    size = 0;
    base = position - 1;
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

  /** Sorts by end, then rule, and drops repetitions. O(n) if they are in order already. */
  public void sort() {
    boolean ordered = true;
    for (int i = 1; i < size && ordered; i++) {
      ordered = packed[i - 1] < packed[i];
    }
    if (ordered) {
      return;
    }
    Arrays.sort(packed, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || packed[i] != packed[i - 1]) {
        packed[kept++] = packed[i];
      }
    }
    size = kept;
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
