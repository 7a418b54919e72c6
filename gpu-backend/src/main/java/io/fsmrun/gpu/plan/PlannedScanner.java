package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.TentativeDevice;
import io.fsmrun.gpu.input.PieceScan;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.input.SharedInput;
import io.fsmrun.gpu.report.BlockSink;
import io.fsmrun.gpu.report.ReportBlock;
import io.fsmrun.gpu.stream.PacketSink;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.gpu.table.TableFigures;
import io.fsmrun.gpu.table.TableOptions;
import io.fsmrun.gpu.table.TableScanner;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Scans inputs with all engines of a plan. Reports are those of a sequential scan with all rules,
 * in order, each once.
 *
 * <p>All engines work on the same piece at a time: the device's one after the other, each with its
 * copies and kernels in queues of its own, the host's in threads beside them. Their reports meet
 * piece by piece, so that memory does not grow with the input. If there is only one engine, nothing
 * is merged and nothing is shared. For one thread at a time.
 */
public final class PlannedScanner implements AutoCloseable {

  private static final int STAGES = 2;

  private final Device device;
  private final GpuPlan plan;
  private final HostEngine host;
  private final int pieceBytes;
  private final StreamScanner streams;
  private final TableScanner tables;

  /** Measures kernels if there are two engines of the device; else null. */
  private final KernelClock clock;

  private final HostBuffer[] stages = new HostBuffer[STAGES];
  private ScanFigures figures;

  /**
   * Makes a scanner.
   *
   * @param device where to run; it must outlive the scanner
   * @param plan what to scan for, made for this device
   * @param host scans for the rules that the plan gives to the host; may be null if there are none
   * @param pinnedBytes page-locked memory that may be taken, as in {@link StreamOptions}
   * @throws DeviceException if the device refuses or has too little memory
   */
  public PlannedScanner(Device device, GpuPlan plan, HostEngine host, long pinnedBytes) {
    if (!plan.rulesOf(GpuEngine.HOST).isEmpty() && host == null) {
      throw new IllegalArgumentException("nobody scans for the rules of the host");
    }
    StreamOptions options = new StreamOptions(plan.piece().bytes(), pinnedBytes);
    this.device = device;
    this.plan = plan;
    this.host = plan.rulesOf(GpuEngine.HOST).isEmpty() ? null : host;
    this.clock = plan.streams() == null || plan.tables() == null ? null : new KernelClock(device);
    try (TentativeDevice trial = new TentativeDevice(clock == null ? device : clock)) {
      this.streams =
          plan.streams() == null ? null : new StreamScanner(trial, plan.streams(), options);
      // All have to be done with the same bytes at a time.
      this.pieceBytes = streams == null ? options.chunkBytes() : streams.pieceBytes();
      this.tables =
          plan.tables() == null
              ? null
              : new TableScanner(
                  trial, plan.tables(), TableOptions.defaults().withChunkBytes(pieceBytes));
      trial.keep();
    }
  }

  /**
   * Scans an input.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by this thread; an exception of it
   *     ends the scan, and the scanner can be used again
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted, which is noticed between pieces
   * @throws DeviceException if the device fails; reports handed over before are the first ones
   */
  public ScanFigures scan(ScanInput input, BlockSink sink)
      throws IOException, InterruptedException {
    if (streams != null && tables == null && host == null) {
      try (PieceScan scan = streams.begin(input, sink)) {
        toEnd(scan);
      }
    } else {
      Joint joint = new Joint(input, sink);
      try {
        joint.run();
      } finally {
        joint.close();
      }
    }
    StreamFigures ofStreams = streams == null ? null : streams.figures();
    TableFigures ofTables = tables == null ? null : tables.figures();
    figures =
        clock == null
            ? ScanFigures.of(ofStreams, ofTables)
            : new ScanFigures(ofStreams, ofTables, clock.end());
    return figures;
  }

  /**
   * Scans packets that lie one after the other, each from the start of the rules: many small inputs
   * at once. Bit streams take those of the device; there are no tables for packets.
   *
   * @param data the packets, which any thread may read
   * @param offsets where each starts, ascending, and where the last one ends
   * @param others scans for the rules that bit streams do not take, those of tables included, in
   *     threads beside; null if there are none
   * @param sink takes the reports, by packet, then end, then rule; called by this thread; an
   *     exception of it ends the scan, and the scanner can be used again
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted while it waits for other rules
   * @throws DeviceException if the device fails; reports handed over before are the first ones
   * @throws IllegalStateException if no rule is a bit stream
   * @throws IllegalArgumentException if there are other rules and nobody scans for them, or offsets
   *     are not in order
   */
  public ScanFigures scanPackets(
      MemorySegment data, long[] offsets, HostEngine others, PacketSink sink)
      throws IOException, InterruptedException {
    if (streams == null) {
      throw new IllegalStateException("no rule is a bit stream");
    }
    if (others == null && plan.streams().ruleCount() < plan.placements().size()) {
      throw new IllegalArgumentException("nobody scans for the rules that are no bit streams");
    }
    if (others == null) {
      figures = ScanFigures.of(streams.scanPackets(data, offsets, sink), null);
      return figures;
    }
    try (PacketMerger merger = new PacketMerger(others, data, offsets, sink)) {
      figures = ScanFigures.of(streams.scanPackets(data, offsets, merger::push), null);
      merger.finish();
    } catch (PushInterruptedException e) {
      throw e.interrupt();
    }
    return figures;
  }

  private static void toEnd(PieceScan scan) throws IOException, InterruptedException {
    boolean more = true;
    while (more) {
      checkInterrupt();
      more = scan.next();
    }
  }

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted between pieces of input");
    }
  }

  /**
   * What the last scan did that went to its end.
   *
   * @return its figures; null if there was none
   */
  public ScanFigures figures() {
    return figures;
  }

  /**
   * What is scanned for.
   *
   * @return the plan
   */
  public GpuPlan plan() {
    return plan;
  }

  private HostBuffer stage(int number) {
    if (stages[number] == null) {
      stages[number] = device.allocateHost((long) StreamProgram.OVERLAP_BYTES + pieceBytes);
    }
    return stages[number];
  }

  /** One scan of several engines. */
  private final class Joint {

    private final SharedInput shared;
    private final ScanInput own;
    private final TableSource fromTables;
    private final HostSource fromHost;
    private final ReportMerger merger;
    private final PieceScan fromStreams;

    Joint(ScanInput input, BlockSink sink) {
      shared =
          new SharedInput(
              input,
              StreamProgram.OVERLAP_BYTES,
              pieceBytes,
              PlannedScanner.this::stage,
              this::read);
      own = shared.reader();
      fromTables = tables == null ? null : new TableSource(tables, shared.reader());
      fromStreams = streams == null ? null : streams.begin(shared.reader(), this::push);
      fromHost = host == null ? null : new HostSource(host);
      List<ReportSource> sources = new ArrayList<>();
      if (fromTables != null) {
        sources.add(fromTables);
      }
      if (fromHost != null) {
        sources.add(fromHost);
      }
      merger = new ReportMerger(sources, sink);
    }

    private void read(ScanInput.Piece piece) {
      if (fromHost != null) {
        MemorySegment bytes = piece.buffer().segment().asSlice(piece.from(), piece.bytes());
        fromHost.add(bytes, isLast(piece));
      }
    }

    private static boolean isLast(ScanInput.Piece piece) {
      return piece.last() || piece.bytes() == 0;
    }

    private void push(ReportBlock block) {
      try {
        merger.push(block);
      } catch (InterruptedException e) {
        throw new PushInterruptedException(e);
      }
    }

    void run() throws IOException, InterruptedException {
      if (clock != null) {
        clock.begin();
      }
      long at = 0;
      boolean last = false;
      while (!last) {
        checkInterrupt();
        ScanInput.Piece piece = own.next(null, StreamProgram.OVERLAP_BYTES, null, pieceBytes);
        last = isLast(piece);
        at += piece.bytes();
        if (fromHost != null) {
          fromHost.startPiece();
        }
        if (fromTables != null) {
          fromTables.startPiece();
        }
        merger.startPiece(last ? Long.MAX_VALUE : at - HostEngine.Scan.LATE);
        if (fromStreams != null) {
          pushPiece();
        }
        merger.endPiece();
        if (clock != null) {
          clock.endPiece();
        }
      }
    }

    private void pushPiece() throws IOException, InterruptedException {
      try {
        fromStreams.next();
      } catch (PushInterruptedException e) {
        throw e.interrupt();
      }
    }

    void close() {
      if (fromHost != null) {
        fromHost.close();
      }
      if (fromTables != null) {
        fromTables.close();
      }
      if (fromStreams != null) {
        fromStreams.close();
      }
    }
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    if (streams != null) {
      streams.close();
    }
    if (tables != null) {
      tables.close();
    }
    if (clock != null) {
      clock.close();
    }
    for (HostBuffer stage : stages) {
      if (stage != null) {
        stage.close();
      }
    }
  }
}
