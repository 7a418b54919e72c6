package io.fsmrun.scan;

/**
 * A piece of a stream that one thread scans from a guessed state. Its bytes do not change; what was
 * recorded is written by the thread that scans it, and read when that is done.
 */
final class StreamSegment {

  private final byte[] bytes;
  private final int from;
  private final int length;
  private final long position;
  private EngineRecord[] records = {};
  private int recordedPieces;
  private long reports;
  private boolean done;

  /**
   * A segment.
   *
   * @param bytes holds it, and as much of what is before it as sessions may look at
   * @param from index of its first byte
   * @param length number of bytes
   * @param position its first byte's position in the stream
   */
  StreamSegment(byte[] bytes, int from, int length, long position) {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
    this.position = position;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  long position() {
    return position;
  }

  long end() {
    return position + length;
  }

  /** The index of a byte of the stream. */
  int index(long place) {
    return from + (int) (place - position);
  }

  /**
   * Says what was recorded.
   *
   * @param found for each engine; null for one that was left out
   * @param pieces how many pieces were recorded
   * @param count how many reports that were
   */
  void record(EngineRecord[] found, int pieces, long count) {
    records = found;
    recordedPieces = pieces;
    reports = count;
  }

  /** What an engine found; null if it was left out. */
  EngineRecord record(int engine) {
    return records.length == 0 ? null : records[engine];
  }

  int recordedPieces() {
    return recordedPieces;
  }

  long reports() {
    return reports;
  }

  /** Whether the thread that took it is done with it; guarded by the queue. */
  boolean isDone() {
    return done;
  }

  void setDone() {
    done = true;
  }
}
