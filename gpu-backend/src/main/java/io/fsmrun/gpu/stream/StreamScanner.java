package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.input.PieceScan;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.report.BlockSink;
import io.fsmrun.gpu.report.BlockWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.List;

/**
 * Scans inputs of any length with a ruleset on a GPU. Reports are those of a sequential scan, in
 * order.
 *
 * <p>Input goes through in pieces, two of them on the way: while the kernels run over one, the next
 * is copied to the device and the reports of the one before are handed over. Memory does not grow
 * with the input.
 *
 * <p>For one thread at a time, which alone calls sinks and iterators. Packets are put in order, and
 * what is reported of them is taken apart, by threads of the scanner's own, {@link
 * StreamOptions#hostThreads} of them, which end when it is closed. What one of them throws ends the
 * scan. An interrupt does not: the thread stays interrupted.
 */
public final class StreamScanner implements AutoCloseable {

  private final StreamProgram program;
  private final HostThreads threads;
  private final PiecePipeline pieces;

  /**
   * Makes a scanner: loads the kernels and copies the program.
   *
   * @param device where to run; it must outlive the scanner
   * @param program what to scan for, compiled for this device
   * @param options how to move data
   * @throws DeviceException if the device refuses or has too little memory
   */
  public StreamScanner(Device device, StreamProgram program, StreamOptions options) {
    this(device, program, options, new HostThreads(options.hostThreads()));
  }

  /** A scanner with threads that it closes. */
  StreamScanner(Device device, StreamProgram program, StreamOptions options, HostThreads threads) {
    this.program = program;
    this.threads = threads;
    this.pieces = new PiecePipeline(device, program, options, threads);
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
    return new StreamScan(
        pieces,
        program,
        input,
        null,
        batch -> batch.writeTo(writer),
        writer,
        border,
        writer::flush);
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
    return scan(input, null, sink);
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
    ScanInput input = ScanInput.of(data.asSlice(offsets[0], bytes));
    return scanPackets(input, offsets, spans -> spans.forEachOfPackets(sink));
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
    return scanPacketSpans(data, offsets, spans -> spans.forEachOfPackets(sink));
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
    PacketBounds bounds = new PacketBounds(program, offsets, threads, spans -> {});
    return scan(ScanInput.of(data, offsets[0], bytes), bounds, sink);
  }

  /**
   * Scans packets in page-locked memory, handing over reports packed, each with its packet: for
   * sinks that do not look at each by itself.
   *
   * @param data the packets, not to be changed while they are scanned
   * @param offsets where each starts, ascending, and where the last one ends
   * @param sink takes the reports; owners are indices of packets; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException as above
   */
  public StreamFigures scanPacketSpans(HostBuffer data, long[] offsets, SpanSink sink)
      throws IOException {
    PacketBounds.checkOffsets(offsets, data.segment().byteSize());
    long bytes = offsets[offsets.length - 1] - offsets[0];
    return scanPackets(ScanInput.of(data, offsets[0], bytes), offsets, sink);
  }

  private StreamFigures scanPackets(ScanInput input, long[] offsets, SpanSink sink)
      throws IOException {
    PacketBounds bounds = new PacketBounds(program, offsets, threads, sink);
    Iterator<PiecePipeline.Work> one = List.of(new PiecePipeline.Work(input, bounds)).iterator();
    WorkScan.run(pieces, () -> one.hasNext() ? one.next() : null);
    return pieces.figures();
  }

  /**
   * Scans a batch of packets of flows: {@link #scanFlowSpans} of one batch, reports one by one.
   *
   * @param batch the packets
   * @param sink takes the reports; called by this thread; must not use flows of the batch, but for
   *     their ids
   * @return what the scan did, as there
   * @throws IOException never; as scans do
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException if a flow is of other rules
   * @throws IllegalStateException if a flow is closed
   */
  public StreamFigures scanFlows(PacketBatch batch, FlowSink sink) throws IOException {
    return scanFlowSpans(List.of(batch).iterator(), spans -> spans.forEachOfFlows(sink));
  }

  /**
   * Scans packets of flows, which go on from batch to batch: reports of a flow are those of a scan
   * of all its bytes, wherever they are cut. Packets are staged by flow, so that the data may lie
   * anywhere. Matches that depend on the end of a flow are told when it ends, and if some rule
   * looks at the byte after a match or at the end, so are those at its last one or two positions,
   * or with the next packet.
   *
   * <p>Batches overlap: while the kernels run over one, the next is staged and the one after that
   * brought into order, and reports of the one before are handed over. When the iterator is asked
   * for a batch, the data of the last but one is no longer needed. Memory does not grow with the
   * number of batches.
   *
   * <p>When a batch is done, flows stand behind it, and those that ended are closed. If the scan
   * fails or the sink throws, they stand where they stood before the first batch that was not done,
   * {@link PacketFlow#lengthBytes} says where, and what the sink was told of it comes again when
   * the batch does. A batch that cannot be taken, or an iterator that throws, ends the scan when
   * all batches before are done.
   *
   * @param batches the packets; asked by this thread
   * @param sink takes the reports, those of a batch before those of the next; owners number the
   *     flows of a batch; called by this thread; must not use flows, but for their ids
   * @return what the scan did; its bytes count history that was scanned again, at most {@value
   *     StreamProgram#OVERLAP} for each flow of each batch
   * @throws IOException never; as scans do
   * @throws DeviceException if the device fails; reports handed over before are right
   * @throws IllegalArgumentException if a flow is of other rules
   * @throws IllegalStateException if a flow is closed
   */
  public StreamFigures scanFlowSpans(Iterator<PacketBatch> batches, SpanSink sink)
      throws IOException {
    FlowBatches flows = new FlowBatches(program, batches, threads, sink);
    boolean complete = false;
    try {
      WorkScan.run(pieces, flows);
      complete = true;
    } finally {
      if (!complete) {
        flows.goBack();
      }
    }
    flows.end();
    return pieces.figures();
  }

  /** Hands over what the device packed; what lies side by side is only told to the device. */
  private StreamFigures scan(ScanInput input, InputLayout layout, BatchSink sink)
      throws IOException {
    return toEnd(
        new StreamScan(pieces, program, input, layout, sink, (rule, end) -> {}, null, () -> {}));
  }

  private StreamFigures toEnd(PieceScan scan) throws IOException {
    boolean more = true;
    while (more) {
      more = scan.next();
    }
    return pieces.figures();
  }

  /**
   * What the last scan did that went to its end.
   *
   * @return its figures; null if there was none
   */
  public StreamFigures figures() {
    return pieces.figures();
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    pieces.close();
    threads.close();
  }
}
