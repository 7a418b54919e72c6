package io.fsmrun.cpu.choice;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Tells whether what is searched was searched before, as a whole and in the same order: a text that
 * comes again and again. An automaton that is slow while all is new to it has met all of it then,
 * once it has run over it. Of every {@value #STRETCH} bytes of a stream one word is remembered, and
 * how many bytes were searched before it; so a text is known again that begins as many bytes behind
 * a multiple of that as before, as one does that is a block by itself. O(1) for each word; mutable,
 * for one thread.
 */
final class Recurrence {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** So often a word is looked at, by its position in the stream. */
  static final int STRETCH = 1 << 13;

  private static final int LOG_WORDS = 10;

  /**
   * So many words must have come as far behind themselves as the last one, less those that did not.
   */
  private static final int LEAST_EQUAL = 4;

  /** After so many that are new the text is another one. */
  private static final int MOST_NEW = 16;

  /** By the hashes of words: the word, and where it was, counted in bytes searched. */
  private final long[] words = new long[1 << LOG_WORDS];

  private final long[] places = new long[1 << LOG_WORDS];

  private long searched;

  /** How far from itself a word came again, and how many more did so than did not. */
  private long period;

  private int equal;

  /** How many words were new since one came again as far behind itself. */
  private int fresh;

  /**
   * Adds bytes that were searched.
   *
   * @param input holds them
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   */
  void add(byte[] input, int from, int to, long position) {
    int next = from + (int) (-position & (STRETCH - 1));
    for (int at = next; at <= to - Long.BYTES; at += STRETCH) {
      met((long) LONGS.get(input, at), searched + (at - from));
    }
    searched += to - from;
  }

  /**
   * After how many bytes what was searched last came again.
   *
   * @return 0 if it did not
   */
  long period() {
    return equal >= LEAST_EQUAL ? period : 0;
  }

  private void met(long word, long place) {
    int slot = (int) (word * MULTIPLIER >>> Long.SIZE - LOG_WORDS);
    long distance = place - places[slot];
    if (words[slot] != word || distance == 0) {
      fresh++;
      equal = fresh > MOST_NEW ? 0 : equal;
    } else if (distance == period) {
      fresh = 0;
      equal = Math.min(equal + 1, 2 * LEAST_EQUAL);
    } else if (equal > 0) {
      equal--;
    } else {
      period = distance;
      equal = 1;
    }
    words[slot] = word;
    places[slot] = place;
  }
}
