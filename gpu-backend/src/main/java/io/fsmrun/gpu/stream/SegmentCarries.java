package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Steps;

/**
 * What is carried from segment to segment of a piece: what is known before a launch, and where it
 * turned out to be more. One piece after the other.
 */
final class SegmentCarries {

  private static final int THREADS = 256;

  private final StreamKernels kernels;

  SegmentCarries(StreamKernels kernels) {
    this.kernels = kernels;
  }

  /** Clears what the kernels add to in a piece that has no rules. */
  void begin(Steps steps, ChunkSlot slot, Segments segments) {
    Arguments arguments = clearing(slot, segments);
    arguments.int64(0).int64(0).int32(0).int64(0).int32(0).int64(0).int64(0);
    steps.launch(kernels.begin(), new Grid(segments.count(), THREADS, 0), arguments);
  }

  /**
   * Clears what the kernels add to, takes what is carried into the first segment, and notes in
   * which segments states stay active.
   *
   * @param carried the address of what is carried in, 0 if nothing is
   */
  void begin(Steps steps, ChunkSlot slot, PartOnDevice part, Segments segments, long carried) {
    boolean holds = exchanges(part, segments) && part.stickyCount() > 0;
    steps.launch(
        kernels.begin(),
        new Grid(segments.count(), THREADS, 0),
        clearing(slot, segments)
            .buffer(part.starts())
            .int64(carried)
            .int32(part.part().carryBytes())
            .buffer(part.again())
            .int32(part.againWords())
            .int64(holds ? part.holdMembers().address() : 0)
            .buffer(part.unbroken()));
  }

  private static Arguments clearing(ChunkSlot slot, Segments segments) {
    return new Arguments()
        .buffer(slot.text)
        .int32(StreamProgram.OVERLAP + slot.piece.bytes())
        .int64(slot.boundsAddress())
        .int32(slot.windows)
        .int32(segments.windows())
        .buffer(slot.counts)
        .int64(slot.totals.clearedAddress())
        .int32(slot.totals.clearedWords());
  }

  /** Whether anything is carried from segment to segment. */
  static boolean exchanges(PartOnDevice part, Segments segments) {
    return part.part().carryBytes() > 0 && segments.count() > 1;
  }

  /**
   * Takes what segments carry out over into the next ones, and marks what runs again.
   *
   * @param found the address of how many segments those are
   * @param before the address of how many they were the time before, 0 to look in any case
   */
  void takeOver(Steps steps, PartOnDevice part, Segments segments, long found, long before) {
    int holding = Math.ceilDiv(part.stickyCount(), THREADS);
    steps.launch(
        kernels.takeOver(),
        new Grid(segments.count() - 1 + holding, THREADS, 0),
        new Arguments()
            .buffer(part.starts())
            .buffer(part.ends())
            .buffer(part.unitOfCarry())
            .int32(part.part().carryBytes())
            .buffer(part.sticky())
            .int32(part.stickyCount())
            .buffer(part.unbroken())
            .int32(segments.count())
            .buffer(part.again())
            .int32(part.againWords())
            .int64(found)
            .int64(before));
  }
}
