package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Asks a bit vector that fits the first-level cache, indexed by a hash of the window, at every
 * place or every second, third or fourth. There is no branch that depends on the input.
 */
final class HashFinder implements PlaceFinder {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HASH = 0x9E3779B1;
  private static final int LEAST_LOG = 14;
  private static final int MOST_LOG = 21;

  private final int width;
  private final int stride;
  private final int fold;
  private final int mask;
  private final int[] bits;
  private final int shift;

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4
   * @param stride every how many places one is looked at, 1 to 4
   * @param fold what is set in every window before it is hashed
   * @param keys the windows; with more than some thousands the bits leave the first-level cache
   *     rather than let many places pass by mistake, the first byte lowest
   */
  HashFinder(int width, int stride, int fold, int[] keys) {
    this.width = width;
    this.stride = stride;
    this.fold = fold;
    this.mask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    int log =
        Math.min(
            MOST_LOG,
            Math.max(LEAST_LOG, 32 - Integer.numberOfLeadingZeros(keys.length * bitsPerKey())));
    this.bits = new int[1 << log - 5];
    this.shift = Integer.SIZE - log;
    for (int key : keys) {
      int hash = key * HASH >>> shift;
      bits[hash >>> 5] |= 1 << hash;
    }
  }

  /** Gathering is hardly slower from a larger vector. */
  private static int bitsPerKey() {
    return Vectors.shuffles() ? 64 : 16;
  }

  /** Whether 16 windows are looked at together at a stride. */
  static boolean isVectorised(int stride) {
    return stride != 3 && Vectors.shuffles();
  }

  /**
   * Keeps those places that may begin a window.
   *
   * @param places indices, ascending; overwritten with those that remain
   * @param count how many
   * @return how many remain
   */
  int keep(byte[] input, int[] places, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key =
          p <= input.length - Integer.BYTES
              ? ((int) INT.get(input, p) & mask) | fold
              : WindowPass.keyAtEdge(input, p, width) | fold;
      places[kept] = p;
      kept += bit(bits, key, shift);
    }
    return kept;
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int last = Math.min(to - width, input.length - Integer.BYTES) - VectorHashes.BLOCK + 1;
    if (last < from || !isVectorised(stride)) {
      return findOneByOne(input, from, to, places, 0);
    }
    VectorHashes.Question question = new VectorHashes.Question(bits, mask, fold, HASH, shift);
    int count = VectorHashes.find(input, from, last, stride, question, places);
    int next = from + ((last - from) / VectorHashes.BLOCK + 1) * VectorHashes.BLOCK;
    return findOneByOne(input, next, to, places, count);
  }

  private int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    // An int is read at each place, of which a narrow window uses the low bytes.
    int last = Math.min(to - width, input.length - Integer.BYTES);
    int count =
        switch (stride) {
          case 1 -> find1(input, from, last, places, before);
          case 2 -> find2(input, from, last, places, before);
          case 3 -> find3(input, from, last, places, before);
          default -> find4(input, from, last, places, before);
        };
    int next = last < from ? from : from + ((last - from) / stride + 1) * stride;
    for (int p = next; p <= to - width; p += stride) {
      int hash = (WindowPass.keyAtEdge(input, p, width) | fold) * HASH >>> shift;
      places[count] = p;
      count += bits[hash >>> 5] >>> hash & 1;
    }
    return count;
  }

  /** One if the window's bit is set. */
  private static int bit(int[] table, int key, int shift) {
    int hash = key * HASH >>> shift;
    return table[hash >>> 5] >>> hash & 1;
  }

  // Eight bytes are read at once and hold the windows of several places. The four loops differ in
  // constants only, and are apart so that the compiler sees them.

  private int find1(byte[] input, int from, int last, int[] places, int before) {
    int[] table = bits;
    int n = before;
    int p = from;
    for (; p <= last - Long.BYTES; p += 4) {
      long bytes = (long) LONG.get(input, p);
      places[n] = p;
      n += bit(table, ((int) bytes & mask) | fold, shift);
      places[n] = p + 1;
      n += bit(table, ((int) (bytes >>> 8) & mask) | fold, shift);
      places[n] = p + 2;
      n += bit(table, ((int) (bytes >>> 16) & mask) | fold, shift);
      places[n] = p + 3;
      n += bit(table, ((int) (bytes >>> 24) & mask) | fold, shift);
    }
    return rest(input, p, last, 1, places, n);
  }

  private int find2(byte[] input, int from, int last, int[] places, int before) {
    int[] table = bits;
    int n = before;
    int p = from;
    for (; p <= last - Long.BYTES; p += 6) {
      long bytes = (long) LONG.get(input, p);
      places[n] = p;
      n += bit(table, ((int) bytes & mask) | fold, shift);
      places[n] = p + 2;
      n += bit(table, ((int) (bytes >>> 16) & mask) | fold, shift);
      places[n] = p + 4;
      n += bit(table, ((int) (bytes >>> 32) & mask) | fold, shift);
    }
    return rest(input, p, last, 2, places, n);
  }

  private int find3(byte[] input, int from, int last, int[] places, int before) {
    int[] table = bits;
    int n = before;
    int p = from;
    for (; p <= last - Long.BYTES; p += 6) {
      long bytes = (long) LONG.get(input, p);
      places[n] = p;
      n += bit(table, ((int) bytes & mask) | fold, shift);
      places[n] = p + 3;
      n += bit(table, ((int) (bytes >>> 24) & mask) | fold, shift);
    }
    return rest(input, p, last, 3, places, n);
  }

  private int find4(byte[] input, int from, int last, int[] places, int before) {
    int[] table = bits;
    int n = before;
    int p = from;
    for (; p <= last - Long.BYTES; p += 8) {
      long bytes = (long) LONG.get(input, p);
      places[n] = p;
      n += bit(table, ((int) bytes & mask) | fold, shift);
      places[n] = p + 4;
      n += bit(table, ((int) (bytes >>> 32) & mask) | fold, shift);
    }
    return rest(input, p, last, 4, places, n);
  }

  private int rest(byte[] input, int from, int last, int step, int[] places, int count) {
    int n = count;
    for (int p = from; p <= last; p += step) {
      places[n] = p;
      n += bit(bits, ((int) INT.get(input, p) & mask) | fold, shift);
    }
    return n;
  }
}
