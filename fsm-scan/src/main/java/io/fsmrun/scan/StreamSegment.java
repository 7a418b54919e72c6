package io.fsmrun.scan;

/**
 * A piece of a stream that one thread scans. Its bytes do not change; what was recorded is written
 * by the thread that scans it, and read when that is done.
 */
final class StreamSegment {

  /** A segment has at least so many pieces, if they are not shorter than blocks. */
  private static final int LEAST_PIECES = 2;

  private final byte[] bytes;
  private final int from;
  private final int length;
  private final long position;
  private boolean onePiece;
  private SegmentRecord record;
  private volatile boolean done;
  private boolean shared;
  private long begun;

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

  /** Makes it one piece; before any thread works on it. */
  void joinPieces() {
    onePiece = true;
  }

  /**
   * Where the piece ends that starts somewhere. A piece is as long as all those before it together,
   * so that there are few: saving a state costs something, and most guesses that are wrong become
   * true soon. Short segments have shorter pieces, but none that cuts a block in two.
   *
   * @param start a position in the segment
   * @param firstBytes how long the first piece may be
   * @param blockBytes how long blocks are
   */
  long pieceEnd(long start, int firstBytes, int blockBytes) {
    if (onePiece) {
      return end();
    }
    long first = Math.min(firstBytes, Math.max(length / LEAST_PIECES, blockBytes));
    long wanted = Math.max(first, start - position);
    long whole = wanted > blockBytes ? wanted - wanted % blockBytes : wanted;
    return Math.min(end(), start + whole);
  }

  void record(SegmentRecord made) {
    record = made;
  }

  /** What was found by guesses; null if nothing was recorded. */
  SegmentRecord record() {
    return record;
  }

  /** Whether the thread that took it is done with it; written under the queue's lock. */
  boolean isDone() {
    return done;
  }

  void setDone() {
    done = true;
  }

  /** Has an engine left to the calling thread; before the thread works on it that took it. */
  void share() {
    shared = true;
  }

  /**
   * Whether the calling thread is to run an engine on it while it hands over the others' reports.
   */
  boolean isShared() {
    return shared;
  }

  /** A thread has taken it; under the queue's lock. */
  void begin(long nanoTime) {
    begun = nanoTime;
  }

  /** When a thread took it; under the queue's lock. */
  long begun() {
    return begun;
  }
}
