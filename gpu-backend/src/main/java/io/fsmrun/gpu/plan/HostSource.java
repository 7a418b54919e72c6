package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.report.BlockWriter;
import io.fsmrun.gpu.report.ReportBlock;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reports of the host's rules, which a thread of its own looks for: in pieces of one input, which
 * it is given as they are read, two at most, or in packets. It hands back blocks of reports with a
 * mark after those of each piece or packet; if nobody takes them it waits, so that memory stays in
 * bounds.
 */
final class HostSource implements ReportSource {

  private static final int PIECES = 2;
  private static final int BLOCKS = 64;

  /** So much is scanned before the thread looks whether it shall go on. */
  private static final long SLICE_BYTES = 1 << 20;

  private static final Part MARK = new Part(null, null);

  /**
   * What the thread hands back.
   *
   * @param reports some reports; null at the end of a piece
   * @param failure why there are no more; null if there are
   */
  private record Part(ReportQueue reports, Throwable failure) {}

  /** A piece of input; the last one ends it. */
  private record Piece(MemorySegment bytes, boolean last) {}

  /** What is scanned, one after the other. */
  private interface Feed {

    /** The next piece; null after the last one. */
    Piece next() throws InterruptedException;
  }

  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES);
  private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(BLOCKS);
  private final ReportQueue queue = new ReportQueue();
  private final Thread thread;
  private volatile boolean stopped;
  private boolean atMark = true;

  private HostSource(HostEngine engine, Feed packets) {
    Feed feed = packets == null ? pieces::take : packets;
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("host rules")
            .start(() -> run(engine, feed, packets == null));
  }

  /** Reports of one input, whose pieces are added. */
  static HostSource ofPieces(HostEngine engine) {
    return new HostSource(engine, null);
  }

  /**
   * Reports of packets, each a scan of its own.
   *
   * @param data the packets, which any thread may read
   * @param offsets where each starts, and where the last one ends
   */
  static HostSource ofPackets(HostEngine engine, MemorySegment data, long[] offsets) {
    int[] next = new int[1];
    return new HostSource(
        engine,
        () -> {
          int packet = next[0]++;
          if (packet >= offsets.length - 1) {
            return null;
          }
          long bytes = offsets[packet + 1] - offsets[packet];
          return new Piece(data.asSlice(offsets[packet], bytes), true);
        });
  }

  private void run(HostEngine engine, Feed feed, boolean single) {
    try {
      BlockWriter writer = new BlockWriter(this::put);
      HostEngine.Scan scan = null;
      boolean more = true;
      while (more) {
        Piece piece = feed.next();
        if (piece == null) {
          return;
        }
        scan = scan == null ? engine.begin() : scan;
        scan(scan, piece, writer);
        scan = piece.last() ? null : scan;
        more = !(single && piece.last());
        parts.put(MARK);
      }
    } catch (InterruptedException | StoppedException e) {
      // The scan has ended before its input.
    } catch (Throwable e) {
      putFailure(e);
    }
  }

  private void scan(HostEngine.Scan scan, Piece piece, BlockWriter writer) {
    for (long from = 0; from < piece.bytes().byteSize(); from += SLICE_BYTES) {
      if (stopped) {
        throw new StoppedException();
      }
      long bytes = Math.min(SLICE_BYTES, piece.bytes().byteSize() - from);
      scan.write(piece.bytes().asSlice(from, bytes), writer);
    }
    if (piece.last()) {
      scan.finish(writer);
    }
    writer.flush();
  }

  private void put(ReportBlock block) {
    try {
      ReportQueue reports = new ReportQueue();
      block.forEach(reports);
      parts.put(new Part(reports, null));
    } catch (InterruptedException e) {
      throw new StoppedException();
    }
  }

  private void putFailure(Throwable failure) {
    try {
      parts.put(new Part(null, failure));
    } catch (InterruptedException e) {
      // Nobody wants to know.
    }
  }

  /** A piece has been read; there is room for it once the one before the last has ended. */
  void add(MemorySegment bytes, boolean last) {
    pieces.add(new Piece(bytes, last));
  }

  @Override
  public boolean has() throws InterruptedException {
    while (queue.isEmpty() && !atMark) {
      takePart();
    }
    return !queue.isEmpty();
  }

  private void takePart() throws InterruptedException {
    Part part = parts.take();
    if (part.failure() != null) {
      throw new IllegalStateException("the rules of the host failed", part.failure());
    }
    ReportQueue reports = part.reports();
    atMark = reports == null;
    while (reports != null && !reports.isEmpty()) {
      queue.report(reports.rule(), reports.end());
      reports.advance();
    }
  }

  @Override
  public long end() {
    return queue.end();
  }

  @Override
  public int rule() {
    return queue.rule();
  }

  @Override
  public void advance() {
    queue.advance();
  }

  @Override
  public void startPiece() {
    atMark = false;
  }

  @Override
  public void endPiece() throws InterruptedException {
    while (!atMark) {
      takePart();
    }
  }

  /** Ends the thread, and waits until it has left the input. */
  void close() {
    stopped = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The end of a scan that nobody wants. */
  private static final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoppedException() {
      super("stopped", null, false, false);
    }
  }
}
