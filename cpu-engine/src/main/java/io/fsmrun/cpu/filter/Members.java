package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;

/** Tells which bytes are in a set, 64 at a time. Immutable. */
interface Members {

  /** The bytes of a word. */
  int BYTES = Long.SIZE;

  /**
   * Members of a set.
   *
   * @param set the set
   * @return by vectors where they are worth using
   */
  static Members of(SymbolSet set) {
    return Vectors.shuffles() ? new VectorMembers(set) : new ScalarMembers(set);
  }

  /**
   * Looks at words.
   *
   * @param from index of the first byte of word 0
   * @param words numbers of words
   * @param count how many of them
   * @param masks takes, at the number of each word, a bit a byte
   */
  void find(byte[] input, int from, int[] words, int count, long[] masks);

  /** Whether a byte is in the set. */
  boolean has(byte symbol);
}
