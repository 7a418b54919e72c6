package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Queues;
import io.fsmrun.gpu.device.TentativeDevice;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;

/**
 * Takes the pieces of an input through the device: while kernels run over one, the next is copied.
 * Mutable, for one thread.
 */
final class PiecePipeline implements AutoCloseable {

  private static final int SLOTS = 2;

  private final StreamProgram program;
  private final StreamOptions options;
  private final Queue compute;
  private final Queue copies;
  private final Queue results;
  private final Mark gathered;
  private final ChunkSlot[] slots = new ChunkSlot[SLOTS];
  private final ChunkRun run;

  /** Where packets lie, while some are scanned. */
  private InputLayout packets;

  private StreamFigures figures;
  private double kernelMillis;
  private long records;
  private int chunks;
  private int roundsBefore;
  private long againBefore;
  private int floodsBefore;

  PiecePipeline(Device device, StreamProgram program, StreamOptions options) {
    this.program = program;
    this.options = options;
    try (TentativeDevice trial = new TentativeDevice(device)) {
      this.compute = trial.newQueue();
      this.copies = trial.newQueue();
      this.results = trial.newQueue();
      this.gathered = trial.newMark();
      for (int i = 0; i < SLOTS; i++) {
        slots[i] = new ChunkSlot(trial, program, options.chunkBytes());
        compute.fill(slots[i].text, 0, StreamProgram.OVERLAP, (byte) 0);
      }
      this.run = new ChunkRun(trial, program, compute, options.chunkBytes());
      compute.synchronize();
      trial.keep();
    }
  }

  /**
   * Says what is scanned.
   *
   * @param layout where packets lie; null if the input is one
   */
  void setLayout(InputLayout layout) {
    packets = layout;
  }

  /** Whether the input is no packets. */
  boolean isWhole() {
    return packets == null;
  }

  /** Starts to count what a scan does. */
  void count() {
    kernelMillis = 0;
    records = 0;
    chunks = 0;
    roundsBefore = run.rounds();
    againBefore = run.segmentsAgain();
    floodsBefore = run.floods();
  }

  /** Ends a scan of so many bytes. */
  void counted(long bytes) {
    figures =
        new StreamFigures(
            bytes,
            records,
            chunks,
            run.rounds() - roundsBefore,
            run.segmentsAgain() - againBefore,
            run.floods() - floodsBefore,
            kernelMillis);
  }

  /** What the last scan did that went to its end, or null. */
  StreamFigures figures() {
    return figures;
  }

  /** Takes the first piece of an input, and starts to copy it; it may be empty. */
  ChunkSlot first(ScanInput input) throws IOException {
    return fetch(input, slots[0], null, 0);
  }

  /**
   * Waits for all work on the way, which uses the memory of both pieces, and perhaps the input's.
   */
  void quiesce() {
    Queues.quiesce(compute, copies, results);
  }

  /** Ends a piece that was launched, and launches the next one, which is returned. */
  ChunkSlot advance(ScanInput input, ChunkSlot current, BatchSink sink, BorderReports border)
      throws IOException {
    ChunkSlot next = null;
    if (!current.piece.last()) {
      ChunkSlot other = current == slots[0] ? slots[1] : slots[0];
      next = fetch(input, other, current, current.start + current.piece.bytes());
      if (next.piece.bytes() == 0) {
        throw new IllegalStateException("an empty piece after one that was not the last");
      }
    }
    run.settle(current);
    kernelMillis += current.scanned.millisSince(current.begun);
    run.gather(current);
    compute.record(gathered);
    results.waitFor(gathered);
    int window = fetchRecords(current, 0);
    if (next != null) {
      launch(next, false);
    }
    records += current.recordCount;
    for (int from = 0; from < current.windows; ) {
      current.delivered.await();
      sink.accept(
          new ReportBatch(
              program,
              current.hostRecords().segment(),
              current.recordsBefore(window) - current.recordsBefore(from),
              current.hostOffsets.segment(),
              from,
              window,
              current.start,
              border));
      from = window;
      window = fetchRecords(current, from);
    }
    if (packets != null) {
      packets.collect(current);
    }
    return next;
  }

  /**
   * Starts to copy the records of windows from one on, as many as there may be on the host at a
   * time.
   *
   * @return the window after them
   */
  private int fetchRecords(ChunkSlot slot, int from) {
    int before = slot.recordsBefore(from);
    int to = from;
    while (to < slot.windows
        && (to == from || slot.recordsBefore(to + 1) - before <= options.mostHostRecords())) {
      to++;
    }
    int count = slot.recordsBefore(to) - before;
    slot.ensureHostRecords(count);
    if (count > 0) {
      results.copyOut(
          slot.hostRecords(),
          0,
          slot.gathered(),
          (long) before * Integer.BYTES,
          (long) count * Integer.BYTES);
    }
    results.record(slot.delivered);
    return to;
  }

  /** Takes the next piece of input and starts to copy it. */
  private ChunkSlot fetch(ScanInput input, ChunkSlot slot, ChunkSlot before, long start)
      throws IOException {
    slot.piece =
        input.next(
            input.isStaged() ? slot.stage() : null,
            StreamProgram.OVERLAP,
            before == null ? null : before.piece,
            options.chunkBytes());
    slot.start = start;
    slot.windows = ChunkSlot.mostWindows(slot.piece.bytes());
    if (slot.piece.bytes() > 0) {
      // Before the first byte of the input there is nothing.
      int history = start == 0 ? 0 : StreamProgram.OVERLAP;
      copies.copyIn(
          slot.text,
          StreamProgram.OVERLAP - history,
          slot.piece.buffer(),
          slot.piece.from() - history,
          (long) slot.piece.bytes() + history);
    }
    slot.boundCount = -1;
    slot.hasRuns = false;
    if (packets != null && slot.piece.bytes() > 0) {
      packets.locate(slot);
    }
    if (slot.hasRuns) {
      slot.runs().copyIn(copies);
    } else if (slot.boundCount >= 0) {
      copies.copyIn(
          slot.positions(),
          0,
          slot.ensurePositions(slot.boundCount),
          0,
          (long) slot.boundCount * Integer.BYTES);
    }
    copies.record(slot.copied);
    return slot;
  }

  void launch(ChunkSlot slot, boolean first) {
    compute.waitFor(slot.copied);
    run.launch(slot, first);
    chunks++;
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    compute.synchronize();
    copies.synchronize();
    results.synchronize();
    run.close();
    for (ChunkSlot slot : slots) {
      slot.close();
    }
    gathered.close();
    compute.close();
    copies.close();
    results.close();
  }
}
