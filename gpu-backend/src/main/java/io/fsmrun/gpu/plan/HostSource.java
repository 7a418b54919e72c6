package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.report.BlockWriter;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reports of the host's rules in one input, which a thread of its own looks for, with others that
 * share each piece with it. It is given the pieces as they are read, two at most, and hands back
 * blocks of reports with a mark after those of each piece; if nobody takes them it waits, so that
 * memory stays in bounds.
 */
final class HostSource implements ReportSource {

  private static final int PIECES = 2;
  private static final int BLOCKS = 64;

  /** A piece of input; the last one ends it. */
  private record Piece(MemorySegment bytes, boolean last) {}

  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES);
  private final BlockingQueue<HostPart> parts = new ArrayBlockingQueue<>(BLOCKS);
  private final ReportQueue queue = new ReportQueue();
  private final HostThread thread;
  private boolean atMark = true;

  HostSource(HostEngine engine) {
    thread = new HostThread(() -> run(engine));
  }

  private void run(HostEngine engine) throws InterruptedException {
    try {
      BlockWriter writer = HostPart.writer(parts);
      engine.scan(new Feed(writer), writer);
      endPiece(writer);
    } catch (InterruptedException | HostThread.StoppedException e) {
      throw e;
    } catch (Throwable e) {
      // Whoever waits for reports has to hear of it, whatever it is.
      parts.put(new HostPart(null, e));
    }
  }

  private void endPiece(BlockWriter writer) throws InterruptedException {
    writer.flush();
    parts.put(HostPart.END);
  }

  /** The pieces, for the thread that scans them. */
  private final class Feed implements HostEngine.Pieces {
    private final BlockWriter writer;
    private Piece piece;

    Feed(BlockWriter writer) {
      this.writer = writer;
    }

    @Override
    public MemorySegment next() throws InterruptedException {
      if (piece != null && piece.last()) {
        return null;
      }
      if (piece != null) {
        endPiece(writer);
      }
      piece = pieces.take();
      return piece.bytes();
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
    atMark = !parts.take().addTo(queue);
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
    thread.close();
  }
}
