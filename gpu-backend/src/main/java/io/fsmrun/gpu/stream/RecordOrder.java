package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Steps;

/** Puts the records of a piece in order, brings them together, and finds out whose they are. */
final class RecordOrder {

  private static final int ORDER_THREADS = 256;

  private final StreamKernels kernels;
  private final StreamProgram program;

  RecordOrder(StreamKernels kernels, StreamProgram program) {
    this.kernels = kernels;
    this.program = program;
  }

  /**
   * Puts records of each window in order, brings them together if there is room for as many, finds
   * out whose they are, and fetches how many there are, the first of them, and whose.
   */
  void order(Steps steps, ChunkSlot slot) {
    steps.launch(
        kernels.order(),
        new Grid(slot.windows, ORDER_THREADS, 0),
        new Arguments()
            .buffer(slot.counts)
            .buffer(slot.records())
            .buffer(slot.sorted())
            .int32(slot.capacity())
            .int32(program.ruleBits())
            .buffer(slot.ordered)
            .buffer(slot.totals.onDevice())
            .int64(slot.totals.endedAddress()));
    bringTogether(steps, slot);
    find(steps, slot);
    slot.totals.fetch(steps);
    slot.fetchFirst(steps);
    slot.fetchFound(steps);
  }

  /** Brings the records of all windows together, if there is room for as many. */
  void bringTogether(Steps steps, ChunkSlot slot) {
    steps.launch(
        kernels.gather(),
        new Grid(Math.ceilDiv(slot.windows * DeviceFacts.WARP, ORDER_THREADS), ORDER_THREADS, 0),
        new Arguments()
            .buffer(slot.sorted())
            .int32(slot.capacity())
            .buffer(slot.totals.onDevice())
            .int32(slot.windows)
            .buffer(slot.gathered())
            .int32(slot.recordRoom()));
  }

  /** Finds out whose the records are, if packets or runs lie in the piece. */
  private void find(Steps steps, ChunkSlot slot) {
    slot.ensureFound();
    int count = slot.listed().size();
    if (count > 0) {
      steps.launch(
          kernels.find(),
          new Grid(Math.ceilDiv(count, ORDER_THREADS), ORDER_THREADS, 0),
          new Arguments()
              .buffer(slot.hasRuns ? slot.runs().runs() : slot.positions())
              .int32(slot.hasRuns ? RunSlot.RUN_WORDS : 1)
              .int32(count)
              .int32(program.looks().heldPositions())
              .buffer(slot.sorted())
              .int32(slot.capacity())
              .buffer(slot.totals.onDevice())
              .int32(slot.windows)
              .int32(program.ruleBits())
              .int32(program.ruleCount())
              .buffer(slot.found()));
    }
  }
}
