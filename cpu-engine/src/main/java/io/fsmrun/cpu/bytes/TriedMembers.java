package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;

/** By vectors, and a byte at a time until that is compiled. Immutable, but for the trial. */
final class TriedMembers implements Members {

  /** Words are its units. */
  private static final VectorTrial TRIAL = new VectorTrial(64);

  private final Members vectors;
  private final ScalarMembers plain;

  TriedMembers(SymbolSet set) {
    this.vectors = Members.areLookedUpAtOnce() ? new VectorMembers(set) : new NibbleMembers(set);
    this.plain = new ScalarMembers(set);
  }

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    if (TRIAL.isOver()) {
      vectors.find(input, from, words, count, masks);
    } else {
      findByOne(input, from, words, count, masks);
    }
  }

  private void findByOne(byte[] input, int from, int[] words, int count, long[] masks) {
    boolean due = TRIAL.isDue();
    long start = System.nanoTime();
    (due ? vectors : plain).find(input, from, words, count, masks);
    TRIAL.add(due, count, System.nanoTime() - start);
  }

  @Override
  public boolean has(byte symbol) {
    return plain.has(symbol);
  }
}
