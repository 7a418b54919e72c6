package io.fsmrun.gpu.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The reports of one group in one chunk, in order. Fetched in windows if there are too many. */
final class GroupCursor {

  /** After the last report. */
  static final int NONE = Integer.MAX_VALUE;

  /** Fetches a window of a pass's reports. */
  interface Windows {
    /** Has the records from one on at the start of the returned memory. */
    MemorySegment fetch(int from, int count);
  }

  private final TablePass pass;
  private final Windows windows;
  private final int to;
  private final int most;
  private MemorySegment records;
  private int first;
  private int next;
  private int last;

  /**
   * Reports that are all there, or that have to be fetched.
   *
   * @param records all reports of the pass; null if they have to be fetched
   * @param from the first of the group
   * @param to after its last
   * @param most how many may be fetched at once
   */
  GroupCursor(TablePass pass, MemorySegment records, int from, int to, int most, Windows windows) {
    this.pass = pass;
    this.windows = windows;
    this.records = records;
    this.to = to;
    this.most = most;
    this.next = from;
    this.last = records == null ? from : to;
    fill();
  }

  private void fill() {
    if (next == last && next < to) {
      int count = Math.min(most, to - next);
      MemorySegment fetched = windows.fetch(next, count);
      records = MemorySegment.ofArray(new int[2 * count]);
      MemorySegment.copy(fetched, 0, records, 0, (long) count * PassSlot.RECORD_BYTES);
      first = next;
      last = next + count;
    }
  }

  /** Where in the chunk the next report is made, or NONE. */
  int position() {
    return next == to ? NONE : records.getAtIndex(ValueLayout.JAVA_INT, 2L * (next - first));
  }

  /** What the next report is of; moves on. */
  int[] take() {
    int entry = records.getAtIndex(ValueLayout.JAVA_INT, 2L * (next - first) + 1);
    next++;
    fill();
    return pass.reports(entry);
  }
}
