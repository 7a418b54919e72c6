package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Sequence;
import io.fsmrun.gpu.device.Steps;
import io.fsmrun.gpu.input.ScanInput;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.lang.foreign.ValueLayout;

/** The memory of one piece of input on its way; a scanner has two. */
final class ChunkSlot implements AutoCloseable {

  /** Bytes after the text that the kernel may read. */
  private static final int ROOM_AFTER = 64;

  /** Records of a window, on the average, that there is room for on the device at first. */
  private static final int FIRST_RECORDS = 16;

  /**
   * Records that are fetched with the totals, which takes 1 or 2 microseconds: mostly there are no
   * more.
   */
  private static final int FETCHED = 1 << 14;

  /** All that is done over a piece, if two rounds and the room for records do. */
  final Sequence work = new Sequence();

  private final Device device;
  private final StreamProgram program;
  private final int chunkBytes;
  private final int mostFetched;
  final DeviceBuffer text;
  final DeviceBuffer counts;
  final DeviceBuffer ordered;
  final PieceTotals totals;
  final Mark copied;
  final Mark begun;
  final Mark scanned;

  /** States that flows leave with have come. */
  final Mark kept;

  private HostBuffer stage;
  private DeviceBuffer records;
  private DeviceBuffer sorted;
  private DeviceBuffer gathered;
  private HostBuffer hostRecords;
  private int capacity;
  private int fetched;
  private int hostRecordsFrom;
  private DeviceBuffer bounds;
  private DeviceBuffer positions;
  private HostBuffer hostPositions;
  private RunSlot runs;
  private DeviceBuffer found;
  private HostBuffer hostFound;
  private final IntArrayList listed = new IntArrayList();

  /** What the input is; null if it is one. */
  InputLayout layout;

  ScanInput input;
  ScanInput.Piece piece;
  long start;
  int windows;

  /** How the piece is cut. */
  Segments segments;

  int recordCount;

  /** Where pieces of input start in this one: how many places, -1 if the input is one piece. */
  int boundCount = -1;

  /** Whether the input is runs of flows. */
  boolean hasRuns;

  ChunkSlot(Device device, StreamProgram program, StreamOptions options) {
    this.device = device;
    this.program = program;
    this.chunkBytes = options.chunkBytes();
    this.mostFetched = Math.min(FETCHED, options.mostHostRecords());
    int mostWindows = mostWindows(chunkBytes);
    this.text = device.allocate((long) StreamProgram.OVERLAP + chunkBytes + ROOM_AFTER);
    this.counts = device.allocate((long) mostWindows * Integer.BYTES);
    this.ordered = device.allocate((long) mostWindows * Integer.BYTES);
    this.totals = new PieceTotals(device, mostWindows, program.partCount());
    this.gathered = device.allocate((long) mostWindows * FIRST_RECORDS * Integer.BYTES);
    this.copied = device.newMark();
    this.begun = device.newMark();
    this.scanned = device.newMark();
    this.kept = device.newMark();
  }

  static int mostWindows(int bytes) {
    return Math.max(1, (bytes + StreamProgram.ADVANCE - 1) / StreamProgram.ADVANCE);
  }

  /** Page-locked memory for input that is not in such memory already. */
  HostBuffer stage() {
    if (stage == null) {
      stage = device.allocateHost((long) StreamProgram.OVERLAP + chunkBytes);
    }
    return stage;
  }

  /** Makes room for so many records of each window. */
  void ensureCapacity(int perWindow) {
    if (capacity < perWindow) {
      if (records != null) {
        records.close();
        sorted.close();
      }
      long bytes = (long) mostWindows(chunkBytes) * perWindow * Integer.BYTES;
      records = device.allocate(bytes);
      sorted = device.allocate(bytes);
      capacity = perWindow;
    }
  }

  /** Makes room for so many places. */
  HostBuffer ensurePositions(int count) {
    ensureBounds();
    long bytes = Math.max(1L, (long) count * Integer.BYTES);
    if (positions == null || positions.sizeBytes() < bytes) {
      if (positions != null) {
        positions.close();
        hostPositions.close();
      }
      positions = device.allocate(2 * bytes);
      hostPositions = device.allocateHost(2 * bytes);
    }
    return hostPositions;
  }

  private void ensureBounds() {
    if (bounds == null) {
      bounds = device.allocate((long) boundWords(chunkBytes) * Integer.BYTES);
    }
  }

  /** Words of a bit for each byte of the text, and of what the kernel reads after it. */
  static int boundWords(int chunkBytes) {
    long bits = StreamProgram.OVERLAP + (long) chunkBytes + 2 * StreamProgram.WINDOW;
    return Math.toIntExact((bits + Integer.SIZE - 1) / Integer.SIZE);
  }

  /** Begins to take so many runs, see {@link RunSlot#begin}. */
  RunSlot beginRuns(int count, int first, int previous) {
    if (runs == null) {
      runs = new RunSlot(device, program, chunkBytes, totals);
    }
    hasRuns = true;
    boundCount = 0;
    runs.begin(count, first, previous, this);
    return runs;
  }

  /** The runs of the piece, if it has such. */
  RunSlot runs() {
    return runs;
  }

  /** Packets or runs of the piece, in order, that have bytes: those whose places it has. */
  IntArrayList listed() {
    return listed;
  }

  /** Whether there is nothing to scan. */
  boolean isEmpty() {
    return piece.bytes() == 0;
  }

  private int wordsOfFound() {
    return hasRuns ? 2 : 1;
  }

  /** Words that say where the records of all that is listed start. */
  private int foundWords() {
    return listed.size() * wordsOfFound();
  }

  /** Makes room for where the records of all that is listed start. */
  void ensureFound() {
    long bytes = Math.max(1L, (long) foundWords() * Integer.BYTES);
    if (found == null || found.sizeBytes() < bytes) {
      if (found != null) {
        found.close();
        hostFound.close();
      }
      found = device.allocate(2 * bytes);
      hostFound = device.allocateHost(2 * bytes);
    }
  }

  DeviceBuffer found() {
    return found;
  }

  /** Fetches where they start. */
  void fetchFound(Steps steps) {
    steps.copyOut(hostFound, 0, found, 0, (long) foundWords() * Integer.BYTES);
  }

  /** The first record of something that is listed; valid once records have come. */
  int firstRecord(int index) {
    return hostFound.segment().getAtIndex(ValueLayout.JAVA_INT, (long) index * wordsOfFound());
  }

  /** The first record of it that is held back, if it is a run. */
  int heldRecord(int index) {
    return hasRuns
        ? hostFound.segment().getAtIndex(ValueLayout.JAVA_INT, 2L * index + 1)
        : Integer.MAX_VALUE;
  }

  /** A bit for each byte of the text, 1 where a piece starts. */
  DeviceBuffer bounds() {
    return bounds;
  }

  DeviceBuffer positions() {
    return positions;
  }

  /** The address of the bounds, 0 if the input is one piece. */
  long boundsAddress() {
    return hasRuns ? runs.boundsAddress() : boundCount < 0 ? 0 : bounds.address();
  }

  /** Records of all windows before one. */
  int recordsBefore(int window) {
    return totals.recordsBefore(window);
  }

  int capacity() {
    return capacity;
  }

  DeviceBuffer records() {
    return records;
  }

  /** The records of each window, in order. */
  DeviceBuffer sorted() {
    return sorted;
  }

  /** Makes room for so many records of all windows on the device; false if there was. */
  boolean ensureRecords(int count) {
    if (count <= recordRoom()) {
      return false;
    }
    gathered.close();
    long bytes = (long) count * Integer.BYTES;
    gathered = device.allocate(bytes + bytes / 4);
    return true;
  }

  /** For how many records of all windows there is room on the device. */
  int recordRoom() {
    return (int) Math.min(Integer.MAX_VALUE, gathered.sizeBytes() / Integer.BYTES);
  }

  /** Makes room for so many records on the host, from one of all on. */
  void beginHostRecords(int first, int count) {
    hostRecordsFrom = first;
    long bytes = Math.max(1L, (long) count * Integer.BYTES);
    if (hostRecords == null || hostRecords.segment().byteSize() < bytes) {
      if (hostRecords != null) {
        hostRecords.close();
      }
      hostRecords = device.allocateHost(bytes);
    }
  }

  /** Fetches the first records of all windows. */
  void fetchFirst(Steps steps) {
    fetched = Math.min(mostFetched, recordRoom());
    beginHostRecords(0, fetched);
    steps.copyOut(hostRecords, 0, gathered, 0, (long) fetched * Integer.BYTES);
  }

  /** Whether the first records that were fetched are all. */
  boolean areAllFetched() {
    return recordCount <= fetched;
  }

  DeviceBuffer gathered() {
    return gathered;
  }

  /** Which of all records is the first on the host. */
  int hostRecordsFrom() {
    return hostRecordsFrom;
  }

  HostBuffer hostRecords() {
    return hostRecords;
  }

  @Override
  public void close() {
    for (AutoCloseable resource :
        new AutoCloseable[] {
          text,
          counts,
          ordered,
          totals,
          copied,
          begun,
          scanned,
          kept,
          stage,
          records,
          sorted,
          gathered,
          hostRecords,
          bounds,
          positions,
          hostPositions,
          runs,
          found,
          hostFound
        }) {
      close(resource);
    }
  }

  private static void close(AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
