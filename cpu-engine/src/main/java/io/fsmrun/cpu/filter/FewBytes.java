package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Looks for the first or the last of one to four bytes, many places at a time, by vectors or by
 * words. Immutable.
 */
final class FewBytes {

  /** So many bytes at most are compared with. */
  static final int MOST = 4;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  /** One, two or four, of which one is repeated if they are three. */
  private final byte[] symbols;

  /** Each of them eight times. */
  private final long[] repeated;

  /**
   * A search.
   *
   * @param chosen one to four different bytes, 0 to 255
   */
  FewBytes(List<Integer> chosen) {
    this.symbols = new byte[chosen.size() <= 2 ? chosen.size() : MOST];
    this.repeated = new long[chosen.size()];
    for (int i = 0; i < symbols.length; i++) {
      symbols[i] = (byte) (int) chosen.get(i % chosen.size());
    }
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = chosen.get(i) * ONES;
    }
  }

  /**
   * The first of the bytes.
   *
   * @return its index in {@code [from, to)}, or {@code to} if there is none
   */
  int first(byte[] input, int from, int to) {
    int at = from;
    if (Vectors.shuffles()) {
      at = VectorBytes.skip(input, from, to, symbols);
    } else if (Vectors.compares()) {
      at = NarrowBytes.skip(input, from, to, symbols);
    }
    while (to - at >= Long.BYTES && !hasAny((long) LONG.get(input, at))) {
      at += Long.BYTES;
    }
    while (at < to && !isAny(input[at])) {
      at++;
    }
    return Math.min(at, to);
  }

  /**
   * The last of the bytes.
   *
   * @return its index in {@code [from, to)}, or -1 if there is none
   */
  int last(byte[] input, int from, int to) {
    int at = to;
    if (Vectors.shuffles()) {
      at = VectorBytes.skipBack(input, from, to, symbols);
    } else if (Vectors.compares()) {
      at = NarrowBytes.skipBack(input, from, to, symbols);
    }
    while (at - from >= Long.BYTES && !hasAny((long) LONG.get(input, at - Long.BYTES))) {
      at -= Long.BYTES;
    }
    while (at > from && !isAny(input[at - 1])) {
      at--;
    }
    return at > from ? at - 1 : -1;
  }

  private boolean hasAny(long bytes) {
    long zeros = 0;
    for (long symbol : repeated) {
      long difference = bytes ^ symbol;
      zeros |= difference - ONES & ~difference;
    }
    return (zeros & TOPS) != 0;
  }

  private boolean isAny(byte found) {
    for (byte symbol : symbols) {
      if (found == symbol) {
        return true;
      }
    }
    return false;
  }
}
