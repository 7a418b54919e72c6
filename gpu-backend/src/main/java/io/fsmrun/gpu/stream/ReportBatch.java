package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.report.BlockWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The reports of a piece of input as the device left them: packed, in order. Valid until the method
 * that got it returns.
 */
public final class ReportBatch {

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
   * Number of records. If rules look at the byte after a match, two pieces of input may both have a
   * report at their border, which counts once.
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
    BlockWriter writer = new BlockWriter(block -> block.forEach(sink));
    writeTo(writer);
    writer.flush();
  }

  /**
   * Appends all reports to blocks, by end, then rule. Once.
   *
   * @param out takes them; the last block may stay open
   */
  void writeTo(BlockWriter out) {
    int skipped = offsets.getAtIndex(ValueLayout.JAVA_INT, firstWindow);
    for (int w = firstWindow; w < endWindow; w++) {
      int from = offsets.getAtIndex(ValueLayout.JAVA_INT, w) - skipped;
      int to = offsets.getAtIndex(ValueLayout.JAVA_INT, w + 1) - skipped;
      long base = start + (long) w * StreamProgram.ADVANCE - StreamProgram.OVERLAP;
      if (border == null) {
        unpack(out, from, to, base);
      } else {
        writeBetween(out, from, to, base);
      }
    }
  }

  /** A window at whose ends the neighbours may have reports too. */
  private void writeBetween(BlockWriter out, int from, int to, long base) {
    long first = base + StreamProgram.OVERLAP;
    long end = base + StreamProgram.WINDOW;
    int i = from;
    border.begin(first, out);
    for (; i < to && endOf(i, base) == first; i++) {
      border.add(ruleOf(i));
    }
    int last = to;
    while (last > i && endOf(last - 1, base) == end) {
      last--;
    }
    if (i < to) {
      border.flush(out);
    }
    unpack(out, i, last, base);
    if (last < to) {
      border.begin(end, out);
      for (i = last; i < to; i++) {
        border.add(ruleOf(i));
      }
    }
  }

  private void unpack(BlockWriter out, int from, int to, long base) {
    out.unpack(records, from, to - from, base, program.ruleBits(), program.namedIds());
  }

  private long endOf(int record, long base) {
    return base + (records.getAtIndex(ValueLayout.JAVA_INT, record) >>> program.ruleBits());
  }

  private int ruleOf(int record) {
    int mask = (1 << program.ruleBits()) - 1;
    return program.namedIds()[records.getAtIndex(ValueLayout.JAVA_INT, record) & mask];
  }
}
