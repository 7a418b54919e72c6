package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Queue;

/** Puts the records of a piece in order, brings them together, and finds out whose they are. */
final class RecordOrder {

  private static final int ORDER_THREADS = 256;

  private final StreamKernels kernels;
  private final Queue queue;
  private final StreamProgram program;

  RecordOrder(StreamKernels kernels, Queue queue, StreamProgram program) {
    this.kernels = kernels;
    this.queue = queue;
    this.program = program;
  }

  /**
   * Puts records of each window in order, brings them together if there is room for as many, finds
   * out whose they are, and fetches how many there are.
   */
  void order(ChunkSlot slot) {
    queue.launch(
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
    bringTogether(slot);
    find(slot);
    slot.totals.fetch(queue);
    queue.record(slot.scanned);
  }

  /** Brings what there is of a settled piece to the host; its mark {@code delivered} tells when. */
  void gather(ChunkSlot slot) {
    slot.recordCount = slot.totals.records();
    if (slot.hasRuns) {
      slot.runs().fetchKept(queue);
      queue.record(slot.kept);
    }
    if (slot.ensureRecords(slot.recordCount)) {
      bringTogether(slot);
    }
    int words = slot.foundWords();
    if (words > 0) {
      queue.copyOut(slot.hostFound(), 0, slot.found(), 0, (long) words * Integer.BYTES);
    }
  }

  private void bringTogether(ChunkSlot slot) {
    queue.launch(
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
  private void find(ChunkSlot slot) {
    slot.ensureFound();
    int count = slot.listed().size();
    if (count > 0) {
      queue.launch(
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
