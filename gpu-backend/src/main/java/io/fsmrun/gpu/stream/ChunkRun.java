package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program over pieces of one input, each cut into segments.
 *
 * <p>What is carried into the first segment of a piece is known. Into the others it is taken to be
 * what a run over the window before them gives. Where the segment before turns out to carry out
 * more, the units that differ run again in the segments that differ, until nothing does; what they
 * report a second time is dropped when reports are put in order. Every round settles at least one
 * more segment, so that there are as many rounds as segments at most.
 */
final class ChunkRun implements AutoCloseable {

  private static final int FIRST_CAPACITY = 256;

  /** Records of a piece, so that they are counted by 31 bits and some are to spare. */
  private static final int MOST_RECORDS = 1 << 30;

  /** Of the device memory that is free, the records of a piece may take one part in so many. */
  private static final int RECORD_SHARE = 8;

  /** Segments for each block that can run at once: uneven ones even out. */
  private static final int SEGMENTS_A_BLOCK = 2;

  private final StreamKernels kernels;
  private final StreamProgram program;
  private final Queue queue;
  private final InputMarks marks;
  private final SegmentCarries carries;
  private final RecordOrder records;
  private final List<PartOnDevice> parts = new ArrayList<>();
  private final List<CarryNotes> notes = new ArrayList<>();
  private final DeviceBuffer listed;
  private final HostBuffer lists;
  private final int mostCapacity;
  private final int blocksAtOnce;
  private int capacity = FIRST_CAPACITY;
  private int segmentWindows;
  private int segmentCount;
  private int previousSegments;

  private int rounds;
  private long segmentsAgain;
  private int floods;

  ChunkRun(Device device, StreamProgram program, Queue queue, int chunkBytes) {
    this.kernels = StreamKernels.load(device);
    this.program = program;
    this.queue = queue;
    this.marks = new InputMarks(kernels, queue, program);
    this.carries = new SegmentCarries(kernels, queue);
    this.records = new RecordOrder(kernels, queue, program);
    this.mostCapacity =
        (int)
            Math.min(
                MOST_RECORDS / ChunkSlot.mostWindows(chunkBytes),
                device.freeBytes()
                    / RECORD_SHARE
                    / ((long) ChunkSlot.mostWindows(chunkBytes) * 2 * Integer.BYTES));
    this.blocksAtOnce = blocksAtOnce(device.facts());
    int mostSegments = Math.min(ChunkSlot.mostWindows(chunkBytes), SEGMENTS_A_BLOCK * blocksAtOnce);
    for (StreamPart part : program.parts()) {
      parts.add(new PartOnDevice(device, queue, part, mostSegments));
      notes.add(new CarryNotes(device));
    }
    int longest = mostSegments;
    for (StreamPart part : program.parts()) {
      longest = Math.max(longest, part.units().length);
    }
    this.listed = device.allocate((long) mostSegments * Integer.BYTES);
    this.lists = device.allocateHost((long) longest * Integer.BYTES);
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

  private int segmentsOf(int windows) {
    segmentWindows = Math.max(1, Math.ceilDiv(windows, SEGMENTS_A_BLOCK * blocksAtOnce));
    return Math.ceilDiv(windows, segmentWindows);
  }

  /** Starts all work on a piece that has been copied; nothing is waited for. */
  void launch(ChunkSlot slot) {
    segmentCount = segmentsOf(slot.windows);
    for (PartOnDevice part : parts) {
      carries.begin(part, slot.start == 0 ? 0 : previousSegments);
    }
    queue.record(slot.begun);
    marks.set(slot);
    start(slot);
  }

  private void start(ChunkSlot slot) {
    slot.ensureCapacity(capacity);
    if (slot.hasRuns) {
      slot.runs().clearKept(queue);
    }
    queue.fill(slot.counts, 0, (long) slot.windows * Integer.BYTES, (byte) 0);
    for (int p = 0; p < parts.size(); p++) {
      PartOnDevice part = parts.get(p);
      carries.spread(slot, part, segmentCount, segmentWindows);
      scan(slot, p, part.units(), part.part().counts(), segmentCount, false);
      notes.get(p).clear(queue);
      carries.compare(part, segmentCount, notes.get(p));
    }
    records.order(slot);
  }

  private void scan(
      ChunkSlot slot,
      int partIndex,
      DeviceBuffer units,
      int[] unitCounts,
      int blocks,
      boolean again) {
    PartOnDevice part = parts.get(partIndex);
    StreamPart layout = part.part();
    int limit = StreamProgram.OVERLAP + slot.piece.bytes();
    Arguments arguments =
        new Arguments()
            .buffer(slot.text)
            .int32(limit)
            .int64(slot.boundsAddress())
            .int32(slot.start == 0 && !slot.hasRuns ? StreamProgram.OVERLAP : -1)
            .int32(slot.piece.last() && !slot.hasRuns ? limit - 1 : -1)
            .buffer(units);
    for (int count : unitCounts) {
      arguments.int32(count);
    }
    arguments
        .int32(layout.hasPairs() ? 1 : 0)
        .buffer(part.operations())
        .buffer(part.sets())
        .int32(again ? 0 : layout.layout().readySets())
        .int32(layout.carryBytes())
        .int32(layout.layout().sharedSlots())
        .buffer(part.far())
        .int32(part.farSlots())
        .int32(slot.windows)
        .int32(segmentWindows);
    if (again) {
      arguments.buffer(listed);
    } else {
      arguments.int64(0);
    }
    arguments
        .int32(again ? 1 : 0)
        .buffer(part.starts())
        .buffer(part.ends())
        .buffer(slot.counts)
        .buffer(slot.records())
        .int32(slot.capacity())
        .int32(program.ruleBits());
    if (slot.hasRuns) {
      marks.addTo(arguments, slot.runs(), partIndex);
    }
    queue.launch(
        slot.hasRuns ? kernels.scanFlows() : kernels.scan(),
        new Grid(blocks, BlockLayout.THREADS, layout.layout().sharedBytes()),
        arguments);
  }

  /** Waits until the reports of a piece are complete, running again what has to be. */
  void settle(ChunkSlot slot) {
    slot.scanned.await();
    while (true) {
      if (runAgain(slot)) {
        records.order(slot);
        slot.scanned.await();
        continue;
      }
      int most = slot.hostOffsets.segment().getAtIndex(ValueLayout.JAVA_INT, slot.windows + 1L);
      boolean keptMore = slot.hasRuns && slot.runs().grow();
      if (most <= slot.capacity() && !keptMore) {
        break;
      }
      if (most > slot.capacity()) {
        makeRoom(most);
      }
      start(slot);
      slot.scanned.await();
    }
    previousSegments = segmentCount;
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

  /** Runs units again where something else was carried in than was assumed; false if nowhere. */
  private boolean runAgain(ChunkSlot slot) {
    boolean again = false;
    for (int p = 0; p < parts.size(); p++) {
      CarryNotes found = notes.get(p);
      PartOnDevice part = parts.get(p);
      if (found.count() == 0) {
        continue;
      }
      again = true;
      carries.hold(part, segmentCount);
      carries.compare(part, segmentCount, found);
      queue.synchronize();
      found.fetchPairs(queue, segmentCount, part.part().carryUnits());
      rounds++;
      segmentsAgain += found.segments().size();
      upload(found.segments());
      uploadUnits(part, found.units());
      int units = found.units().size();
      int[] counts = {units, 0, 0, 0};
      scan(slot, p, part.someUnits(), counts, found.segments().size(), true);
      found.clear(queue);
      carries.compare(part, segmentCount, found);
    }
    return again;
  }

  private void upload(IntSortedSet segments) {
    int i = 0;
    for (int segment : segments) {
      lists.segment().setAtIndex(ValueLayout.JAVA_INT, i++, segment);
    }
    queue.copyIn(listed, 0, lists, 0, (long) i * Integer.BYTES);
    queue.synchronize();
  }

  private void uploadUnits(PartOnDevice part, IntSortedSet units) {
    int i = 0;
    for (int unit : units) {
      for (int word = 0; word < StreamPart.UNIT_WORDS; word++) {
        int value = part.part().units()[unit * StreamPart.UNIT_WORDS + word];
        lists.segment().setAtIndex(ValueLayout.JAVA_INT, i++, value);
      }
    }
    queue.copyIn(part.someUnits(), 0, lists, 0, (long) i * Integer.BYTES);
    queue.synchronize();
  }

  /** Brings the records of a settled piece together, and the states that flows leave with. */
  void gather(ChunkSlot slot) {
    records.gather(slot);
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
    notes.forEach(CarryNotes::close);
    listed.close();
    lists.close();
  }
}
