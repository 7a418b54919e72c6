package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The memory of the runs of one piece of input. A run is what there is of a flow: bytes that were
 * scanned before, its history, then new ones.
 *
 * <pre>
 *   runs      four words each: start, first new byte, end, flags; places in the text. Then a word
 *             each: the number of the run in the batch before, if states come from there, or -1
 *   marks     five times a bit for each byte of the text: first byte of a run, first byte of a flow,
 *             last byte of a flow, last byte of a run whose flow goes on, history
 *   next      behind that per run of the batch before where its new bytes start here, or 0
 *   resumed   states that flows come with, {@link ResumedStates}
 *   kept      per part pairs (name of a state, place) of those that flows leave with, as many as
 *             there is room for
 *   left      the same of all parts by run, {@link LeftStates}, and on the host
 * </pre>
 */
final class RunSlot implements AutoCloseable {

  /** Flags of a run: it starts its flow, it ends its flow. */
  static final int FIRST = 1;

  static final int LAST = 2;

  /** Words of a run. */
  static final int RUN_WORDS = 4;

  /** A run of which nothing is known from the batch before. */
  static final int NO_PREVIOUS = -1;

  /** How far beyond the text a run may be said to end, so that no position held back is in it. */
  private static final long FAR = 8;

  /** How many bits there are for each byte of the text. */
  static final int MARKS = 5;

  private static final int FIRST_CAPACITY = 1 << 16;
  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  private final Device device;
  private final StreamProgram program;
  private final PieceTotals totals;
  private final ResumedStates resumed;
  private DeviceBuffer cleared;
  private DeviceBuffer runs;
  private HostBuffer hostRuns;
  private DeviceBuffer kept;
  private HostBuffer hostLeft;
  private LeftStates.OfPiece left;
  private int capacity;
  private int count;
  private int firstRun;
  private int previousRuns;
  private int windows;
  private long base;
  private int limit;

  RunSlot(Device device, StreamProgram program, int chunkBytes, PieceTotals totals) {
    this.totals = totals;
    this.device = device;
    this.program = program;
    int mostWindows = ChunkSlot.mostWindows(chunkBytes);
    this.resumed = new ResumedStates(device, program.partCount(), mostWindows);
    ensureKept(FIRST_CAPACITY);
  }

  /**
   * Begins to take so many runs of a piece, which are set then.
   *
   * @param first the number of the first of them, of those in the batch that have bytes
   * @param previous how many the batch before has, 0 if no states come from there
   */
  void begin(int most, int first, int previous, ChunkSlot slot) {
    long need = Math.max(1L, (long) most * (RUN_WORDS + 1) * Integer.BYTES);
    if (runs == null || runs.sizeBytes() < need) {
      if (runs != null) {
        runs.close();
        hostRuns.close();
      }
      runs = device.allocate(2 * need);
      hostRuns = device.allocateHost(2 * need);
    }
    count = most;
    firstRun = first;
    previousRuns = previous;
    base = slot.start - StreamProgram.OVERLAP;
    limit = StreamProgram.OVERLAP + slot.piece.bytes();
    windows = slot.windows;
    left = null;
    resumed.begin(windows);
    long words = clearedWords() + (long) windows;
    if (cleared == null || cleared.sizeBytes() < words * Integer.BYTES) {
      if (cleared != null) {
        cleared.close();
      }
      cleared = device.allocate((words + words / 4) * Integer.BYTES);
    }
  }

  /**
   * Sets a run, by offsets in the input; it may reach out of the piece. Several threads may set
   * different ones.
   *
   * @param previous its number in the batch before, or {@link #NO_PREVIOUS}
   */
  void set(int index, long start, long fresh, long end, int flags, int previous) {
    MemorySegment words = hostRuns.segment();
    long at = (long) index * RUN_WORDS;
    words.setAtIndex(ValueLayout.JAVA_INT, at, placeOf(start));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 1, placeOf(fresh));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 2, placeOf(end));
    words.setAtIndex(ValueLayout.JAVA_INT, at + 3, flags);
    words.setAtIndex(ValueLayout.JAVA_INT, (long) count * RUN_WORDS + index, previous);
  }

  /** The place in the text; what lies outside of it is -1, or beyond its end. */
  private int placeOf(long offset) {
    return (int) Math.clamp(offset - base, -1, limit + FAR);
  }

  /** The place of the byte before an offset, -1 outside of the text. */
  int placeBefore(long offset) {
    long place = offset - 1 - base;
    return place >= 0 && place < limit ? (int) place : -1;
  }

  /** Starts to copy where runs lie, and the states that the host knows. */
  void copyIn(Queue queue) {
    if (count > 0) {
      queue.copyIn(runs, 0, hostRuns, 0, (long) count * (RUN_WORDS + 1) * Integer.BYTES);
    }
    resumed.copyKnown(queue);
  }

  int count() {
    return count;
  }

  /** The number of the first one, of those in the batch that have bytes. */
  int firstRun() {
    return firstRun;
  }

  /** How many runs with bytes the batch before has; 0 if no states come from there. */
  int previousRuns() {
    return previousRuns;
  }

  DeviceBuffer runs() {
    return runs;
  }

  /** The address of the numbers of runs in the batch before, 0 if no states come from there. */
  long previousAddress() {
    return previousRuns == 0 ? 0 : runs.address() + (long) count * RUN_WORDS * Integer.BYTES;
  }

  private long clearedAddress(long word) {
    return cleared.address() + word * Integer.BYTES;
  }

  /** The address of a bit for each byte, 1 where a run starts, and of all that is cleared. */
  long boundsAddress() {
    return clearedAddress(0);
  }

  /** The address of the other marks. */
  long marksAddress() {
    return clearedAddress(markWords());
  }

  /** Words of one of the marks, by the bytes of the piece. */
  int markWords() {
    return ChunkSlot.boundWords(limit - StreamProgram.OVERLAP);
  }

  /** The address of where runs of the batch before go on. */
  long nextAddress() {
    return clearedAddress(MARKS * (long) markWords());
  }

  /** The address of how many states each window of each part has. */
  long resumedPlaces() {
    return clearedAddress(MARKS * (long) markWords() + previousRuns);
  }

  /** Words that are cleared before a piece. */
  int clearedWords() {
    return Math.toIntExact(MARKS * (long) markWords() + previousRuns + resumed.keys());
  }

  /** The address of how many states runs of each window leave with. */
  long leftPlaces() {
    return clearedAddress(clearedWords());
  }

  /** Where the text ends. */
  int limit() {
    return limit;
  }

  ResumedStates resumed() {
    return resumed;
  }

  /** Has the states that runs leave with put somewhere. */
  void leaveTo(LeftStates.OfPiece states) {
    left = states;
  }

  /** Where they are put; null if no rule has states that flows keep by name. */
  LeftStates.OfPiece left() {
    return left;
  }

  /** Where the device writes the states of a part. */
  long keptAddress(int part) {
    return kept.address() + (long) part * capacity * PAIR_BYTES;
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
      kept = device.allocate((long) Math.max(1, program.partCount()) * wanted * PAIR_BYTES);
      capacity = wanted;
    }
  }

  /** Makes room for all that was noted; false if there was. */
  boolean grow() {
    int most = 0;
    for (int p = 0; p < program.partCount(); p++) {
      most = Math.max(most, totals.kept(p));
    }
    if (most <= capacity) {
      return false;
    }
    ensureKept(Math.addExact(most, most / 4));
    return true;
  }

  /** The kernels of the piece are done. */
  void settle() {
    if (left != null) {
      left.count(totals.left());
    }
  }

  /** How many states runs leave with; some more than once. */
  int leftCount() {
    return left == null ? 0 : left.count();
  }

  /** Starts to copy them to the host. */
  void fetchLeft(Queue queue) {
    long bytes = (long) leftCount() * PAIR_BYTES;
    if (hostLeft == null || hostLeft.segment().byteSize() < bytes) {
      if (hostLeft != null) {
        hostLeft.close();
      }
      hostLeft = device.allocateHost(bytes + bytes / 2);
    }
    queue.copyOut(hostLeft, 0, left.states(), 0, bytes);
  }

  /**
   * Once they have come: pairs of a run, by its number of those in the batch that have bytes, and
   * the number of a state.
   */
  MemorySegment leftStates() {
    return hostLeft.segment();
  }

  @Override
  public void close() {
    resumed.close();
    kept.close();
    if (hostLeft != null) {
      hostLeft.close();
    }
    if (runs != null) {
      runs.close();
      hostRuns.close();
      cleared.close();
    }
  }
}
