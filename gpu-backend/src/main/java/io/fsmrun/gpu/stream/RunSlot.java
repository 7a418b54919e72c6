package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.input.HostThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The memory of the runs of one piece of input. A run is what there is of a flow: bytes that were
 * scanned before, its history, then new ones.
 *
 * <pre>
 *   runs     four words each: start, first new byte, end, flags; places in the text
 *   marks    five times a bit for each byte of the text: first byte of a run, first byte of a flow,
 *            last byte of a flow, last byte of a run whose flow goes on, history
 *   resumed  states that flows come with, {@link ResumedStates}
 *   kept     per part pairs (name of a state, place) of those that flows leave with, as many as
 *            there is room for
 * </pre>
 */
final class RunSlot implements AutoCloseable {

  /** Flags of a run: it starts its flow, it ends its flow. */
  static final int FIRST = 1;

  static final int LAST = 2;

  /** Words of a run. */
  static final int RUN_WORDS = 4;

  /** How far beyond the text a run may be said to end, so that no position held back is in it. */
  private static final long FAR = 8;

  /** How many bits there are for each byte of the text. */
  static final int MARKS = 5;

  private static final int FIRST_CAPACITY = 1 << 16;

  private final Device device;
  private final StreamProgram program;
  private final DeviceBuffer marks;
  private final PieceTotals totals;
  private final ResumedStates resumed;
  private Pair runs;
  private Pair kept;
  private int capacity;
  private int count;
  private long base;
  private int limit;

  /** The same on the device and on the host. */
  private record Pair(DeviceBuffer device, HostBuffer host) {
    static Pair of(Device device, long bytes) {
      return new Pair(device.allocate(bytes), device.allocateHost(bytes));
    }

    void close() {
      device.close();
      host.close();
    }
  }

  RunSlot(
      Device device,
      StreamProgram program,
      HostThreads threads,
      int chunkBytes,
      PieceTotals totals) {
    this.totals = totals;
    this.device = device;
    this.program = program;
    int words = ChunkSlot.boundWords(chunkBytes);
    this.marks = device.allocate((long) MARKS * words * Integer.BYTES);
    this.resumed = new ResumedStates(device, program, threads);
    ensureKept(FIRST_CAPACITY);
  }

  /** Begins to take so many runs of a piece, which are set then. */
  void begin(int most, long start, int bytes, int windows) {
    long need = Math.max(1L, (long) most * RUN_WORDS * Integer.BYTES);
    if (runs == null || runs.device().sizeBytes() < need) {
      if (runs != null) {
        runs.close();
      }
      runs = Pair.of(device, 2 * need);
    }
    count = most;
    base = start - StreamProgram.OVERLAP;
    limit = StreamProgram.OVERLAP + bytes;
    resumed.begin(windows);
  }

  /**
   * Sets a run, by offsets in the input; it may reach out of the piece. Several threads may set
   * different ones.
   */
  void set(int index, long start, long fresh, long end, int flags) {
    MemorySegment words = runs.host().segment();
    long at = (long) index * RUN_WORDS;
    words.setAtIndex(ValueLayout.JAVA_INT, at, placeOf(start));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 1, placeOf(fresh));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 2, placeOf(end));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 3, flags);
  }

  /** The place in the text; what lies outside of it is -1, or beyond its end. */
  private int placeOf(long offset) {
    return (int) Math.clamp(offset - base, -1, limit + FAR);
  }

  /** The place of the byte before an offset, {@link ResumedStates#NOWHERE} outside of the text. */
  int placeBefore(long offset) {
    long place = offset - 1 - base;
    return place >= 0 && place < limit ? (int) place : ResumedStates.NOWHERE;
  }

  /** Starts to copy where runs lie. */
  void copyRuns(Queue queue) {
    if (count > 0) {
      long bytes = (long) count * RUN_WORDS * Integer.BYTES;
      queue.copyIn(runs.device(), 0, runs.host(), 0, bytes);
    }
  }

  /** Starts to copy the states that flows come with. */
  void copyStates(Queue queue) {
    resumed.copyIn(queue);
  }

  int count() {
    return count;
  }

  DeviceBuffer runs() {
    return runs.device();
  }

  /** The address of a bit for each byte, 1 where a run starts. */
  long boundsAddress() {
    return marks.address();
  }

  /** The address of the other marks. */
  long marksAddress() {
    return marks.address() + (long) markWords() * Integer.BYTES;
  }

  /** Words of one of the marks, by the bytes of the piece. */
  int markWords() {
    return ChunkSlot.boundWords(limit - StreamProgram.OVERLAP);
  }

  /** Where the text ends. */
  int limit() {
    return limit;
  }

  ResumedStates resumed() {
    return resumed;
  }

  /** Where the device writes the states of a part. */
  long keptAddress(int part) {
    return kept.device().address() + 2L * part * capacity * Integer.BYTES;
  }

  /** How many states of each part there is room for. */
  int capacity() {
    return capacity;
  }

  private void ensureKept(int wanted) {
    if (capacity < wanted) {
      if (kept != null) {
        kept.close();
      }
      kept = Pair.of(device, 2L * Math.max(1, program.partCount()) * wanted * Integer.BYTES);
      capacity = wanted;
    }
  }

  /** States that a part noted, perhaps more than there is room for; valid once they have come. */
  int keptCount(int part) {
    return totals.kept(part);
  }

  /** Makes room for all that was noted; false if there was. */
  boolean grow() {
    int most = 0;
    for (int p = 0; p < program.partCount(); p++) {
      most = Math.max(most, keptCount(p));
    }
    if (most <= capacity) {
      return false;
    }
    ensureKept(Math.addExact(most, most / 4));
    return true;
  }

  /** Starts to copy what was noted; false if nothing was. */
  boolean fetchKept(Queue queue) {
    boolean any = false;
    for (int p = 0; p < program.partCount(); p++) {
      long offset = 2L * p * capacity * Integer.BYTES;
      if (keptCount(p) > 0) {
        long bytes = 2L * keptCount(p) * Integer.BYTES;
        queue.copyOut(kept.host(), offset, kept.device(), offset, bytes);
        any = true;
      }
    }
    return any;
  }

  /** The number of a state that a part noted, -1 if flows do not keep it. */
  int keptNumber(int part, int index) {
    long at = 2L * ((long) part * capacity + index);
    int name = kept.host().segment().getAtIndex(ValueLayout.JAVA_INT, at);
    return program.kept().numberOf(part, name);
  }

  /** The offset in the input after the byte at which it is active. */
  long keptOffset(int part, int index) {
    long at = 2L * ((long) part * capacity + index) + 1;
    return base + kept.host().segment().getAtIndex(ValueLayout.JAVA_INT, at) + 1;
  }

  @Override
  public void close() {
    marks.close();
    resumed.close();
    kept.close();
    if (runs != null) {
      runs.close();
    }
  }
}
