package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One set of bytes, of which rules want some in a row. Looks at words of 64 bytes; where the fewest
 * that any rule wants are many, only at some of the words unless one of those is full. Immutable,
 * shared by threads.
 */
final class RunSet {

  /** So many words of bytes are looked at together. */
  static final int WORDS = 64;

  private static final int[] ALL = IntStream.range(0, WORDS).toArray();

  private final Members members;
  private final int fewest;
  private final int most;

  /** Of any words in a row that a run of the fewest fills, one is among these. */
  private final int[] some;

  /**
   * A set.
   *
   * @param fewest the fewest bytes in a row that any rule wants
   * @param most the most that any wants
   */
  RunSet(SymbolSet set, int fewest, int most) {
    this.members = Members.of(set);
    this.fewest = fewest;
    this.most = most;
    // So many whole words lie in a run, wherever it starts.
    int whole = Math.min(WORDS, (fewest + 1) / Members.BYTES - 1);
    this.some =
        whole < 1 ? ALL : Arrays.stream(ALL).filter(word -> word % whole == whole - 1).toArray();
  }

  /** The most bytes in a row that any rule wants: greater numbers need not be told apart. */
  int most() {
    return most;
  }

  /**
   * Looks at words, unless no run may end in them.
   *
   * @param from index of the first byte
   * @param words how many, up to {@link #WORDS}
   * @param before how many members lie right before them
   * @param masks takes a bit for each byte that is a member, if true is returned; else anything
   * @return whether a run may end in them
   */
  boolean find(byte[] input, int from, int words, int before, long[] masks) {
    if (some.length < WORDS && !mayEnd(input, from, words, before, masks)) {
      return false;
    }
    members.find(input, from, ALL, words, masks);
    return true;
  }

  private boolean mayEnd(byte[] input, int from, int words, int before, long[] masks) {
    int count = 0;
    while (count < some.length && some[count] < words) {
      count++;
    }
    members.find(input, from, some, count, masks);
    for (int i = 0; i < count; i++) {
      if (masks[i] == -1L) {
        return true;
      }
    }
    return before > 0 && before + leading(input, from, from + words * Members.BYTES) >= fewest;
  }

  private int leading(byte[] input, int from, int to) {
    int at = from;
    while (at < to && members.has(input[at])) {
      at++;
    }
    return at - from;
  }

  /**
   * How many members lie right before an index.
   *
   * @param from index of the first byte that is looked at
   * @param before how many members lie right before that
   */
  int runBefore(byte[] input, int from, int to, int before) {
    int least = Math.max(from, to - most);
    int at = to;
    while (at > least && members.has(input[at - 1])) {
      at--;
    }
    return at > from ? to - at : Math.min(most, to - from + before);
  }

  /** A bit for each of fewer than 64 bytes that is a member. */
  long mask(byte[] input, int from, int to) {
    long mask = 0;
    for (int i = from; i < to; i++) {
      mask |= (members.has(input[i]) ? 1L : 0L) << i - from;
    }
    return mask;
  }
}
