package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;

/** A byte at a time. */
final class ScalarMembers implements Members {

  private final byte[] in = new byte[SymbolSet.ALPHABET_SIZE];

  ScalarMembers(SymbolSet set) {
    set.forEach(symbol -> in[symbol] = 1);
  }

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    for (int i = 0; i < count; i++) {
      int at = from + words[i] * BYTES;
      long mask = 0;
      for (int b = 0; b < BYTES; b++) {
        mask |= (long) in[input[at + b] & 0xff] << b;
      }
      masks[i] = mask;
    }
  }

  @Override
  public boolean has(byte symbol) {
    return in[symbol & 0xff] != 0;
  }
}
