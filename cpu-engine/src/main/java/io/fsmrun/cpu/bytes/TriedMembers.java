package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;

/** By vectors, and a byte at a time until that is compiled. Immutable, but for the trial. */
final class TriedMembers implements Members {

  private final Members vectors;
  private final ScalarMembers plain;
  private final VectorTrial trial;

  TriedMembers(SymbolSet set) {
    this.plain = new ScalarMembers(set);
    if (Members.areLookedUpAtOnce()) {
      this.vectors = new VectorMembers(set);
      this.trial = VectorMembers.TRIAL;
    } else if (!set.isEmpty() && set.size() <= FewMembers.MOST) {
      this.vectors = new FewMembers(set);
      this.trial = FewMembers.TRIAL;
    } else {
      NibbleMembers nibbles = new NibbleMembers(set);
      this.vectors = nibbles;
      this.trial = nibbles.trial();
    }
  }

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    if (trial.isOver()) {
      vectors.find(input, from, words, count, masks);
    } else {
      findByOne(input, from, words, count, masks);
    }
  }

  private void findByOne(byte[] input, int from, int[] words, int count, long[] masks) {
    boolean due = trial.isDue();
    long start = System.nanoTime();
    (due ? vectors : plain).find(input, from, words, count, masks);
    trial.add(due, count, System.nanoTime() - start);
  }

  @Override
  public boolean has(byte symbol) {
    return plain.has(symbol);
  }
}
