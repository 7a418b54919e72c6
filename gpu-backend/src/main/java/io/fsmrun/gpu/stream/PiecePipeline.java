package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queues;
import io.fsmrun.gpu.device.TentativeDevice;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * Takes the pieces of an input through the device, and those of the input after it: while kernels
 * run over one, the next is copied. Mutable, for one thread.
 */
final class PiecePipeline implements AutoCloseable {

  private static final int SLOTS = 2;

  private final StreamProgram program;
  private final CountedQueue compute;
  private final CountedQueue copies;
  private final CountedQueue results;
  private final Mark gathered;
  private final HostThreads threads;
  private final RecordCopies recordCopies;
  private final ChunkSlot[] slots = new ChunkSlot[SLOTS];
  private final ChunkRun run;

  /** The piece after the one that is launched, if others stage it already. */
  private StagedPiece ahead;

  private StreamFigures figures;
  private double kernelMillis;
  private long records;
  private int chunks;
  private int roundsBefore;
  private long againBefore;
  private int floodsBefore;
  private DeviceWork workBefore = DeviceWork.NONE;

  PiecePipeline(Device device, StreamProgram program, StreamOptions options, HostThreads threads) {
    this.program = program;
    this.threads = threads;
    try (TentativeDevice trial = new TentativeDevice(device)) {
      this.compute = new CountedQueue(trial.newQueue());
      this.copies = new CountedQueue(trial.newQueue());
      this.results = new CountedQueue(trial.newQueue());
      this.gathered = trial.newMark();
      this.recordCopies = new RecordCopies(trial, results, options);
      for (int i = 0; i < SLOTS; i++) {
        slots[i] = new ChunkSlot(trial, program, options);
        compute.fill(slots[i].text, 0, StreamProgram.OVERLAP, (byte) 0);
      }
      this.run = new ChunkRun(trial, program, compute, options.chunkBytes());
      compute.synchronize();
      trial.keep();
    }
  }

  /** Starts to count what a scan does. */
  void count() {
    kernelMillis = 0;
    records = 0;
    chunks = 0;
    roundsBefore = run.rounds();
    againBefore = run.segmentsAgain();
    floodsBefore = run.floods();
    workBefore = work();
  }

  private DeviceWork work() {
    return compute.work().plus(copies.work()).plus(results.work());
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
            work().since(workBefore),
            kernelMillis);
  }

  /** Bytes of each piece but the last, of an input in which nothing lies side by side. */
  int pieceBytes() {
    return run.pieceBytes(false);
  }

  /** What the last scan did that went to its end, or null. */
  StreamFigures figures() {
    return figures;
  }

  /** An input, and what lies side by side in it; null if nothing does. */
  record Work(ScanInput input, InputLayout layout) {}

  /** Takes the first piece of an input, and starts to copy it; it may be empty. */
  ChunkSlot first(Work work) throws IOException {
    return fetch(work, slots[0], stage(work, slots[0], null), 0);
  }

  /**
   * Waits for all work on the way, which uses the memory of both pieces, and perhaps the input's.
   */
  void quiesce() {
    if (ahead != null) {
      ahead.end();
      ahead = null;
    }
    Queues.quiesce(compute, copies, results);
  }

  /**
   * Ends a piece that was launched, and launches the next one of the same input or, after the last,
   * the first one of another.
   *
   * @param others gives the input after this one, or null
   * @param sink takes the reports if nothing lies side by side in the input
   * @return the piece that was launched; null if there is none
   */
  ChunkSlot advance(ChunkSlot current, Supplier<Work> others, BatchSink sink, BorderReports border)
      throws IOException {
    ChunkSlot next = fetchAfter(current, others);
    if (!current.isEmpty()) {
      run.settle(current);
      kernelMillis += current.scanned.millisSince(current.begun);
      run.gather(current);
      if (!current.areAllFetched() || leaves(current)) {
        compute.record(gathered);
      }
    }
    // Before records are copied: kernels that are launched while that goes on wait for its end.
    if (next != null) {
      launch(next);
    }
    if (!current.isEmpty()) {
      startCopies(current);
    }
    if (next != null) {
      stageAhead(next, current, others);
    }
    if (!current.isEmpty()) {
      deliver(current, sink, border);
    }
    return next;
  }

  /** Whether flows leave a piece with states, which the host has to keep. */
  private static boolean leaves(ChunkSlot slot) {
    return slot.hasRuns && slot.runs().leftCount() > 0;
  }

  private ChunkSlot fetchAfter(ChunkSlot current, Supplier<Work> others) throws IOException {
    ChunkSlot other = current == slots[0] ? slots[1] : slots[0];
    boolean goesOn = !current.piece.last();
    long start = goesOn ? current.start + current.piece.bytes() : 0;
    StagedPiece staged = ahead;
    ahead = null;
    if (staged != null) {
      return prepared(fetch(staged.work(), other, staged.await(), start), goesOn);
    }
    Work work = workAfter(current, others);
    if (work == null) {
      return null;
    }
    ScanInput.Piece piece = stage(work, other, goesOn ? current.piece : null);
    return prepared(fetch(work, other, piece, start), goesOn);
  }

  /** Has the device told of a piece before its turn comes. */
  private ChunkSlot prepared(ChunkSlot slot, boolean goesOn) {
    if (goesOn && slot.isEmpty()) {
      throw new IllegalStateException("an empty piece after one that was not the last");
    }
    if (!slot.isEmpty()) {
      run.prepare(slot);
    }
    return slot;
  }

  private static Work workAfter(ChunkSlot slot, Supplier<Work> others) {
    return slot.piece.last() ? others.get() : new Work(slot.input, slot.layout);
  }

  /**
   * Has other threads stage the piece after one whose kernels run, while records of the one before
   * that are copied and handed over; its memory on the host is free. Not of other inputs: to wait
   * for them would hold reports up.
   */
  private void stageAhead(ChunkSlot last, ChunkSlot free, Supplier<Work> others) {
    boolean isGathered = last.layout != null && last.input.isStaged();
    if (isGathered && threads.count() > 1) {
      Work work = workAfter(last, others);
      if (work != null) {
        ScanInput.Piece before = last.piece.last() ? null : last.piece;
        ahead = new StagedPiece(work, free.stage(), before, pieceBytes(work), threads);
      }
    }
  }

  /** Starts to copy what flows leave a piece with, and the first records if they are not here. */
  private void startCopies(ChunkSlot slot) {
    if (leaves(slot) || !slot.areAllFetched()) {
      results.waitFor(gathered);
    }
    if (leaves(slot)) {
      slot.runs().fetchLeft(results);
      results.record(slot.kept);
    }
    if (!slot.areAllFetched()) {
      recordCopies.begin(slot, 0);
    }
  }

  /** Hands over the records of a piece, and what flows leave it with, as they come. */
  private void deliver(ChunkSlot slot, BatchSink sink, BorderReports border) {
    records += slot.recordCount;
    if (leaves(slot)) {
      results.await(slot.kept);
    }
    if (slot.hasRuns) {
      slot.layout.collect(slot);
    }
    if (slot.areAllFetched()) {
      handOver(slot, 0, slot.windows, sink, border);
      return;
    }
    for (int from = handOverParts(slot, 0, sink, border); from < slot.windows; ) {
      recordCopies.begin(slot, from);
      from = handOverParts(slot, from, sink, border);
    }
  }

  private int handOverParts(ChunkSlot slot, int from, BatchSink sink, BorderReports border) {
    int next = from;
    for (int part = 0; part < recordCopies.parts(); part++) {
      int end = recordCopies.await(part);
      handOver(slot, next, end, sink, border);
      next = end;
    }
    return next;
  }

  /** Hands over the records of some windows, which are on the host. */
  private void handOver(ChunkSlot slot, int from, int end, BatchSink sink, BorderReports border) {
    if (sink == null) {
      slot.layout.take(slot, from, end);
      return;
    }
    sink.accept(
        new ReportBatch(
            program,
            recordsFrom(slot, from),
            slot.recordsBefore(end) - slot.recordsBefore(from),
            slot.totals.offsets(),
            from,
            end,
            slot.start,
            border));
  }

  private static MemorySegment recordsFrom(ChunkSlot slot, int window) {
    long first = (long) slot.recordsBefore(window) - slot.hostRecordsFrom();
    return slot.hostRecords().segment().asSlice(first * Integer.BYTES);
  }

  private int pieceBytes(Work work) {
    return run.pieceBytes(work.layout() != null);
  }

  /** The next piece of an input, staged by this thread. */
  private ScanInput.Piece stage(Work work, ChunkSlot slot, ScanInput.Piece before)
      throws IOException {
    HostBuffer stage = work.input().isStaged() ? slot.stage() : null;
    return work.input().next(stage, StreamProgram.OVERLAP, before, pieceBytes(work));
  }

  /** Takes a piece of input and starts to copy it. */
  private ChunkSlot fetch(Work work, ChunkSlot slot, ScanInput.Piece piece, long start) {
    slot.input = work.input();
    slot.layout = work.layout();
    slot.piece = piece;
    slot.start = start;
    slot.windows = ChunkSlot.mostWindows(slot.piece.bytes());
    slot.boundCount = -1;
    slot.hasRuns = false;
    slot.listed().clear();
    if (slot.isEmpty()) {
      return slot;
    }
    copyIn(slot);
    copies.record(slot.copied);
    run.begin(slot);
    return slot;
  }

  /** Starts to copy a piece, and where things lie in it. */
  private void copyIn(ChunkSlot slot) {
    // Before the first byte of the input there is nothing.
    int history = slot.start == 0 ? 0 : StreamProgram.OVERLAP;
    copies.copyIn(
        slot.text,
        StreamProgram.OVERLAP - history,
        slot.piece.buffer(),
        slot.piece.from() - history,
        (long) slot.piece.bytes() + history);
    if (slot.layout != null) {
      slot.layout.locate(slot);
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
  }

  /** Starts the kernels over a piece; those over the one before are done. */
  void launch(ChunkSlot slot) {
    if (slot.isEmpty()) {
      return;
    }
    compute.waitFor(slot.copied);
    run.launch(slot);
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
    recordCopies.close();
    compute.close();
    copies.close();
    results.close();
  }
}
