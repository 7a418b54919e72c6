package io.fsmrun.ap.engine;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.zip.CRC32C;

/**
 * The bytes of a saved session: numbers of seven bits a byte, lowest first, the highest bit set on
 * all but the last byte of a number; the active elements as differences. A few bytes per active
 * element.
 *
 * <pre>
 *   version, fingerprint (two numbers), position, held symbols (0 or 1) and the symbol,
 *   number of active states, differences, number of active circuit elements, differences,
 *   value and spent of each counter that is not at zero: count, then rank, value, spent
 *   check sum
 * </pre>
 */
final class StateVector {

  static final int VERSION = 1;

  private final ByteArrayList out = new ByteArrayList();
  private final byte[] in;
  private int at;

  /** An empty vector to write to. */
  StateVector() {
    this.in = new byte[0];
  }

  /**
   * A vector to read.
   *
   * @throws IllegalArgumentException if its check sum is wrong
   */
  StateVector(byte[] bytes) {
    this.in = bytes;
    if (bytes.length < 4 || checkSum(bytes, bytes.length - 4) != tail(bytes)) {
      throw new IllegalArgumentException("a saved state is damaged or cut short");
    }
  }

  private static int checkSum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static int tail(byte[] bytes) {
    int value = 0;
    for (int i = bytes.length - 4; i < bytes.length; i++) {
      value = value << 8 | bytes[i] & 255;
    }
    return value;
  }

  void put(long value) {
    long rest = value;
    while ((rest & ~127L) != 0) {
      out.add((byte) (rest | 128));
      rest >>>= 7;
    }
    out.add((byte) rest);
  }

  /** Puts ascending numbers. */
  void putAscending(IntArrayList numbers) {
    put(numbers.size());
    int before = 0;
    for (int i = 0; i < numbers.size(); i++) {
      put(numbers.getInt(i) - before);
      before = numbers.getInt(i);
    }
  }

  byte[] toBytes() {
    byte[] body = out.toByteArray();
    int sum = checkSum(body, body.length);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.add((byte) (sum >>> shift));
    }
    return out.toByteArray();
  }

  /**
   * Takes a number.
   *
   * @param limit the most it may be
   * @throws IllegalArgumentException if there is none, or it is more
   */
  long take(long limit) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= in.length - 4) {
        throw new IllegalArgumentException("a saved state ends early");
      }
      byte next = in[at++];
      value |= (long) (next & 127) << shift;
      if (next >= 0) {
        if (Long.compareUnsigned(value, limit) > 0) {
          throw new IllegalArgumentException("a saved state holds " + value + ", over " + limit);
        }
        return value;
      }
    }
    throw new IllegalArgumentException("a saved state holds a number of more than 64 bits");
  }

  /** Takes ascending numbers below a bound. */
  IntArrayList takeAscending(int bound) {
    int count = (int) take(bound);
    IntArrayList numbers = new IntArrayList(Math.min(count, in.length));
    int before = 0;
    for (int i = 0; i < count; i++) {
      before += (int) take(bound - 1L - before);
      numbers.add(before);
    }
    return numbers;
  }

  /** Makes sure that nothing is left. */
  void end() {
    if (at != in.length - 4) {
      throw new IllegalArgumentException("a saved state is longer than it says");
    }
  }
}
