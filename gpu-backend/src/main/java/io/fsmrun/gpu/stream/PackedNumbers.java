package io.fsmrun.gpu.stream;

/**
 * Reads numbers of seven bits a byte, the low ones first, from heads and tails of flows: those were
 * written here, or checked when a saved flow was opened, so nothing is checked again. For one
 * thread.
 */
final class PackedNumbers {

  private static final int PAYLOAD_BITS = 7;
  private static final int MORE = 1 << PAYLOAD_BITS;

  private byte[] bytes;
  private int at;

  /** Begins at the start of an array. */
  void begin(byte[] from) {
    bytes = from;
    at = 0;
  }

  /** The next number. */
  long nextLong() {
    byte first = bytes[at++];
    if (first >= 0) {
      return first;
    }
    long value = first & MORE - 1;
    for (int shift = PAYLOAD_BITS; ; shift += PAYLOAD_BITS) {
      byte next = bytes[at++];
      value |= (long) (next & MORE - 1) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** The next number, which is not larger than this. */
  int nextInt() {
    return (int) nextLong();
  }

  /** Goes past so many numbers. */
  void skip(int count) {
    for (int left = count; left > 0; ) {
      left -= bytes[at++] >= 0 ? 1 : 0;
    }
  }
}
