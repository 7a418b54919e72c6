package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Steps;

/**
 * Hands the states that the flows of a batch leave with to the next batch, on the device: the host
 * has only said where in the next batch runs go on, so that a piece need not wait for what it does
 * with the states of the one before. Memory for states is taken when there are flows.
 */
final class StateExchange implements AutoCloseable {

  private static final int THREADS = 256;
  private static final int START_THREADS = 1024;
  private static final int SORT_THREADS = 128;
  private static final int MOST_BLOCKS = 1024;

  private final StreamKernels kernels;
  private final StreamProgram program;
  private final InputMarks marks;

  /** What the batch that is scanned leaves, and the one before it. */
  private LeftStates current;

  private LeftStates previous;
  private final DeviceBuffer names;
  private final DeviceBuffer numbers;

  StateExchange(
      Device device, Queue queue, StreamKernels kernels, StreamProgram program, InputMarks marks) {
    this.kernels = kernels;
    this.program = program;
    this.marks = marks;
    this.names = PartOnDevice.upload(device, queue, program.kept().names());
    this.numbers = PartOnDevice.upload(device, queue, program.kept().numbers());
    this.current = new LeftStates(device);
    this.previous = new LeftStates(device);
  }

  /** Begins a piece: the next one of a batch, or the first one of the next batch. */
  void begin(ChunkSlot slot) {
    if (!slot.hasRuns || program.kept().count() == 0) {
      return;
    }
    if (slot.start == 0) {
      LeftStates last = previous;
      previous = current;
      current = last;
      current.begin();
    }
    slot.runs().leaveTo(current.addPiece());
  }

  /** Puts in what flows come with; runs are marked. */
  void resume(Steps steps, ChunkSlot slot) {
    if (!slot.hasRuns || slot.runs().left() == null) {
      return;
    }
    RunSlot runs = slot.runs();
    ResumedStates resumed = runs.resumed();
    boolean goesOn = runs.previousRuns() > 0;
    int others = 0;
    if (goesOn) {
      for (LeftStates.OfPiece piece : previous.pieces()) {
        others = Math.addExact(others, piece.room());
      }
    }
    resumed.makeRoom(others);
    if (resumed.isEmpty()) {
      return;
    }
    resume(steps, slot, goesOn, 0);
    start(steps, runs.resumedPlaces(), resumed.keys(), resumed.startsAddress(), 0);
    resume(steps, slot, goesOn, resumed.statesAddress());
    sort(steps, resumed.keys(), resumed.startsAddress(), resumed.statesAddress());
  }

  /** Counts them, or puts them where they belong. */
  private void resume(Steps steps, ChunkSlot slot, boolean goesOn, long to) {
    if (goesOn) {
      for (LeftStates.OfPiece piece : previous.pieces()) {
        resume(steps, slot, piece, to);
      }
    }
    ResumedStates resumed = slot.runs().resumed();
    if (resumed.knownCount() > 0) {
      steps.launch(
          kernels.resumeStates(),
          grid(resumed.knownCount()),
          new Arguments()
              .int64(resumed.knownAddress())
              .int64(0)
              .int32(resumed.knownCount())
              .int64(0)
              .buffer(names)
              .int32(slot.windows)
              .int64(slot.runs().resumedPlaces())
              .int64(to));
    }
  }

  /** How many there are is known to the device alone, as the kernels of their piece may yet run. */
  private void resume(Steps steps, ChunkSlot slot, LeftStates.OfPiece piece, long to) {
    steps.launch(
        kernels.resumeStates(),
        grid(piece.room()),
        new Arguments()
            .buffer(piece.states())
            .int64(piece.countAddress())
            .int32(0)
            .int64(slot.runs().nextAddress())
            .buffer(names)
            .int32(slot.windows)
            .int64(slot.runs().resumedPlaces())
            .int64(to));
  }

  /** Brings together what runs leave with; all parts were run over the piece. */
  void leave(Steps steps, ChunkSlot slot) {
    if (!slot.hasRuns || slot.runs().left() == null) {
      return;
    }
    RunSlot runs = slot.runs();
    LeftStates.OfPiece left = runs.left();
    left.makeRoom(Math.multiplyExact(program.partCount(), runs.capacity()), slot.windows);
    long states = left.states().address();
    marks.clear(steps, runs.leftPlaces(), slot.windows);
    leave(steps, slot, 0);
    start(steps, runs.leftPlaces(), slot.windows, left.startsAddress(), slot.totals.leftAddress());
    leave(steps, slot, states);
    sort(steps, slot.windows, left.startsAddress(), states);
  }

  private void leave(Steps steps, ChunkSlot slot, long to) {
    RunSlot runs = slot.runs();
    steps.launch(
        kernels.leaveStates(),
        grid(slot.windows * SORT_THREADS),
        new Arguments()
            .int64(slot.totals.keptAddress(0))
            .int32(program.partCount())
            .int64(runs.keptAddress(0))
            .int32(runs.capacity())
            .buffer(numbers)
            .buffer(runs.runs())
            .int32(runs.count())
            .int32(runs.firstRun())
            .int64(runs.leftPlaces())
            .int64(to));
  }

  private static Grid grid(int things) {
    return new Grid(Math.clamp(Math.ceilDiv(things, THREADS), 1, MOST_BLOCKS), THREADS, 0);
  }

  private void start(Steps steps, long places, int windows, long starts, long total) {
    steps.launch(
        kernels.startStates(),
        new Grid(1, START_THREADS, 0),
        new Arguments().int64(places).int32(windows).int64(starts).int64(total));
  }

  private void sort(Steps steps, int windows, long starts, long states) {
    steps.launch(
        kernels.sortStates(),
        new Grid(windows, SORT_THREADS, 0),
        new Arguments().int64(starts).int64(states));
  }

  @Override
  public void close() {
    names.close();
    numbers.close();
    current.close();
    previous.close();
  }
}
