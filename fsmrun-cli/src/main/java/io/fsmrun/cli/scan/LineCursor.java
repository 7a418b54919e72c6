package io.fsmrun.cli.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the lines of offsets that only grow, in bytes that come in pieces. Newlines are counted up
 * to an offset when it is asked for, eight bytes at a time, each byte once. For one thread.
 *
 * <p>The line of a match is that of its last byte, a newline being the last byte of its line; the
 * column says how many bytes of that line lie before the end of the match.
 */
public final class LineCursor {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

  /** Matches that end a little before a piece may become known with the piece. */
  private static final int KEPT = 8;

  private byte[] piece = new byte[0];
  private int length;

  /** Offset of the piece. */
  private long base;

  private byte[] kept = new byte[0];
  private long counted;
  private long newlines;
  private long lineStart;

  /** A cursor at the start of an empty input. */
  public LineCursor() {}

  /**
   * Takes the next bytes.
   *
   * @param bytes the bytes, which must stay as they are until {@link #leave}
   * @param count how many of them
   */
  public void next(byte[] bytes, int count) {
    piece = bytes;
    length = count;
  }

  /** Counts what is left in the piece, whose bytes are not looked at afterwards. */
  public void leave() {
    long end = base + length;
    countTo(Math.max(counted, end - KEPT));
    int more = Math.min(KEPT, length);
    int old = Math.min(kept.length, KEPT - more);
    byte[] tail = new byte[old + more];
    System.arraycopy(kept, kept.length - old, tail, 0, old);
    System.arraycopy(piece, length - more, tail, old, more);
    kept = tail;
    base = end;
    length = 0;
  }

  /**
   * Goes to the end of a match.
   *
   * @param end bytes before it; not before the last one that was asked for, and at most a few bytes
   *     before the piece
   */
  public void goTo(long end) {
    countTo(Math.min(end - 1, base + length));
  }

  /**
   * The line of the last offset.
   *
   * @return from 1
   */
  public long line() {
    return newlines + 1;
  }

  /**
   * The column of the last offset.
   *
   * @param end that offset
   * @return bytes from the start of the line, from 1; 0 for a match before the first byte
   */
  public long column(long end) {
    return end - lineStart;
  }

  private void countTo(long target) {
    while (counted < Math.min(target, base)) {
      see(kept[(int) (counted - base) + kept.length], counted++);
    }
    if (counted < target) {
      countInPiece((int) (counted - base), (int) (target - base));
      counted = target;
    }
  }

  private void see(byte symbol, long offset) {
    if (symbol == '\n') {
      newlines++;
      lineStart = offset + 1;
    }
  }

  private void countInPiece(int from, int to) {
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long word = (long) WORDS.get(piece, at) ^ NEWLINES;
      // The highest bit of each byte that is 0, and no other bit.
      long found = ~((word & LOW_BITS) + LOW_BITS | word | LOW_BITS);
      if (found != 0) {
        newlines += Long.bitCount(found);
        lineStart = base + at + (Long.SIZE - Long.numberOfLeadingZeros(found)) / Byte.SIZE;
      }
    }
    for (; at < to; at++) {
      see(piece[at], base + at);
    }
  }
}
