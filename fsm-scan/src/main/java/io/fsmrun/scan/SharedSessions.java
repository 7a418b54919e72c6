package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;

/**
 * The sessions of a scanner, which its inputs and streams share: they stand in one at a time.
 * Between {@link #enter} or {@link #enterStream} and {@link #leave} nobody else may use them.
 * Mutable, for one thread.
 */
final class SharedSessions {

  private final long fingerprint;
  private final BlockDriver driver;
  private final BlockFeed feed;
  private final BinaryWriter scratch = new BinaryWriter();

  /** The stream that the sessions stand in; its state is nowhere else. */
  private Stream current;

  private boolean busy;

  SharedSessions(Database database) {
    fingerprint = database.fingerprint();
    driver = new BlockDriver(database.table(), database.engines());
    feed = new BlockFeed(driver);
  }

  /** The fingerprint of the database that they scan with. */
  long fingerprint() {
    return fingerprint;
  }

  /**
   * For inputs that lie in one array each.
   *
   * @param handler takes the matches
   * @return scans them
   * @throws IllegalStateException if a handler calls
   */
  BlockDriver enter(MatchHandler handler) {
    checkIdle();
    park();
    use(handler);
    return driver;
  }

  /**
   * For an input that comes in pieces.
   *
   * @param handler takes the matches
   * @return takes the pieces
   * @throws IllegalStateException if a handler calls
   */
  BlockFeed enterInput(MatchHandler handler) {
    enter(handler);
    feed.start();
    return feed;
  }

  /**
   * Lets the sessions stand in a stream.
   *
   * @param handler takes the matches
   * @return takes the stream's next bytes
   * @throws IllegalStateException if a handler calls
   */
  BlockFeed enterStream(Stream stream, MatchHandler handler) {
    checkIdle();
    if (current != stream) {
      park();
      byte[] state = stream.parked();
      if (state == null) {
        feed.start();
      } else {
        feed.restore(new BinaryReader(state));
      }
      current = stream;
    }
    use(handler);
    return feed;
  }

  private void use(MatchHandler handler) {
    driver.deliverTo(handler);
    busy = true;
  }

  /** Ends what was entered. */
  void leave() {
    busy = false;
    driver.deliverTo(null);
  }

  private void checkIdle() {
    if (busy) {
      throw new IllegalStateException("a handler uses the scanner that calls it");
    }
  }

  /** Takes the state of a stream out of the sessions, if they stand in one. */
  private void park() {
    if (current != null) {
      Stream stream = current;
      current = null;
      write();
      // The array that its state was in before is no longer needed, and mostly as long.
      stream.park(scratch.toByteArray(stream.parked()));
    }
  }

  /** Takes the state of this stream out of the sessions, if they stand in it. */
  void park(Stream stream) {
    checkIdle();
    if (current == stream) {
      park();
    }
  }

  /** Forgets the state of a stream. */
  void drop(Stream stream) {
    checkIdle();
    if (current == stream) {
      current = null;
    }
  }

  /** The state of a stream, wherever it is. */
  byte[] stateOf(Stream stream) {
    checkIdle();
    if (current == stream) {
      return state();
    }
    if (stream.parked() == null) {
      enterStream(stream, null);
      leave();
      return state();
    }
    return stream.parked();
  }

  boolean isCurrent(Stream stream) {
    return current == stream;
  }

  private byte[] state() {
    write();
    return scratch.toByteArray();
  }

  private void write() {
    scratch.clear();
    feed.save(scratch);
  }
}
