package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Queues;
import io.fsmrun.gpu.device.TentativeDevice;
import io.fsmrun.gpu.input.PieceScan;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.report.BlockSink;
import io.fsmrun.gpu.report.BlockWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Scans inputs of any length with a ruleset on a GPU. Reports are those of a sequential scan, in
 * order.
 *
 * <p>Input goes through in pieces, two of them on the way: while the kernels run over one, the next
 * is copied to the device and the reports of the one before are handed over. Memory does not grow
 * with the input. For one thread at a time.
 */
public final class StreamScanner implements AutoCloseable {

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

  /**
   * Makes a scanner: loads the kernels and copies the program.
   *
   * @param device where to run; it must outlive the scanner
   * @param program what to scan for, compiled for this device
   * @param options how to move data
   * @throws DeviceException if the device refuses or has too little memory
   */
  public StreamScanner(Device device, StreamProgram program, StreamOptions options) {
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
   * Scans an input.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   */
  public StreamFigures scan(ScanInput input, ReportSink sink) throws IOException {
    return scanBlocks(input, block -> block.forEach(sink));
  }

  /**
   * Scans an input, handing over reports in blocks: for sinks that have nothing to do for most of
   * them, or that do it in a loop.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   */
  public StreamFigures scanBlocks(ScanInput input, BlockSink sink) throws IOException {
    return toEnd(begin(input, sink));
  }

  /**
   * Begins a scan that goes on when the caller says so; another one of this scanner may begin when
   * it has ended or is closed. When a piece has been taken through, all reports before its end have
   * been handed over.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by the thread that goes on
   * @return the scan, at its start
   */
  public PieceScan begin(ScanInput input, BlockSink sink) {
    BlockWriter writer = new BlockWriter(sink);
    BorderReports border = program.looks().back() ? new BorderReports() : null;
    return new Steps(input, batch -> batch.writeTo(writer), writer, border, writer::flush);
  }

  /**
   * Scans an input, handing over reports as the device packed them. Those before the first byte are
   * not among them.
   *
   * @param input the input
   * @param sink takes the reports; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   */
  public StreamFigures scanBatches(ScanInput input, BatchSink sink) throws IOException {
    return scan(input, sink, (rule, end) -> {}, null);
  }

  /**
   * Scans packets that lie one after the other in one array, each from the start of the rules. They
   * are laid side by side however long they are, so that short ones cost no more than their bytes.
   *
   * @param data the packets
   * @param offsets where each starts, ascending, and where the last one ends
   * @param sink takes the reports; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException if offsets are not in order or outside of the data
   */
  public StreamFigures scanPackets(MemorySegment data, long[] offsets, PacketSink sink)
      throws IOException {
    PacketBounds.checkOffsets(offsets, data.byteSize());
    long bytes = offsets[offsets.length - 1] - offsets[0];
    return scanPackets(ScanInput.of(data.asSlice(offsets[0], bytes)), offsets, sink);
  }

  /**
   * Scans packets in page-locked memory.
   *
   * @param data the packets, not to be changed while they are scanned
   * @param offsets where each starts, ascending, and where the last one ends
   * @param sink takes the reports; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException as above
   */
  public StreamFigures scanPackets(HostBuffer data, long[] offsets, PacketSink sink)
      throws IOException {
    PacketBounds.checkOffsets(offsets, data.segment().byteSize());
    long bytes = offsets[offsets.length - 1] - offsets[0];
    return scanPackets(ScanInput.of(data, offsets[0], bytes), offsets, sink);
  }

  /**
   * Scans packets in page-locked memory, handing over reports as the device packed them, with
   * offsets in the whole of the data.
   *
   * @param data the packets, not to be changed while they are scanned
   * @param offsets where each starts, ascending, and where the last one ends
   * @param sink takes the reports; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException as above
   */
  public StreamFigures scanPacketBatches(HostBuffer data, long[] offsets, BatchSink sink)
      throws IOException {
    PacketBounds.checkOffsets(offsets, data.segment().byteSize());
    long bytes = offsets[offsets.length - 1] - offsets[0];
    packets = new PacketBounds(program, offsets, (packet, rule, end) -> {});
    try {
      return scan(ScanInput.of(data, offsets[0], bytes), sink, (rule, end) -> {}, null);
    } finally {
      packets = null;
    }
  }

  private StreamFigures scanPackets(ScanInput input, long[] offsets, PacketSink sink)
      throws IOException {
    return scan(input, new PacketBounds(program, offsets, sink));
  }

  /**
   * Scans packets of flows, which go on from batch to batch: reports of a flow are those of a scan
   * of all its bytes, wherever they are cut. Packets are staged by flow, so that the data may lie
   * anywhere. Matches that depend on the end of a flow are told when it ends, and if some rule
   * looks at the byte after a match or at the end, so are those at its last one or two positions,
   * or with the next packet.
   *
   * <p>Afterwards flows stand behind the batch, and those that ended are closed. If the scan fails
   * or the sink throws, they stand where they stood before, and what the sink was told comes again
   * when the batch does.
   *
   * @param batch the packets
   * @param sink takes the reports; called by this thread; must not use flows of the batch, but for
   *     their ids
   * @return what the scan did; its bytes count history that was scanned again, at most {@value
   *     StreamProgram#OVERLAP} for each flow
   * @throws IOException never; as scans do
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException if a flow is of other rules
   * @throws IllegalStateException if a flow is closed
   */
  public StreamFigures scanFlows(PacketBatch batch, FlowSink sink) throws IOException {
    try (RunOrder order = new RunOrder(program, batch)) {
      FlowRuns runs = new FlowRuns(program, order, sink);
      return scan(runs.input(), runs);
    }
  }

  private StreamFigures scan(ScanInput input, InputLayout layout) throws IOException {
    packets = layout;
    try {
      BorderReports border = program.looks().back() ? new BorderReports() : null;
      StreamFigures figures = scan(input, batch -> batch.forEachMarked(layout), layout, border);
      layout.finish();
      return figures;
    } finally {
      packets = null;
    }
  }

  private StreamFigures scan(
      ScanInput input, BatchSink sink, ReportSink others, BorderReports border) throws IOException {
    return toEnd(new Steps(input, sink, others, border, () -> {}));
  }

  private StreamFigures toEnd(PieceScan scan) throws IOException {
    boolean more = true;
    while (more) {
      more = scan.next();
    }
    return figures;
  }

  /**
   * What the last scan did that went to its end.
   *
   * @return its figures; null if there was none
   */
  public StreamFigures figures() {
    return figures;
  }

  /** One scan, piece by piece. */
  private final class Steps implements PieceScan {

    private final ScanInput input;
    private final BatchSink sink;
    private final ReportSink others;
    private final BorderReports border;
    private final Runnable afterPiece;
    private final int rounds = run.rounds();
    private final long again = run.segmentsAgain();
    private final int floods = run.floods();
    private ChunkSlot current;
    private long at;
    private boolean isBegun;
    private boolean isOver;

    Steps(
        ScanInput input,
        BatchSink sink,
        ReportSink others,
        BorderReports border,
        Runnable afterPiece) {
      this.input = input;
      this.sink = sink;
      this.others = others;
      this.border = border;
      this.afterPiece = afterPiece;
      kernelMillis = 0;
      records = 0;
      chunks = 0;
    }

    @Override
    public boolean next() throws IOException {
      boolean complete = false;
      try {
        step();
        complete = true;
      } finally {
        if (!complete) {
          close();
        }
      }
      return !isOver;
    }

    private void step() throws IOException {
      if (!isBegun) {
        start();
      }
      if (current != null) {
        at = current.start + current.piece.bytes();
        current = advance(input, current, sink, border);
      }
      if (border != null) {
        border.begin(current == null ? -1 : at, others);
      }
      afterPiece.run();
      if (current == null) {
        isOver = true;
        figures = figuresNow();
      }
    }

    private void start() throws IOException {
      isBegun = true;
      if (packets == null) {
        reportAtStart(others, border);
      }
      ChunkSlot first = fetch(input, slots[0], null, 0);
      if (first.piece.bytes() > 0) {
        current = first;
        launch(current, true);
      } else {
        for (int rule : packets == null ? program.onEmpty() : new int[0]) {
          others.report(rule, 0);
        }
      }
    }

    private StreamFigures figuresNow() {
      return new StreamFigures(
          at,
          records,
          chunks,
          run.rounds() - rounds,
          run.segmentsAgain() - again,
          run.floods() - floods,
          kernelMillis);
    }

    @Override
    public long bytes() {
      return at;
    }

    @Override
    public void close() {
      if (isBegun && !isOver) {
        isOver = true;
        // Work on the way still uses the memory of both pieces, and perhaps that of the input.
        Queues.quiesce(compute, copies, results);
      }
    }
  }

  private void reportAtStart(ReportSink others, BorderReports border) {
    if (border != null) {
      border.begin(0, others);
    }
    for (int rule : program.atStart()) {
      if (border != null) {
        border.add(rule);
      } else {
        others.report(rule, 0);
      }
    }
  }

  /** Ends a piece that was launched, and launches the next one, which is returned. */
  private ChunkSlot advance(
      ScanInput input, ChunkSlot current, BatchSink sink, BorderReports border) throws IOException {
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

  private void launch(ChunkSlot slot, boolean first) {
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
