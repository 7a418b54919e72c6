package io.fsmrun.scan;

/**
 * What threads need for a byte of a segment, in nanoseconds, as the last ones were. Mutable, for
 * one thread at a time.
 */
final class SegmentCosts {

  /** A cost is taken over about so many segments. */
  private static final int SEGMENTS = 4;

  private double record;
  private double handOver;
  private double scan;

  /** Another thread has recorded so many bytes. */
  void recorded(int bytes, long nanos) {
    record = usual(record, bytes, nanos);
  }

  /** The calling thread has handed over what was recorded of so many bytes. */
  void handedOver(int bytes, long nanos) {
    handOver = usual(handOver, bytes, nanos);
  }

  /** The calling thread has scanned so many bytes itself. */
  void scanned(int bytes, long nanos) {
    scan = usual(scan, bytes, nanos);
  }

  private static double usual(double before, int bytes, long nanos) {
    double now = (double) nanos / bytes;
    return before == 0 ? now : before + (now - before) / SEGMENTS;
  }

  /** How long it should take to record so many bytes, in nanoseconds; 0 while nothing is known. */
  double toRecord(long bytes) {
    return bytes * record;
  }

  /** How long it should take to hand over what is recorded of so many bytes. */
  double toHandOver(long bytes) {
    return bytes * handOver;
  }

  /** How long the calling thread should take for so many bytes that nobody has recorded. */
  double toScan(long bytes) {
    return bytes * scan;
  }
}
