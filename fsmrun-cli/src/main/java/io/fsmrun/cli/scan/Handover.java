package io.fsmrun.cli.scan;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How far the CPU is in a search, and the question whether a GPU takes over. For the thread that
 * hands files out; bytes may be counted by any.
 */
final class Handover {

  private final Takeover takeover;
  private final AtomicLong searched = new AtomicLong();
  private long pipeBytes;
  private long waitNanos;
  private GpuSearch taken;

  Handover(Takeover takeover) {
    this.takeover = takeover;
  }

  /** The same events, with an eye on how much was searched. */
  ScanEvents counted(ScanEvents events) {
    return new ScanEvents() {
      @Override
      public void failed(String name, IOException cause) {
        events.failed(name, cause);
      }

      @Override
      public void searched(long count) {
        searched.addAndGet(count);
        events.searched(count);
      }

      @Override
      public void leftGpu(String name, long offset, String reason) {
        events.leftGpu(name, offset, reason);
      }
    };
  }

  /** The search that has taken over; null as long as none has. */
  GpuSearch taken() {
    return taken;
  }

  /** Whether there is nothing to ask any more. */
  boolean isOver() {
    return taken != null || takeover.isOver();
  }

  /** What has no length, to be closed by the caller; it is read ahead. */
  PipeInput open(Target target) {
    return target.pipe(takeover);
  }

  long keptBytes() {
    return takeover.keptBytes();
  }

  long nanoTime() {
    return takeover.nanoTime();
  }

  /** The search had to wait for input. */
  void waited(long nanos) {
    waitNanos += nanos;
  }

  /** More bytes were searched that have no length. */
  void searchedOfPipe(long count) {
    pipeBytes += count;
  }

  /** Asks between files; whether a GPU has taken over. */
  boolean betweenFiles() throws InterruptedException {
    return !isOver() && taken(takeover.ask(seen(0, null), most -> new byte[0], false));
  }

  /**
   * Asks between pieces of a pipe.
   *
   * @param last whether its beginning is not kept any longer
   * @return whether a GPU has taken over
   */
  boolean inPipe(PipeInput pipe, boolean last) throws InterruptedException {
    return taken(takeover.ask(seen(pipe.given(), pipe.state()), pipe::beginning, last));
  }

  private boolean inFile(long read) throws InterruptedException {
    return !isOver() && taken(takeover.ask(seen(read, null), most -> new byte[0], false));
  }

  private boolean taken(GpuSearch search) {
    taken = search;
    return search != null;
  }

  private Takeover.Seen seen(long again, Takeover.Pipe pipe) {
    return new Takeover.Seen(searched.get() - pipeBytes, pipeBytes, again, pipe, waitNanos);
  }

  /** A large file, whose reader is told by an exception when a GPU takes over. */
  InputStream watched(InputStream in) {
    return new FilterInputStream(in) {
      private long read;

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        if (read > 0 && isTakenAt(read)) {
          throw new TakenOverException();
        }
        int count = super.read(into, from, length);
        read += Math.max(0, count);
        return count;
      }
    };
  }

  private boolean isTakenAt(long read) throws IOException {
    try {
      return inFile(read);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  /** The end of a search on the CPU that a GPU begins anew. */
  static final class TakenOverException extends IOException {

    private static final long serialVersionUID = 1L;

    TakenOverException() {
      super("a GPU has taken over");
    }
  }
}
