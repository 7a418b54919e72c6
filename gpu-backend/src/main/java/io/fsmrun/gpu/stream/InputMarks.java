package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Steps;

/** Marks on the device where in a piece packets and flows start and end. */
final class InputMarks {

  private static final int THREADS = 256;

  /** Words that a block clears at least, if it is not the only one. */
  private static final int WORDS_A_BLOCK = 16 * THREADS;

  private static final int MOST_BLOCKS = 1024;

  private final StreamKernels kernels;
  private final StreamProgram program;

  InputMarks(StreamKernels kernels, StreamProgram program) {
    this.kernels = kernels;
    this.program = program;
  }

  /** Marks what lies in a piece that has been copied; nothing if the input is one whole. */
  void set(Steps steps, ChunkSlot slot) {
    if (slot.hasRuns) {
      setRuns(steps, slot.runs());
    } else if (slot.boundCount >= 0) {
      clear(steps, slot.bounds().address(), ChunkSlot.boundWords(slot.piece.bytes()));
      if (slot.boundCount > 0) {
        steps.launch(
            kernels.mark(),
            new Grid(Math.ceilDiv(slot.boundCount, THREADS), THREADS, 0),
            new Arguments().buffer(slot.positions()).int32(slot.boundCount).buffer(slot.bounds()));
      }
    }
  }

  /** Clears words, from an address on. */
  void clear(Steps steps, long address, int words) {
    int blocks = Math.clamp(words / WORDS_A_BLOCK, 1, MOST_BLOCKS);
    steps.launch(
        kernels.clear(), new Grid(blocks, THREADS, 0), new Arguments().int64(address).int32(words));
  }

  private void setRuns(Steps steps, RunSlot runs) {
    clear(steps, runs.boundsAddress(), runs.clearedWords());
    if (runs.count() > 0) {
      steps.launch(
          kernels.markRuns(),
          new Grid(Math.ceilDiv(runs.count(), THREADS), THREADS, 0),
          new Arguments()
              .buffer(runs.runs())
              .int32(runs.count())
              .int32(runs.limit())
              .int64(runs.boundsAddress())
              .int64(runs.marksAddress())
              .int32(runs.markWords())
              .int64(runs.previousAddress())
              .int64(runs.nextAddress()));
    }
  }

  /** Adds what the kernel of runs takes more than that of other inputs. */
  void addTo(Arguments arguments, ChunkSlot slot, int part) {
    RunSlot runs = slot.runs();
    arguments
        .int64(runs.marksAddress())
        .int32(runs.markWords())
        .int64(runs.resumed().placesAddress(part))
        .int64(runs.resumed().statesAddress())
        .int64(slot.totals.keptAddress(part))
        .int64(runs.keptAddress(part))
        .int32(runs.capacity())
        .int32(program.ruleCount());
  }
}
