package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the last byte outside a set, many bytes at a time if few bytes are outside (as in {@code
 * [^\n]}). Immutable.
 */
final class GapScanner {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;
  private static final int MOST_COMPARED = 4;

  private final boolean[] allowed = new boolean[SymbolSet.ALPHABET_SIZE];

  /** The bytes outside, each eight times; null if there are none or many. */
  private final long[] outside;

  /** The same as one, two or four bytes, one repeated if they are three; null if there is none. */
  private final byte[] compared;

  GapScanner(SymbolSet set) {
    set.forEach(symbol -> allowed[symbol] = true);
    SymbolSet others = set.complement();
    if (others.isEmpty() || others.size() > MOST_COMPARED) {
      outside = null;
      compared = null;
      return;
    }
    outside = new long[others.size()];
    int[] count = {0};
    others.forEach(symbol -> outside[count[0]++] = symbol * ONES);
    compared = new byte[outside.length <= 2 ? outside.length : MOST_COMPARED];
    for (int i = 0; i < compared.length; i++) {
      compared[i] = (byte) outside[i % outside.length];
    }
  }

  /**
   * Finds the last byte outside.
   *
   * @return its index in {@code [from, to)}, or -1
   */
  int lastOutside(byte[] input, int from, int to) {
    int at = to;
    if (outside != null) {
      if (Vectors.shuffles()) {
        at = VectorGaps.skipBack(input, from, at, compared);
      }
      while (at - from >= Long.BYTES && !hasOutside((long) LONG.get(input, at - Long.BYTES))) {
        at -= Long.BYTES;
      }
    }
    while (at > from && allowed[input[at - 1] & 0xff]) {
      at--;
    }
    return at > from ? at - 1 : -1;
  }

  private boolean hasOutside(long bytes) {
    long zeros = 0;
    for (long symbols : outside) {
      long difference = bytes ^ symbols;
      zeros |= difference - ONES & ~difference;
    }
    return (zeros & TOPS) != 0;
  }
}
