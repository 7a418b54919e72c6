package io.fsmrun.bench.hyperscan;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Reports packed into numbers whose order is that of ends, then rules.
 *
 * <pre>
 *   63      32 31      0
 *     end        rule
 * </pre>
 *
 * <p>Mutable, for one thread.
 */
public final class PackedReports {

  /** Few, since benchmarks of many streams have a list for each. */
  private static final int INITIAL = 1 << 4;

  private long[] packed = new long[INITIAL];
  private int size;
  private long tallied;

  /** No reports. */
  public PackedReports() {}

  /**
   * Adds a report.
   *
   * @param rule id of the rule, 0 or more
   * @param end bytes before the end of the match, below 2 to the power of 31
   */
  public void add(int rule, long end) {
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, size * 2);
    }
    packed[size++] = end << 32 | rule;
  }

  /** Forgets all reports. */
  public void clear() {
    size = 0;
    tallied = 0;
  }

  /** Called by the library for each match. */
  @SuppressWarnings("UnusedVariable") // The library says what the parameters are.
  int keep(int rule, long from, long to, int flags, MemorySegment context) {
    add(rule, to);
    return 0;
  }

  /** Called by the library for each match, where they are counted only. */
  @SuppressWarnings("UnusedVariable") // The library says what the parameters are.
  int tally(int rule, long from, long to, int flags, MemorySegment context) {
    tallied++;
    return 0;
  }

  long tallied() {
    return tallied;
  }

  /** Brings reports in order of end, then rule, and drops repetitions. O(n log n). */
  public void sort() {
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
   * @return the rule's id
   */
  public int rule(int index) {
    return (int) packed[index];
  }

  /**
   * The end of a report.
   *
   * @param index from 0
   * @return bytes before the end of the match
   */
  public long end(int index) {
    return packed[index] >>> 32;
  }

  /**
   * Where two lists of reports part.
   *
   * @param other reports in the same order
   * @return the place of the first report that is not the same in both, or -1 if they are equal
   */
  public int mismatch(PackedReports other) {
    return Arrays.mismatch(packed, 0, size, other.packed, 0, other.size);
  }

  /**
   * Another list with the same reports.
   *
   * @return a list that is independent of this one
   */
  public PackedReports copy() {
    PackedReports copy = new PackedReports();
    copy.packed = Arrays.copyOf(packed, Math.max(1, size));
    copy.size = size;
    return copy;
  }
}
