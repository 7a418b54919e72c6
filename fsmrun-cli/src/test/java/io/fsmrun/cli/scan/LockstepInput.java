package io.fsmrun.cli.scan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An input that comes in pieces of a size, each when the one before was searched, as long as that
 * is said; so that whoever reads it ahead finds the same pieces each time.
 */
final class LockstepInput extends InputStream {

  static final int PIECE_BYTES = 777;

  private final InputStream in;
  private boolean isFree;
  private int given;
  private int searched;

  /**
   * An input.
   *
   * @param isFree whether pieces come at once
   */
  LockstepInput(byte[] bytes, boolean isFree) {
    this.in = new ByteArrayInputStream(bytes);
    this.isFree = isFree;
  }

  /** A piece was searched. */
  synchronized void searched(boolean isLast) {
    searched++;
    isFree |= isLast;
    notifyAll();
  }

  @Override
  public int read() {
    throw new AssertionError("byte by byte");
  }

  @Override
  public synchronized int read(byte[] into, int from, int length) throws IOException {
    try {
      while (!isFree && searched < given) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException("nobody reads any more", e);
    }
    given++;
    return in.read(into, from, Math.min(length, PIECE_BYTES));
  }
}
