package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.device.HostBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where packets lie in one array, one after the other: packet {@code i} from {@code offsets[i]} to
 * {@code offsets[i + 1]}. Tells the device where they start, and finds the packet of a report.
 */
final class PacketBounds implements ReportSink {

  private final StreamProgram program;
  private final long[] offsets;
  private final PacketSink sink;

  /** The packet of the last report, and the first one whose start has not been told of yet. */
  private int packet;

  private int begun;

  PacketBounds(StreamProgram program, long[] offsets, PacketSink sink) {
    this.program = program;
    this.offsets = offsets;
    this.sink = sink;
  }

  private int count() {
    return offsets.length - 1;
  }

  /** Writes where packets start in a piece of input, its overlap and the byte after it included. */
  void locate(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    long from = offsets[0] + Math.max(0, base);
    long to = offsets[0] + slot.start + slot.piece.bytes();
    int first = lowerBound(from);
    int last = lowerBound(to + 1);
    HostBuffer host = slot.ensurePositions(last - first);
    MemorySegment positions = host.segment();
    int n = 0;
    for (int i = first; i < last; i++) {
      positions.setAtIndex(ValueLayout.JAVA_INT, n++, (int) (offsets[i] - offsets[0] - base));
    }
    slot.boundCount = n;
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
    // A match of one byte or more that ends where the next packet starts is of the one before.
    long offset = offsets[0] + end;
    while (offsets[packet + 1] < offset) {
      packet++;
    }
    beginUntil(packet + 1);
    sink.report(packet, rule, (int) (offset - offsets[packet]));
  }

  /** Reports what matches before the first byte of packets. */
  private void beginUntil(int end) {
    for (; begun < end; begun++) {
      for (int rule : program.atStart()) {
        sink.report(begun, rule, 0);
      }
      if (offsets[begun] == offsets[begun + 1]) {
        for (int rule : program.onEmpty()) {
          sink.report(begun, rule, 0);
        }
      }
    }
  }

  void finish() {
    beginUntil(count());
  }
}
