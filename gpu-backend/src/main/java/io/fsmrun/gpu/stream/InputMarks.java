package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Queue;

/** Marks on the device where in a piece packets and flows start and end. */
final class InputMarks {

  private static final int THREADS = 256;

  private final StreamKernels kernels;
  private final Queue queue;
  private final StreamProgram program;

  InputMarks(StreamKernels kernels, Queue queue, StreamProgram program) {
    this.kernels = kernels;
    this.queue = queue;
    this.program = program;
  }

  /** Marks what lies in a piece that has been copied; nothing if the input is one whole. */
  void set(ChunkSlot slot) {
    if (slot.hasRuns) {
      setRuns(slot, slot.runs());
    } else if (slot.boundCount >= 0) {
      long words = ChunkSlot.boundWords(slot.piece.bytes());
      queue.fill(slot.bounds(), 0, words * Integer.BYTES, (byte) 0);
      if (slot.boundCount > 0) {
        queue.launch(
            kernels.mark(),
            new Grid(Math.ceilDiv(slot.boundCount, THREADS), THREADS, 0),
            new Arguments().buffer(slot.positions()).int32(slot.boundCount).buffer(slot.bounds()));
      }
    }
  }

  private void setRuns(ChunkSlot slot, RunSlot runs) {
    runs.clearMarks(queue);
    if (runs.count() > 0) {
      queue.launch(
          kernels.markRuns(),
          new Grid(Math.ceilDiv(runs.count(), THREADS), THREADS, 0),
          new Arguments()
              .buffer(runs.runs())
              .int32(runs.count())
              .int32(StreamProgram.OVERLAP + slot.piece.bytes())
              .int64(runs.boundsAddress())
              .int64(runs.marksAddress())
              .int32(runs.markWords()));
    }
  }

  /** Adds what the kernel of runs takes more than that of other inputs. */
  void addTo(Arguments arguments, ChunkSlot slot, int part) {
    RunSlot runs = slot.runs();
    arguments
        .int64(runs.marksAddress())
        .int32(runs.markWords())
        .int64(runs.resumed().placesAddress(part))
        .int64(runs.resumed().statesAddress(part))
        .int64(slot.totals.keptAddress(part))
        .int64(runs.keptAddress(part))
        .int32(runs.capacity())
        .int32(program.ruleCount());
  }
}
