package io.fsmrun.cli.scan;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An input that is read once, by a search that may fail: its first bytes are kept, so that a
 * failure at the beginning costs nothing; and its last bytes, for the numbers of lines. For one
 * thread.
 */
final class KeptInput extends InputStream {

  /** So much of the beginning is kept; what failed later cannot be searched again. */
  static final int KEPT_BYTES = 64 << 20;

  private final InputStream in;
  private final FileMatches matches;
  private final ScanEvents events;
  private final long window;
  private final Deque<byte[]> recent = new ArrayDeque<>();
  private ByteArrayOutputStream beginning = new ByteArrayOutputStream();
  private long read;

  /** Where the recent bytes begin. */
  private long recentFrom;

  /** Up to where lines were counted. */
  private long linesTo;

  /**
   * An input.
   *
   * @param window how many of the last bytes matches may still be told of
   */
  KeptInput(InputStream in, FileMatches matches, ScanEvents events, long window) {
    this.in = in;
    this.matches = matches;
    this.events = events;
    this.window = window;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int count = in.read(into, from, length);
    if (count > 0) {
      keep(into, from, count);
      read += count;
      events.searched(count);
    }
    return count;
  }

  private void keep(byte[] bytes, int from, int count) {
    if (beginning != null && read + count > KEPT_BYTES) {
      beginning = null;
    }
    if (beginning != null) {
      beginning.write(bytes, from, count);
    }
    if (matches.needsLines()) {
      byte[] copy = new byte[count];
      System.arraycopy(bytes, from, copy, 0, count);
      recent.add(copy);
      while (recentFrom + recent.peek().length < read + count - window) {
        countLinesOfFirst();
      }
    }
  }

  private void countLinesOfFirst() {
    byte[] first = recent.peek();
    if (linesTo == recentFrom) {
      matches.next(first, first.length);
    }
    matches.leave();
    recent.remove();
    recentFrom += first.length;
    linesTo = recentFrom;
  }

  /** Makes ready for matches up to an end. */
  void linesTo(long end) {
    if (!matches.needsLines()) {
      return;
    }
    while (end > recentFrom && !recent.isEmpty()) {
      if (linesTo == recentFrom) {
        matches.next(recent.peek(), recent.peek().length);
        linesTo = recentFrom + recent.peek().length;
      }
      if (end <= linesTo) {
        return;
      }
      countLinesOfFirst();
    }
  }

  /** The input from its start, to be read once more; null if its beginning is gone. */
  InputStream again() {
    return beginning == null
        ? null
        : new SequenceInputStream(new ByteArrayInputStream(beginning.toByteArray()), in);
  }
}
