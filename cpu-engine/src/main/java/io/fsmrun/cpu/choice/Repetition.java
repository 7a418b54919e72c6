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

  /** What is repeated is no longer. */
  private static final int LONGEST = 16;

  /** One in so many words may differ from what is repeated. */
  private static final int OTHERS = 8;

  private Repetition() {}

  /**
   * Whether up to {@value #LONGEST} bytes are repeated next: in the {@value #BYTES} bytes behind a
   * place, or, where the block has not so many left, in its last ones, but for one word in {@value
   * #OTHERS}. Words of zeros between others, as in headers, are no repetition. One comparison for
   * each word.
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
    int period = period(input, lastWord);
    if (period > LONGEST) {
      return false;
    }
    int others = 0;
    for (int i = lastWord; i - period >= end - BYTES; i -= Long.BYTES) {
      others += word(input, i) == word(input, i - period) ? 0 : 1;
    }
    return others <= BYTES / Long.BYTES / OTHERS;
  }

  /** How far before a word the same one begins; more than {@link #LONGEST} if it is farther. */
  private static int period(byte[] input, int place) {
    int period = 1;
    while (period <= LONGEST && word(input, place - period) != word(input, place)) {
      period++;
    }
    return period;
  }

  private static long word(byte[] input, int place) {
    return (long) LONGS.get(input, place);
  }
}
