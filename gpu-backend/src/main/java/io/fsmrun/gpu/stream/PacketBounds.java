package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.HostBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where packets lie in one array, one after the other: packet {@code i} from {@code offsets[i]} to
 * {@code offsets[i + 1]}. Tells the device where they start, and finds the packet of a report.
 */
final class PacketBounds implements InputLayout {

  private final StreamProgram program;
  private final long[] offsets;
  private final RunReports reports;

  /** The packet of the last report, and the first one whose start has not been told of yet. */
  private int packet;

  private int begun;

  PacketBounds(StreamProgram program, long[] offsets, PacketSink sink) {
    this.program = program;
    this.offsets = offsets;
    this.reports = new RunReports((rule, end) -> sink.report(begun - 1, rule, (int) end));
  }

  /** Checks where packets lie in so many bytes. */
  static void checkOffsets(long[] offsets, long bytes) {
    if (offsets.length == 0 || offsets[0] < 0 || offsets[offsets.length - 1] > bytes) {
      throw new IllegalArgumentException("packets lie outside of " + bytes + " bytes");
    }
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] < offsets[i - 1]) {
        throw new IllegalArgumentException("packet " + (i - 1) + " ends before it starts");
      }
    }
  }

  private int count() {
    return offsets.length - 1;
  }

  /** Where packets start in a piece of input, its overlap and the byte after it included. */
  @Override
  public void locate(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    long from = offsets[0] + Math.max(0, base);
    long to = offsets[0] + slot.start + slot.piece.bytes();
    int first = lowerBound(from);
    int last = lowerBound(to + 1);
    if (program.looks().beforeFirst()) {
      locateRuns(slot, Math.max(0, first - 1), Math.min(last, count()));
      return;
    }
    HostBuffer host = slot.ensurePositions(last - first);
    MemorySegment positions = host.segment();
    int n = 0;
    for (int i = first; i < last; i++) {
      positions.setAtIndex(ValueLayout.JAVA_INT, n++, (int) (offsets[i] - offsets[0] - base));
    }
    slot.boundCount = n;
  }

  /** Each packet as a flow of its own, so that matches before its first byte can be told apart. */
  private void locateRuns(ChunkSlot slot, int first, int last) {
    RunSlot runs = slot.beginRuns(last - first);
    for (int i = first; i < last; i++) {
      if (offsets[i] < offsets[i + 1]) {
        long start = offsets[i] - offsets[0];
        runs.add(start, start, offsets[i + 1] - offsets[0], RunSlot.FIRST | RunSlot.LAST);
      }
    }
  }

  /** The first packet that starts at an offset or after it. */
  private int lowerBound(long offset) {
    int low = 0;
    int high = offsets.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (offsets[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public void report(int rule, long end) {
    // A match that ends where the next packet starts is of the one before, if it is not marked.
    boolean first = (rule & ReportBatch.BEFORE_FIRST) != 0;
    long offset = offsets[0] + end + (first ? 1 : 0);
    while (offsets[packet + 1] < offset) {
      packet++;
    }
    beginUntil(packet + 1);
    reports.report(rule & ~ReportBatch.BEFORE_FIRST, offsets[0] + end - offsets[packet]);
  }

  /** Reports what is left of packets, and what matches before the first byte of the next ones. */
  private void beginUntil(int end) {
    while (begun < end) {
      reports.finish();
      reports.begin();
      boolean empty = offsets[begun] == offsets[begun + 1];
      for (int rule : empty ? program.reportedOnEmpty() : program.atStart()) {
        reports.know(rule, 0);
      }
      begun++;
    }
  }

  @Override
  public void finish() {
    beginUntil(count());
    reports.finish();
  }
}
