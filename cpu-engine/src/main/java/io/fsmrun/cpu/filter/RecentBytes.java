package io.fsmrun.cpu.filter;

import java.util.Arrays;

/** The last bytes of a stream, from some position on. Mutable, for one thread. */
final class RecentBytes {

  private byte[] bytes = new byte[64];
  private int size;
  private long position;

  /** Holds these bytes only, the first of which is at a position. */
  void set(byte[] input, int from, int to, long first) {
    size = 0;
    position = first;
    append(input, from, to);
  }

  /** Adds bytes behind the last one. */
  void append(byte[] input, int from, int to) {
    if (bytes.length - size < to - from) {
      bytes = Arrays.copyOf(bytes, 2 * (size + to - from));
    }
    System.arraycopy(input, from, bytes, size, to - from);
    size += to - from;
  }

  /** Forgets the bytes before a position, now or later: the cost is that of adding them. */
  void dropBefore(long least) {
    int dropped = (int) (least - position);
    // What is moved is less than what was dropped.
    if (dropped > size / 2) {
      System.arraycopy(bytes, dropped, bytes, 0, size - dropped);
      size -= dropped;
      position = least;
    }
  }

  /** Holds them, from {@link #index} of a position on; another array after one was added. */
  byte[] bytes() {
    return bytes;
  }

  /** The position of index 0. */
  long origin() {
    return position;
  }

  int index(long at) {
    return (int) (at - position);
  }
}
