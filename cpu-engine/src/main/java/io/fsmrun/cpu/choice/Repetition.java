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

  /** So many bytes are looked at. */
  static final int BYTES = 1 << 9;

  /** The last eight bytes are there so often, for what is repeated is no longer than 16 bytes. */
  private static final int OFTEN = 28;

  private Repetition() {}

  /**
   * Whether some bytes are repeated next: in the {@value #BYTES} bytes behind a place, or, where
   * the block has not so many left, in its last ones. One comparison for each of them.
   *
   * @param input holds the block
   * @param from index of its first byte
   * @param at index of the place
   * @param to index after its last byte
   * @return false if the block is shorter than {@value #BYTES} bytes
   */
  static boolean isNext(byte[] input, int from, int at, int to) {
    int end = Math.min(to, at + BYTES);
    if (end - from < BYTES) {
      return false;
    }
    int lastWord = end - Long.BYTES;
    long last = (long) LONGS.get(input, lastWord);
    int times = 0;
    for (int i = end - BYTES; i <= lastWord; i++) {
      times += (long) LONGS.get(input, i) == last ? 1 : 0;
    }
    return times >= OFTEN;
  }
}
