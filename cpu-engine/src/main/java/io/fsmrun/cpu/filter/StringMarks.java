package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.util.Arrays;
import java.util.List;

/**
 * Where a string of sets begins in a block, found as far as it is asked for: 64 places at a time.
 * Mutable, for one thread.
 */
final class StringMarks {

  /** So many words are marked at a time. */
  private static final int CHUNK = 8;

  /** States of a chunk. */
  private static final byte UNKNOWN = 0;

  private static final byte EMPTY = 1;
  private static final byte MARKED = 2;

  private static final int[] WORDS = new int[CHUNK];

  static {
    Arrays.setAll(WORDS, word -> word);
  }

  private final Members[] string;
  private final long[] more = new long[CHUNK];
  private long[] marks = new long[CHUNK];

  /** Per chunk whether it is marked, and whether there is any mark in it then. */
  private byte[] states = new byte[1];

  private byte[] input = ByteArrays.EMPTY_ARRAY;
  private int base;
  private int end;

  StringMarks(List<SymbolSet> string) {
    this.string = string.stream().map(Members::of).toArray(Members[]::new);
  }

  int length() {
    return string.length;
  }

  /** Lets go of the bytes of the last block. */
  void forget() {
    input = ByteArrays.EMPTY_ARRAY;
  }

  /**
   * Takes a block.
   *
   * @param from index of the first place that will be asked for
   * @param to strings end here at the latest
   */
  void read(byte[] bytes, int from, int to) {
    input = bytes;
    base = from;
    end = to;
    int chunks = Math.ceilDiv(to - from, CHUNK * Long.SIZE);
    if (chunks > states.length) {
      states = new byte[chunks];
      marks = new long[chunks * CHUNK];
    } else {
      Arrays.fill(states, 0, chunks, UNKNOWN);
    }
  }

  /**
   * The first place where the string begins.
   *
   * @param from index of the first place
   * @param to index after the last place
   * @return its index, or -1
   */
  int next(int from, int to) {
    int last = Math.min(to, end - string.length + 1);
    if (from >= last) {
      return -1;
    }
    int word = (from - base) / Long.SIZE;
    long mask = word(word) & -1L << (from - base) % Long.SIZE;
    int lastWord = (last - 1 - base) / Long.SIZE;
    while (mask == 0 && word < lastWord) {
      word = states[word / CHUNK] == EMPTY ? word | CHUNK - 1 : word;
      mask = word < lastWord ? word(++word) : 0;
    }
    int at = base + word * Long.SIZE + Long.numberOfTrailingZeros(mask);
    return mask != 0 && at < last ? at : -1;
  }

  /**
   * The last place where the string begins.
   *
   * @param from index of the first place
   * @param to index after the last place
   * @return its index, or -1
   */
  int previous(int from, int to) {
    int last = Math.min(to, end - string.length + 1) - 1;
    if (from > last) {
      return -1;
    }
    int word = (last - base) / Long.SIZE;
    long mask = word(word) & -1L >>> Long.SIZE - 1 - (last - base) % Long.SIZE;
    int firstWord = (from - base) / Long.SIZE;
    while (mask == 0 && word > firstWord) {
      word = states[word / CHUNK] == EMPTY ? word & -CHUNK : word;
      mask = word > firstWord ? word(--word) : 0;
    }
    int at = base + word * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(mask);
    return mask != 0 && at >= from ? at : -1;
  }

  private long word(int word) {
    int chunk = word / CHUNK;
    if (states[chunk] == UNKNOWN) {
      states[chunk] = mark(chunk) ? MARKED : EMPTY;
    }
    return marks[word];
  }

  /** Marks a chunk; returns whether there is any mark in it. */
  private boolean mark(int chunk) {
    int from = base + chunk * CHUNK * Long.SIZE;
    int first = chunk * CHUNK;
    int places = Math.min(CHUNK * Long.SIZE, end - string.length + 1 - from);
    int words = Math.max(0, places) / Long.SIZE;
    long any = words == 0 ? 0 : mark(from, first, words);
    Arrays.fill(marks, first + words, first + CHUNK, 0);
    if (places > words * Long.SIZE) {
      marks[first + words] = last(from + words * Long.SIZE, from + places);
      any |= marks[first + words];
    }
    return any != 0;
  }

  /** Marks whole words; returns all marks together. */
  private long mark(int from, int first, int words) {
    long any = 0;
    for (int s = 0; s < string.length && (s == 0 || any != 0); s++) {
      string[s].find(input, from + s, WORDS, words, more);
      any = 0;
      for (int i = 0; i < words; i++) {
        marks[first + i] = s == 0 ? more[i] : marks[first + i] & more[i];
        any |= marks[first + i];
      }
    }
    return any;
  }

  /** The marks of fewer than 64 places, the first one in the lowest bit. */
  private long last(int from, int to) {
    int start = to - Long.SIZE;
    if (start < 0) {
      long found = 0;
      for (int at = from; at < to; at++) {
        found |= isAt(at) ? 1L << (at - from) : 0;
      }
      return found;
    }
    // Places before are looked at as well, and dropped.
    long found = -1;
    for (int s = 0; s < string.length && found != 0; s++) {
      string[s].find(input, start + s, WORDS, 1, more);
      found &= more[0];
    }
    return found >>> from - start;
  }

  private boolean isAt(int at) {
    for (int s = 0; s < string.length; s++) {
      if (!string[s].has(input[at + s])) {
        return false;
      }
    }
    return true;
  }
}
