package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Sequence;
import io.fsmrun.gpu.device.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Runs a program over pieces of one input, each cut into segments.
 *
 * <p>What is carried into the first segment of a piece is known. Into the others it is taken to be
 * what a run over the window before them gives. Where the segment before turns out to carry out
 * more, the units concerned run again in the segments concerned, until there is no more; what they
 * report a second time is dropped when reports are put in order. Every round settles at least one
 * more segment, so that there are as many rounds as segments at most.
 *
 * <p>Kernels find out themselves what runs again, so that some rounds are noted at once, with all
 * else, and a piece is one launch, whatever the number of segments, packets and parts; the host
 * waits once. Only if that was not enough there is a launch more, and a wait.
 */
final class ChunkRun implements AutoCloseable {

  private static final int FIRST_CAPACITY = 256;

  /** Records of a piece, so that they are counted by 31 bits and some are to spare. */
  private static final int MOST_RECORDS = 1 << 30;

  /** Of the device memory that is free, the records of a piece may take one part in so many. */
  private static final int RECORD_SHARE = 8;

  /**
   * Segments for each block that can run at once: where some take much longer than others, more of
   * them even out; each costs a window before it.
   */
  private static final int SEGMENTS_A_BLOCK = 3;

  /** The same where many packets or flows lie side by side, so that all are much alike. */
  private static final int SEGMENTS_OF_PACKETS = 2;

  /** Of segments of so many windows, pieces may be shorter so that all have as many. */
  private static final int MANY_WINDOWS = 12;

  private static final int NO_SEGMENT = -1;

  private final StreamKernels kernels;
  private final StreamProgram program;
  private final CountedQueue queue;
  private final InputMarks marks;
  private final SegmentScan scans;
  private final SegmentCarries carries;
  private final RecordOrder records;
  private final StateExchange states;
  private final List<PartOnDevice> parts = new ArrayList<>();
  private final int chunkBytes;
  private final int mostCapacity;
  private final int blocks;
  private final int mostSegments;

  /** What is done over a piece where that was not enough. */
  private final Sequence more = new Sequence();

  private int capacity = FIRST_CAPACITY;

  /** Whether room was made or states lie elsewhere since work was noted. */
  private boolean isStale;

  /** Of the piece that was launched last. */
  private int previousSegments;

  private int rounds;
  private long segmentsAgain;
  private int floods;

  ChunkRun(Device device, StreamProgram program, CountedQueue queue, int chunkBytes) {
    this.kernels = StreamKernels.load(device);
    this.program = program;
    this.queue = queue;
    this.chunkBytes = chunkBytes;
    this.marks = new InputMarks(kernels, program);
    this.carries = new SegmentCarries(kernels);
    this.records = new RecordOrder(kernels, program);
    this.states = new StateExchange(device, queue, kernels, program, marks);
    this.mostCapacity =
        (int)
            Math.min(
                MOST_RECORDS / ChunkSlot.mostWindows(chunkBytes),
                device.freeBytes()
                    / RECORD_SHARE
                    / ((long) ChunkSlot.mostWindows(chunkBytes) * 2 * Integer.BYTES));
    this.blocks = blocksAtOnce(device.facts());
    this.mostSegments = Math.min(ChunkSlot.mostWindows(chunkBytes), SEGMENTS_A_BLOCK * blocks);
    this.scans = new SegmentScan(kernels, program, marks);
    for (StreamPart part : program.parts()) {
      parts.add(new PartOnDevice(device, queue, part, mostSegments));
    }
  }

  private int blocksAtOnce(DeviceFacts facts) {
    int blocks = Integer.MAX_VALUE;
    for (StreamPart part : program.parts()) {
      int fit = kernels.scan().blocksPerProcessor(BlockLayout.THREADS, part.layout().sharedBytes());
      if (fit == 0) {
        throw new DeviceException(
            "a block of " + part.layout().sharedBytes() + " bytes does not fit on the GPU");
      }
      blocks = Math.min(blocks, fit);
    }
    return blocks == Integer.MAX_VALUE ? 1 : blocks * facts.processors();
  }

  /**
   * Bytes of each piece but the last: segments of many windows have all as many, so that none waits
   * for those that have one more.
   */
  int pieceBytes(boolean ofPackets) {
    int even = mostSegments(ofPackets) * StreamProgram.ADVANCE;
    return chunkBytes / even < MANY_WINDOWS ? chunkBytes : chunkBytes / even * even;
  }

  private int mostSegments(boolean ofPackets) {
    return ofPackets ? Math.min(mostSegments, SEGMENTS_OF_PACKETS * blocks) : mostSegments;
  }

  /** Begins a piece, of which is known where things lie in it; notes all work on it. */
  void begin(ChunkSlot slot) {
    slot.segments = Segments.of(slot.windows, mostSegments(slot.layout != null));
    states.begin(slot);
    note(slot);
    isStale = false;
  }

  /** Tells the device of the work on a piece that has begun, while kernels run over another. */
  void prepare(ChunkSlot slot) {
    queue.prepare(slot.work);
  }

  /** Starts all work on a piece that has been copied; nothing is waited for. */
  void launch(ChunkSlot slot) {
    if (isStale) {
      note(slot);
    }
    queue.record(slot.begun);
    run(slot.work, slot);
    previousSegments = slot.segments.count();
  }

  private void note(ChunkSlot slot) {
    slot.work.clear();
    marks.set(slot.work, slot);
    states.resume(slot.work, slot);
    int last = slot.start == 0 ? NO_SEGMENT : previousSegments - 1;
    start(slot.work, slot, part -> part.carriedOut(last));
  }

  private void run(Sequence work, ChunkSlot slot) {
    queue.run(work);
    queue.record(slot.scanned);
  }

  /**
   * Notes all work on a piece that is marked.
   *
   * @param carried the address of what is carried into the first segment of a part, 0 for nothing
   */
  private void start(Steps work, ChunkSlot slot, ToLongFunction<PartOnDevice> carried) {
    slot.ensureCapacity(capacity);
    slot.totals.begin(slot.windows);
    if (parts.isEmpty()) {
      carries.begin(work, slot, slot.segments);
    }
    // All before the first scan: counts are of all parts.
    for (PartOnDevice part : parts) {
      carries.begin(work, slot, part, slot.segments, carried.applyAsLong(part));
    }
    for (int p = 0; p < parts.size(); p++) {
      PartOnDevice part = parts.get(p);
      scans.run(work, slot, part, p, slot.segments, carried.applyAsLong(part) != 0);
      if (SegmentCarries.exchanges(part, slot.segments)) {
        addRounds(work, slot, p, false);
      }
    }
    states.leave(work, slot);
    records.order(work, slot);
  }

  /**
   * Adds rounds that nobody has asked for yet: what has nothing to do ends at once.
   *
   * @param marked whether segments are marked already
   */
  private void addRounds(Steps work, ChunkSlot slot, int partIndex, boolean marked) {
    PartOnDevice part = parts.get(partIndex);
    for (int look = 0; look < PieceTotals.LOOKS; look++) {
      if (look > 0 || marked) {
        scans.runAgain(work, slot, part, partIndex, slot.segments);
      }
      carries.takeOver(
          work,
          part,
          slot.segments,
          slot.totals.foundAddress(partIndex, look),
          look == 0 ? 0 : slot.totals.foundAddress(partIndex, look - 1));
    }
  }

  /** Waits until the reports of a piece are complete, running again what has to be. */
  void settle(ChunkSlot slot) {
    queue.await(slot.scanned);
    while (true) {
      more.clear();
      if (!addRounds(slot)) {
        int most = slot.totals.mostOfWindow();
        boolean keptMore = slot.hasRuns && slot.runs().grow();
        if (most <= slot.capacity() && !keptMore) {
          break;
        }
        if (most > slot.capacity()) {
          makeRoom(most);
        }
        start(more, slot, part -> part.starts().address());
      }
      run(more, slot);
      queue.await(slot.scanned);
      isStale = true;
    }
    if (slot.hasRuns) {
      slot.runs().settle();
    }
  }

  private void makeRoom(int most) {
    if (most > mostCapacity) {
      throw new DeviceException(
          most
              + " reports within "
              + StreamProgram.ADVANCE
              + " bytes of input are more than the GPU has memory for, "
              + mostCapacity);
    }
    floods++;
    capacity = Math.min(mostCapacity, most + most / 4);
  }

  /** Notes more rounds where those that were launched were too few; false if nowhere. */
  private boolean addRounds(ChunkSlot slot) {
    boolean again = false;
    for (int p = 0; p < parts.size(); p++) {
      for (int look = 0; look < PieceTotals.LOOKS; look++) {
        int found = slot.totals.found(p, look);
        rounds += found > 0 ? 1 : 0;
        segmentsAgain += found;
      }
      again |= slot.totals.isUnsettled(p);
    }
    if (!again) {
      return false;
    }
    marks.clear(more, slot.totals.foundAddress(), slot.totals.foundWords());
    for (int p = 0; p < parts.size(); p++) {
      if (slot.totals.isUnsettled(p)) {
        addRounds(more, slot, p, true);
      }
    }
    states.leave(more, slot);
    records.order(more, slot);
    return true;
  }

  /** Makes room for the records of a settled piece, and brings them together, if there was not. */
  void gather(ChunkSlot slot) {
    slot.recordCount = slot.totals.records();
    if (slot.ensureRecords(slot.recordCount)) {
      records.bringTogether(queue, slot);
    }
  }

  int rounds() {
    return rounds;
  }

  long segmentsAgain() {
    return segmentsAgain;
  }

  int floods() {
    return floods;
  }

  @Override
  public void close() {
    parts.forEach(PartOnDevice::close);
    states.close();
  }
}
