package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The reports of a piece of input as the device left them: packed, in order. Valid until the method
 * that got it returns.
 */
public final class ReportBatch {

  /** Marks a rule whose match ends before the first byte of a packet, not at the end of another. */
  static final int BEFORE_FIRST = 1 << 31;

  private final StreamProgram program;
  private final MemorySegment records;
  private final int count;
  private final MemorySegment offsets;
  private final int firstWindow;
  private final int endWindow;
  private final long start;
  private final BorderReports border;

  ReportBatch(
      StreamProgram program,
      MemorySegment records,
      int count,
      MemorySegment offsets,
      int firstWindow,
      int endWindow,
      long start,
      BorderReports border) {
    this.program = program;
    this.records = records;
    this.count = count;
    this.offsets = offsets;
    this.firstWindow = firstWindow;
    this.endWindow = endWindow;
    this.start = start;
    this.border = border;
  }

  /**
   * Number of records. If rules look at the byte after a match, two windows may both have a report
   * that counts once.
   *
   * @return 0 or more
   */
  public int recordCount() {
    return count;
  }

  /**
   * Hands over all reports, by end, then rule. Once.
   *
   * @param sink takes them
   */
  public void forEach(ReportSink sink) {
    if (program.looks().beforeFirst()) {
      forEachMarked((rule, end) -> sink.report(rule & ~BEFORE_FIRST, end));
    } else {
      forEachMarked(sink);
    }
  }

  /** Hands over all reports, by end, then rule, those marked {@link #BEFORE_FIRST} last. Once. */
  void forEachMarked(ReportSink sink) {
    int[] ids = program.markedIds();
    int ruleBits = program.ruleBits();
    int ruleMask = (1 << ruleBits) - 1;
    int skipped = offsets.getAtIndex(ValueLayout.JAVA_INT, firstWindow);
    for (int w = firstWindow; w < endWindow; w++) {
      int from = offsets.getAtIndex(ValueLayout.JAVA_INT, w) - skipped;
      int to = offsets.getAtIndex(ValueLayout.JAVA_INT, w + 1) - skipped;
      long base = start + (long) w * StreamProgram.ADVANCE - StreamProgram.OVERLAP;
      int i = from;
      int last = to;
      if (border != null) {
        long start = base + StreamProgram.OVERLAP;
        border.begin(start, sink);
        while (i < to
            && base + (records.getAtIndex(ValueLayout.JAVA_INT, i) >>> ruleBits) == start) {
          border.add(ids[records.getAtIndex(ValueLayout.JAVA_INT, i++) & ruleMask]);
        }
        long end = base + StreamProgram.WINDOW;
        while (last > i
            && base + (records.getAtIndex(ValueLayout.JAVA_INT, last - 1) >>> ruleBits) == end) {
          last--;
        }
        if (last > i || last < to) {
          border.flush(sink);
        }
      }
      for (; i < last; i++) {
        int record = records.getAtIndex(ValueLayout.JAVA_INT, i);
        sink.report(ids[record & ruleMask], base + (record >>> ruleBits));
      }
      if (border != null && last < to) {
        border.begin(base + StreamProgram.WINDOW, sink);
        for (; i < to; i++) {
          border.add(ids[records.getAtIndex(ValueLayout.JAVA_INT, i) & ruleMask]);
        }
      }
    }
  }
}
