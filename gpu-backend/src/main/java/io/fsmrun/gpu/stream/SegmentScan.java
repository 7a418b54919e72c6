package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Steps;

/** Launches the kernel that runs the units of a part over the segments of a piece. */
final class SegmentScan {

  private final StreamKernels kernels;
  private final StreamProgram program;
  private final InputMarks marks;

  SegmentScan(StreamKernels kernels, StreamProgram program, InputMarks marks) {
    this.kernels = kernels;
    this.program = program;
    this.marks = marks;
  }

  /**
   * Runs all units over all segments.
   *
   * @param isCarried whether anything may be carried into the first one
   */
  void run(
      Steps steps,
      ChunkSlot slot,
      PartOnDevice part,
      int index,
      Segments segments,
      boolean isCarried) {
    Arguments arguments = input(slot);
    addProgram(arguments, part, part.part().layout().readySets());
    addSegments(arguments, slot, segments, 0);
    addCarries(arguments, part, isCarried ? part.stickyCount() : 0);
    launch(steps, slot, part, index, segments.count(), arguments);
  }

  /** Runs what is marked to run again; blocks of other segments end at once. */
  void runAgain(Steps steps, ChunkSlot slot, PartOnDevice part, int index, Segments segments) {
    Arguments arguments = input(slot);
    // Few units run, so that it does not pay to make streams for all of them.
    addProgram(arguments, part, 0);
    addSegments(arguments, slot, segments, 1);
    addCarries(arguments, part, 0);
    launch(steps, slot, part, index, segments.count() - 1, arguments);
  }

  /** The text, and where it and the pieces in it start and end. */
  private static Arguments input(ChunkSlot slot) {
    int limit = StreamProgram.OVERLAP + slot.piece.bytes();
    return new Arguments()
        .buffer(slot.text)
        .int32(limit)
        .int64(slot.boundsAddress())
        .int32(slot.start == 0 && !slot.hasRuns ? StreamProgram.OVERLAP : -1)
        .int32(slot.piece.last() && !slot.hasRuns ? limit - 1 : -1);
  }

  private static void addProgram(Arguments arguments, PartOnDevice part, int readySets) {
    StreamPart units = part.part();
    arguments.buffer(part.units());
    for (int count : units.counts()) {
      arguments.int32(count);
    }
    arguments
        .int32(units.hasPairs() ? 1 : 0)
        .buffer(part.operations())
        .buffer(part.sets())
        .int32(readySets)
        .int32(units.carryBytes())
        .int32(units.layout().sharedSlots())
        .buffer(part.far())
        .int32(part.farSlots());
  }

  /**
   * Adds how the text is cut.
   *
   * @param given 1 if segments run again
   */
  private static void addSegments(
      Arguments arguments, ChunkSlot slot, Segments segments, int given) {
    arguments.int32(slot.windows).int32(segments.windows()).int32(given);
  }

  private static void addCarries(Arguments arguments, PartOnDevice part, int stickyCount) {
    arguments
        .buffer(part.starts())
        .buffer(part.ends())
        .buffer(part.unitOfCarry())
        .buffer(part.sticky())
        .int32(stickyCount)
        .buffer(part.unbroken())
        .buffer(part.again())
        .int32(part.againWords());
  }

  private void launch(
      Steps steps,
      ChunkSlot slot,
      PartOnDevice part,
      int index,
      int segments,
      Arguments arguments) {
    arguments
        .buffer(slot.counts)
        .buffer(slot.records())
        .int32(slot.capacity())
        .int32(program.ruleBits());
    if (slot.hasRuns) {
      marks.addTo(arguments, slot, index);
    }
    steps.launch(
        slot.hasRuns ? kernels.scanFlows() : kernels.scan(),
        new Grid(segments, BlockLayout.THREADS, part.part().layout().sharedBytes()),
        arguments);
  }
}
