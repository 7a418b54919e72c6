package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.HostThreads;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Where packets lie in one array, one after the other: packet {@code i} from {@code offsets[i]} to
 * {@code offsets[i + 1]}. Tells the device where they start.
 */
final class PacketBounds implements InputLayout, RunSpans.Runs {

  private final StreamProgram program;
  private final long[] offsets;
  private final RunSpans spans;

  PacketBounds(StreamProgram program, long[] offsets, HostThreads threads, SpanSink sink) {
    this.program = program;
    this.offsets = offsets;
    this.spans = new RunSpans(program, this, threads, sink);
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

  /** Where packets start in a piece of input, its overlap and the byte after it included. */
  @Override
  public void locate(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    long from = offsets[0] + Math.max(0, base);
    long to = offsets[0] + slot.start + slot.piece.bytes();
    int first = lowerBound(from);
    if (program.looks().beforeFirst()) {
      locateRuns(slot, Math.max(0, first - 1), Math.min(lowerBound(to + 1), count()));
      return;
    }
    int last = lowerBound(to);
    // Where the packet after the piece starts, or the last one ends, is the end of the one before.
    boolean endsThere = last <= count() && offsets[last] == to;
    MemorySegment positions = slot.ensurePositions(last - first + 1).segment();
    int n = 0;
    for (int i = first; i < last; i++) {
      if (isScanned(i)) {
        positions.setAtIndex(ValueLayout.JAVA_INT, n++, (int) (offsets[i] - offsets[0] - base));
        slot.listed().add(i);
      }
    }
    if (endsThere) {
      positions.setAtIndex(ValueLayout.JAVA_INT, n++, (int) (to - offsets[0] - base));
    }
    slot.boundCount = n;
  }

  /** Each packet as a flow of its own, so that matches before its first byte can be told apart. */
  private void locateRuns(ChunkSlot slot, int first, int last) {
    for (int i = first; i < last; i++) {
      if (isScanned(i) && offsets[i] - offsets[0] < slot.start + slot.piece.bytes()) {
        slot.listed().add(i);
      }
    }
    RunSlot runs = slot.beginRuns(slot.listed().size(), 0, 0);
    for (int i = 0; i < slot.listed().size(); i++) {
      int packet = slot.listed().getInt(i);
      long start = offsets[packet] - offsets[0];
      long end = offsets[packet + 1] - offsets[0];
      runs.set(i, start, start, end, RunSlot.FIRST | RunSlot.LAST, RunSlot.NO_PREVIOUS);
    }
  }

  private boolean isScanned(int packet) {
    return offsets[packet] < offsets[packet + 1];
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
  public void take(ChunkSlot slot, int fromWindow, int toWindow) {
    spans.take(slot, fromWindow, toWindow);
  }

  @Override
  public void finish() {
    spans.finish();
  }

  @Override
  public int count() {
    return offsets.length - 1;
  }

  @Override
  public long originOf(int packet) {
    return offsets[packet] - offsets[0];
  }

  @Override
  public long heldFrom(int packet) {
    return Long.MAX_VALUE;
  }

  @Override
  public void tellKnown(int packet, RunWalk walk) {
    for (int rule : isScanned(packet) ? program.atStart() : program.reportedOnEmpty()) {
      walk.know(program.indexOf(rule), 0);
    }
  }

  @Override
  public void hold(int packet, IntArrayList rules, LongArrayList ends, BinaryWriter writer) {
    throw new IllegalStateException("a report of a packet is held back");
  }

  @Override
  public PacketFlow[] flows() {
    return null;
  }
}
