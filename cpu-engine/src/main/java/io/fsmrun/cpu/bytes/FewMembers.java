package io.fsmrun.cpu.bytes;

import static jdk.incubator.vector.VectorOperators.EQ;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/** By comparing with one byte or two, 32 bytes at a time: that takes fewer steps than a table. */
final class FewMembers implements Members {

  /** So many bytes are compared with. */
  static final int MOST = 2;

  /** The trial of the loop; words are its units. */
  static final VectorTrial TRIAL = new VectorTrial(64);

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_256;
  private static final int LANES = 32;

  private final byte one;
  private final byte other;

  /**
   * Members of a set.
   *
   * @param set of one byte or two
   */
  FewMembers(SymbolSet set) {
    byte[] symbols = new byte[MOST];
    int[] count = new int[1];
    set.forEach(symbol -> symbols[count[0]++] = (byte) symbol);
    this.one = symbols[0];
    this.other = symbols[count[0] - 1];
  }

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    for (int i = 0; i < count; i++) {
      int at = from + words[i] * BYTES;
      ByteVector low = ByteVector.fromArray(SPECIES, input, at);
      ByteVector high = ByteVector.fromArray(SPECIES, input, at + LANES);
      masks[i] =
          low.compare(EQ, one).or(low.compare(EQ, other)).toLong()
              | high.compare(EQ, one).or(high.compare(EQ, other)).toLong() << LANES;
    }
  }

  @Override
  public boolean has(byte symbol) {
    return symbol == one || symbol == other;
  }
}
