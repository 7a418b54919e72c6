package io.fsmrun.scan;

/**
 * What threads need for a byte of a segment, in nanoseconds, as the last ones were. Mutable, for
 * one thread at a time.
 */
final class SegmentCosts {

  /** A cost is taken over about so many segments. */
  private static final int SEGMENTS = 4;

  /** Handing over is dear if it takes more than this part of what recording takes. */
  private static final double DEAR_PART = 0.6;

  private final Cost record = new Cost();
  private final Cost handOver = new Cost();
  private final Cost scan = new Cost();

  /** Nanoseconds per byte, over some segments; short ones, which take longer, count for less. */
  private static final class Cost {

    private double nanos;
    private double bytes;

    void add(int length, long time) {
      double part = bytes == 0 ? 1 : Math.min(1, length / bytes);
      nanos += ((double) time / length - nanos) * part;
      bytes += (SEGMENTS * (double) length - bytes) * part;
    }
  }

  /** Another thread has recorded so many bytes. */
  void recorded(int bytes, long nanos) {
    record.add(bytes, nanos);
  }

  /** The calling thread has handed over what was recorded of so many bytes. */
  void handedOver(int bytes, long nanos) {
    handOver.add(bytes, nanos);
  }

  /** The calling thread has scanned so many bytes itself. */
  void scanned(int bytes, long nanos) {
    scan.add(bytes, nanos);
  }

  /**
   * Whether handing over what others record takes the calling thread so long, as there are so many
   * reports, that it has little time for segments of its own.
   */
  boolean isHandingOverDear() {
    return handOver.nanos > record.nanos * DEAR_PART && record.nanos > 0;
  }

  /** How long it should take to record so many bytes, in nanoseconds; 0 while nothing is known. */
  double toRecord(long bytes) {
    return bytes * record.nanos;
  }

  /** How long it should take to hand over what is recorded of so many bytes. */
  double toHandOver(long bytes) {
    return bytes * handOver.nanos;
  }

  /** How long the calling thread should take for so many bytes that nobody has recorded. */
  double toScan(long bytes) {
    return bytes * scan.nanos;
  }
}
