package io.fsmrun.cli.scan;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * An input that one search has begun and another begins anew: what was read is kept, until it is
 * read again or forgotten. For one thread.
 */
final class BegunInput extends InputStream {

  private final InputStream in;
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long keptBytes;
  private int at;
  private boolean forgotten;

  BegunInput(InputStream in) {
    this.in = in;
  }

  /** Reads what comes next, and keeps it. */
  int readFirst(byte[] into) throws IOException {
    int count = in.read(into);
    if (count > 0 && !forgotten) {
      kept.add(Arrays.copyOf(into, count));
      keptBytes += count;
    }
    return count;
  }

  long keptBytes() {
    return keptBytes;
  }

  /** Some of the beginning. */
  byte[] beginning(int most) {
    byte[] beginning = new byte[(int) Math.min(most, keptBytes)];
    int used = 0;
    for (byte[] piece : kept) {
      int count = Math.min(piece.length, beginning.length - used);
      System.arraycopy(piece, 0, beginning, used, count);
      used += count;
    }
    return beginning;
  }

  /** It will not be read again. */
  void forget() {
    forgotten = true;
    kept.clear();
    keptBytes = 0;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /** Reads from the start again, dropping what was kept. */
  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    byte[] piece = kept.peek();
    if (piece == null) {
      return in.read(into, from, length);
    }
    int count = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, into, from, count);
    at += count;
    if (at == piece.length) {
      kept.remove();
      at = 0;
    }
    return count;
  }
}
