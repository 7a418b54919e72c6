package io.fsmrun.gpu.plan;

import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;

/** Scans for rules that no engine of the device takes, on the host. For any threads. */
@FunctionalInterface
public interface HostEngine {

  /**
   * Begins a scan; there may be several at once.
   *
   * @return the scan, at the start of an input; used by one thread
   */
  Scan begin();

  /**
   * How many threads shall scan packets at once.
   *
   * @return 1 or more
   */
  default int threads() {
    return 1;
  }

  /**
   * Scans an input that comes in pieces. An engine that has several threads shares each piece among
   * them; this one does all by itself.
   *
   * @param pieces gives the input
   * @param sink takes the reports, by end, then rule; called by this thread, an exception of it
   *     ends the scan
   * @throws InterruptedException if the thread is interrupted, which is noticed within a megabyte
   */
  default void scan(Pieces pieces, ReportSink sink) throws InterruptedException {
    Scan scan = begin();
    for (MemorySegment piece = pieces.next(); piece != null; piece = pieces.next()) {
      for (long from = 0; from < piece.byteSize(); from += Scan.SLICE_BYTES) {
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted within a piece");
        }
        long bytes = Math.min(Scan.SLICE_BYTES, piece.byteSize() - from);
        scan.write(piece.asSlice(from, bytes), sink);
      }
    }
    scan.finish(sink);
  }

  /** An input that comes in pieces. */
  @FunctionalInterface
  interface Pieces {

    /**
     * The next piece. When it is asked for, all matches in the pieces before have been reported
     * that end before the last {@value Scan#LATE} positions.
     *
     * @return memory for any thread, until the next is asked for; null at the end of the input
     * @throws InterruptedException if the thread is interrupted while it waits for one
     */
    MemorySegment next() throws InterruptedException;
  }

  /** One scan. An exception of a sink ends it. */
  interface Scan {

    /** Positions at the end of what was written whose reports may come later. */
    int LATE = 2;

    /** So much is scanned before a thread looks whether it shall go on. */
    int SLICE_BYTES = 1 << 20;

    /**
     * Scans the next bytes. Afterwards all matches have been reported that end before the last
     * {@value #LATE} positions.
     *
     * @param bytes the bytes; not used after the call
     * @param sink takes the reports, by end, then rule
     */
    void write(MemorySegment bytes, ReportSink sink);

    /**
     * The input ends here.
     *
     * @param sink takes the reports that are left
     */
    void finish(ReportSink sink);
  }
}
