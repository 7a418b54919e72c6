package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorModule;

/** Tells which bytes are in a set, 64 at a time. Immutable, shared by threads. */
public interface Members {

  /** The bytes of a word. */
  int BYTES = Long.SIZE;

  /**
   * Members of a set.
   *
   * @param set the set
   * @return by vectors where they are there and worth using, once they are compiled
   */
  static Members of(SymbolSet set) {
    return areFast() ? new TriedMembers(set) : new ScalarMembers(set);
  }

  /**
   * Whether a look at 64 bytes costs little more than one at a single byte.
   *
   * @return true with vectors
   */
  static boolean areFast() {
    return VectorModule.isPresent() && (VectorMembers.isFast() || NibbleMembers.isFast());
  }

  /**
   * Whether 64 bytes are looked up by one instruction.
   *
   * @return true with vectors of 64 bytes that shuffle bytes
   */
  static boolean areLookedUpAtOnce() {
    return VectorModule.isPresent() && VectorMembers.isFast();
  }

  /**
   * Looks at words.
   *
   * @param input holds the bytes
   * @param from index of the first byte of word 0
   * @param words numbers of words
   * @param count how many of them
   * @param masks takes for each of them, in that order, a bit a byte
   */
  void find(byte[] input, int from, int[] words, int count, long[] masks);

  /**
   * Looks at one byte.
   *
   * @param symbol the byte
   * @return whether it is in the set
   */
  boolean has(byte symbol);
}
