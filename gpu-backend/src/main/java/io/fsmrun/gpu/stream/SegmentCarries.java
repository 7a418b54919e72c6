package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Queue;

/**
 * What is carried from segment to segment of a piece: what is known before a launch, and where it
 * turned out to be something else. One piece after the other.
 */
final class SegmentCarries {

  private static final int THREADS = 256;
  private static final int HOLD_THREADS = 64;

  private final StreamKernels kernels;
  private final Queue queue;

  SegmentCarries(StreamKernels kernels, Queue queue) {
    this.kernels = kernels;
    this.queue = queue;
  }

  /** Takes what the piece before carried out of its last segment, nothing if it had none. */
  void begin(PartOnDevice part, int previousSegments) {
    int bytes = part.part().carryBytes();
    if (bytes > 0 && previousSegments == 0) {
      queue.fill(part.starts(), 0, bytes, (byte) 0);
    } else if (bytes > 0) {
      queue.launch(
          kernels.pass(),
          new Grid(Math.ceilDiv(bytes, THREADS), THREADS, 0),
          new Arguments()
              .buffer(part.starts())
              .buffer(part.ends(), (long) (previousSegments - 1) * bytes)
              .int32(bytes));
    }
  }

  /** Notes in which segments states stay active, and spreads what is carried into the piece. */
  void spread(ChunkSlot slot, PartOnDevice part, int segmentCount, int segmentWindows) {
    StreamPart units = part.part();
    if (units.carryBytes() == 0 || segmentCount == 1) {
      return;
    }
    long others = (segmentCount - 1L) * units.carryBytes();
    queue.fill(part.starts(), units.carryBytes(), others, (byte) 0);
    int sticky = units.sticky().length / StreamPart.STICKY_WORDS;
    if (sticky == 0) {
      return;
    }
    queue.launch(
        kernels.note(),
        new Grid(segmentCount, THREADS, 0),
        new Arguments()
            .buffer(slot.text)
            .int32(StreamProgram.OVERLAP + slot.piece.bytes())
            .int64(slot.boundsAddress())
            .buffer(part.holdMembers())
            .int32(slot.windows)
            .int32(segmentWindows)
            .buffer(part.unbroken()));
    queue.launch(
        kernels.spread(),
        new Grid(Math.ceilDiv(sticky, THREADS), THREADS, 0),
        new Arguments()
            .buffer(part.starts())
            .buffer(part.sticky())
            .int32(sticky)
            .buffer(part.unbroken())
            .int32(units.carryBytes())
            .int32(segmentCount));
  }

  /** Notes where something else was carried in than had been assumed, and takes it over. */
  void compare(PartOnDevice part, int segmentCount, CarryNotes found) {
    StreamPart units = part.part();
    if (units.carryBytes() > 0 && segmentCount > 1) {
      queue.launch(
          kernels.compare(),
          new Grid(segmentCount - 1, THREADS, 0),
          new Arguments()
              .buffer(part.starts())
              .buffer(part.ends())
              .buffer(part.unitOfCarry())
              .int32(units.carryBytes())
              .buffer(found.buffer())
              .int32(CarryNotes.MOST_PAIRS));
    }
    found.fetchCount(queue);
  }

  /** Follows states that stay active over the segments after those where they became so. */
  void hold(PartOnDevice part, int segmentCount) {
    int sticky = part.part().sticky().length / StreamPart.STICKY_WORDS;
    if (sticky > 0) {
      queue.launch(
          kernels.hold(),
          new Grid(Math.ceilDiv(sticky, HOLD_THREADS), HOLD_THREADS, 0),
          new Arguments()
              .buffer(part.ends())
              .buffer(part.sticky())
              .int32(sticky)
              .buffer(part.unbroken())
              .int32(part.part().carryBytes())
              .int32(segmentCount));
    }
  }
}
