package io.fsmrun.scan;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * One flow of bytes that comes in chunks; matches may begin in one and end in another. Opened by a
 * {@link Scanner}, which does the work, and used by the thread that uses the scanner.
 *
 * <p>A stream keeps what its rules have to remember, as bytes, and nothing else: a scanner may have
 * a million of them open. Writing to the stream that the scanner wrote to last costs nothing extra;
 * for another the scanner first puts the one's state aside and takes up the other's, O(bytes of
 * both).
 *
 * <p>Matches come in order of end, then rule id, each once, over all writes. If a rule looks at the
 * byte after a match, matches that end at the last two positions are told by the next write, or by
 * {@link #close}. A stream whose handler has stopped it, or has thrown, tells no more until it is
 * {@link #reset}.
 */
public final class Stream {

  private SharedSessions sessions;

  /**
   * The state while the scanner does not stand in this stream, null at the start; while it does, an
   * array that may be used again.
   */
  private byte[] parked;

  private boolean closed;

  Stream(SharedSessions sessions) {
    this.sessions = sessions;
  }

  Stream(SharedSessions sessions, byte[] state) {
    this.sessions = sessions;
    this.parked = state;
  }

  /**
   * The next bytes of the flow.
   *
   * @param chunk the bytes; not used after the call
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public boolean write(byte[] chunk, MatchHandler handler) {
    return write(chunk, 0, chunk.length, handler);
  }

  /**
   * The next bytes of the flow.
   *
   * @param chunk holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   * @throws IndexOutOfBoundsException if the indexes are not in the array
   */
  public boolean write(byte[] chunk, int from, int to, MatchHandler handler) {
    Objects.checkFromToIndex(from, to, chunk.length);
    BlockFeed feed = enter(handler);
    try {
      return feed.write(chunk, from, to);
    } finally {
      sessions.leave();
    }
  }

  /**
   * The next bytes of the flow, between the position and the limit of a buffer, which stay.
   *
   * @param chunk the bytes
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public boolean write(ByteBuffer chunk, MatchHandler handler) {
    if (chunk.hasArray()) {
      int from = chunk.arrayOffset() + chunk.position();
      return write(chunk.array(), from, from + chunk.remaining(), handler);
    }
    return write(MemorySegment.ofBuffer(chunk), handler);
  }

  /**
   * The next bytes of the flow.
   *
   * @param chunk the bytes, any number
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public boolean write(MemorySegment chunk, MatchHandler handler) {
    BlockFeed feed = enter(handler);
    try {
      return feed.write(chunk);
    } finally {
      sessions.leave();
    }
  }

  /**
   * The next bytes of the flow, in several places.
   *
   * @param parts the bytes, piece by piece
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public boolean writeParts(List<MemorySegment> parts, MatchHandler handler) {
    BlockFeed feed = enter(handler);
    try {
      boolean goesOn = !feed.isStopped();
      for (int i = 0; i < parts.size() && goesOn; i++) {
        goesOn = feed.write(parts.get(i));
      }
      return goesOn;
    } finally {
      sessions.leave();
    }
  }

  /**
   * The end of the flow: tells the matches that depend on it. Afterwards the stream can only be
   * {@link #reset}.
   *
   * @param handler takes the matches
   * @return false if the stream is stopped, now or before
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public boolean close(MatchHandler handler) {
    BlockFeed feed = enter(handler);
    try {
      return feed.finish();
    } finally {
      sessions.leave();
      forget();
      closed = true;
    }
  }

  /**
   * Forgets the flow without telling more matches, and stands at the start of a new one.
   *
   * @throws IllegalStateException if a handler of the scanner calls
   */
  public void reset() {
    forget();
    closed = false;
  }

  private void forget() {
    sessions.drop(this);
    parked = null;
  }

  /**
   * The state of this stream, for {@link Scanner#restore}: what rules remember, and the last bytes.
   * The stream is not changed. O(bytes).
   *
   * @return tens to hundreds of bytes for most rules
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public byte[] save() {
    checkOpen();
    return SavedStream.close(sessions.stateOf(this), sessions.fingerprint());
  }

  /**
   * How many bytes its state takes. A stream object has about 40 more.
   *
   * @return bytes; 0 at the start
   * @throws IllegalStateException if the stream is closed, or a handler of the scanner calls
   */
  public int sizeBytes() {
    checkOpen();
    return parked == null && !sessions.isCurrent(this) ? 0 : sessions.stateOf(this).length;
  }

  /**
   * Lets another scanner do the work from now on, which may belong to another thread. Called by the
   * thread of the scanner that it has; the other thread must learn of the stream in a way that
   * makes what happened before visible to it, such as a concurrent queue.
   *
   * @param other a scanner of the same database
   * @throws IllegalArgumentException if it is of another
   * @throws IllegalStateException if a handler of the scanner calls
   */
  public void moveTo(Scanner other) {
    if (other.database().fingerprint() != sessions.fingerprint()) {
      throw new IllegalArgumentException("the scanner has another database");
    }
    sessions.park(this);
    sessions = other.sessions();
  }

  private BlockFeed enter(MatchHandler handler) {
    checkOpen();
    return sessions.enterStream(this, handler);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the stream is closed");
    }
  }

  byte[] parked() {
    return parked;
  }

  void park(byte[] state) {
    parked = state;
  }
}
