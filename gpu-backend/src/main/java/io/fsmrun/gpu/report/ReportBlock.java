package io.fsmrun.gpu.report;

import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reports in a row, as two arrays:
 *
 * <pre>
 *   ends:   | end 0 | end 1 | ... |   offset after the match, long
 *   rules:  | id 0  | id 1  | ... |   id of the rule, int
 * </pre>
 *
 * <p>A handler that takes blocks has one call for thousands of reports, and loops over arrays in
 * between. Mutable, for one thread at a time.
 */
public final class ReportBlock {

  /** Reports that a block has room for: its arrays stay in a core's second cache. */
  public static final int CAPACITY = 4096;

  private final long[] ends = new long[CAPACITY];
  private final int[] rules = new int[CAPACITY];
  private final int[] records = new int[CAPACITY];
  private int count;

  /** An empty block. */
  public ReportBlock() {}

  /**
   * Number of reports.
   *
   * @return 0 to {@link #CAPACITY}
   */
  public int count() {
    return count;
  }

  /**
   * The ends.
   *
   * @return the array itself, of which the first {@link #count} are meant
   */
  public long[] ends() {
    return ends;
  }

  /**
   * The ids of the rules.
   *
   * @return the array itself, of which the first {@link #count} are meant
   */
  public int[] rules() {
    return rules;
  }

  /**
   * Whether nothing more fits.
   *
   * @return true if it is full
   */
  public boolean isFull() {
    return count == CAPACITY;
  }

  /** Forgets all reports. */
  public void clear() {
    count = 0;
  }

  /**
   * Appends a report; the block must not be full.
   *
   * @param rule the rule's id
   * @param end where the match ends
   */
  public void add(int rule, long end) {
    ends[count] = end;
    rules[count++] = rule;
  }

  /**
   * Appends packed reports: in each the offset of its end, above the index of its rule.
   *
   * @param from where they lie, 32 bits each
   * @param first the first one
   * @param most how many, as long as there is room
   * @param base what the offsets count from
   * @param ruleBits bits of the index
   * @param ids ids of the rules, by index
   * @return how many were appended
   */
  public int unpack(MemorySegment from, long first, int most, long base, int ruleBits, int[] ids) {
    int added = Math.min(most, CAPACITY - count);
    MemorySegment.copy(from, ValueLayout.JAVA_INT, first * Integer.BYTES, records, 0, added);
    int mask = (1 << ruleBits) - 1;
    for (int i = 0; i < added; i++) {
      ends[count + i] = base + (records[i] >>> ruleBits);
    }
    for (int i = 0; i < added; i++) {
      rules[count + i] = ids[records[i] & mask];
    }
    count += added;
    return added;
  }

  /**
   * Hands over the reports one by one.
   *
   * @param sink takes them
   */
  public void forEach(ReportSink sink) {
    for (int i = 0; i < count; i++) {
      sink.report(rules[i], ends[i]);
    }
  }
}
