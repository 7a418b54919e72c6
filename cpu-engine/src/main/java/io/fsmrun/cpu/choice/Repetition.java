package io.fsmrun.cpu.choice;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Tells whether bytes are the same few again and again: what an automaton does there it has soon
 * met, and a search does not get faster. Stateless.
 */
final class Repetition {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** So many bytes at the end are looked at. */
  static final int BYTES = 1 << 9;

  /** The last eight bytes are there so often, for what is repeated is no longer than 16 bytes. */
  private static final int OFTEN = 28;

  private Repetition() {}

  /**
   * Whether a block ends with some bytes that are repeated. One comparison for each of its last
   * {@value #BYTES} bytes.
   *
   * @param input holds the block
   * @param from index of its first byte
   * @param to index after its last
   * @return false if it is shorter than {@value #BYTES} bytes
   */
  static boolean isAtEnd(byte[] input, int from, int to) {
    if (to - from < BYTES) {
      return false;
    }
    int lastWord = to - Long.BYTES;
    long last = (long) LONGS.get(input, lastWord);
    int times = 0;
    for (int at = to - BYTES; at <= lastWord; at++) {
      times += (long) LONGS.get(input, at) == last ? 1 : 0;
    }
    return times >= OFTEN;
  }
}
