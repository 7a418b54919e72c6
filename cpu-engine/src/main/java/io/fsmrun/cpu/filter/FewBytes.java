package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;
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
  private static final int BATCH = 1 << 12;

  /** Vectors are tried on so many bytes at a time. */
  private static final int PIECE = 1 << 14;

  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  /**
   * The nearest bytes are looked at by words until vectors are compiled: where most searches end so
   * soon, to read the clock for each would cost more than they do.
   */
  private static final int NEAR = 1 << 6;

  /** The trials of the loops forward and back, for one byte and for more. */
  private static final VectorTrial[] FORWARD = {new VectorTrial(BATCH), new VectorTrial(BATCH)};

  private static final VectorTrial[] BACK = {new VectorTrial(BATCH), new VectorTrial(BATCH)};

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
    if (!Vectors.compares()) {
      return firstByWords(input, from, to);
    }
    VectorTrial trial = FORWARD[Math.min(1, symbols.length - 1)];
    if (trial.isOver()) {
      return firstByWords(input, skip(input, from, to), to);
    }
    int near = Math.min(to, from + NEAR);
    int first = firstByWords(input, from, near);
    return first < near || near == to ? first : firstByOne(input, near, to, trial);
  }

  private int firstByOne(byte[] input, int from, int to, VectorTrial trial) {
    boolean due = trial.isDue();
    int end = due ? Math.min(to, from + PIECE) : to;
    long start = System.nanoTime();
    int first = firstByWords(input, due ? skip(input, from, end) : from, end);
    trial.add(due, first - from, System.nanoTime() - start);
    return first < end || end == to ? first : firstByWords(input, end, to);
  }

  private int skip(byte[] input, int from, int to) {
    return Vectors.shuffles()
        ? VectorBytes.skip(input, from, to, symbols)
        : NarrowBytes.skip(input, from, to, symbols);
  }

  private int firstByWords(byte[] input, int from, int to) {
    int at = from;
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
    if (!Vectors.compares()) {
      return lastByWords(input, from, to);
    }
    VectorTrial trial = BACK[Math.min(1, symbols.length - 1)];
    if (trial.isOver()) {
      return lastByWords(input, from, skipBack(input, from, to));
    }
    int near = Math.max(from, to - NEAR);
    int last = lastByWords(input, near, to);
    return last >= 0 || near == from ? last : lastByOne(input, from, near, trial);
  }

  private int lastByOne(byte[] input, int from, int to, VectorTrial trial) {
    boolean due = trial.isDue();
    int end = due ? Math.max(from, to - PIECE) : from;
    long start = System.nanoTime();
    int last = lastByWords(input, end, due ? skipBack(input, end, to) : to);
    trial.add(due, to - Math.max(end, last), System.nanoTime() - start);
    return last >= 0 || end == from ? last : lastByWords(input, from, end);
  }

  private int skipBack(byte[] input, int from, int to) {
    return Vectors.shuffles()
        ? VectorBytes.skipBack(input, from, to, symbols)
        : NarrowBytes.skipBack(input, from, to, symbols);
  }

  private int lastByWords(byte[] input, int from, int to) {
    int at = to;
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
