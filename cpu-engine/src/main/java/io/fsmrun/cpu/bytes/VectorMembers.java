package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * By shuffles. A table is looked up by the low six bits of a byte; it has a bit for each value of
 * the two upper ones.
 */
final class VectorMembers implements Members {

  /** The trial of the loop; words are its units. */
  static final VectorTrial TRIAL = new VectorTrial(64);

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;
  private static final boolean FAST =
      ByteVector.SPECIES_PREFERRED.length() >= BYTES && Processor.shufflesBytes();
  private static final int LOW_BITS = 6;
  private static final int LOW = (1 << LOW_BITS) - 1;

  private final byte[] table = new byte[BYTES];

  VectorMembers(SymbolSet set) {
    set.forEach(symbol -> table[symbol & LOW] |= (byte) (1 << (symbol >>> LOW_BITS)));
  }

  /** Whether vectors of 64 bytes are worth using. */
  static boolean isFast() {
    return FAST;
  }

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    ByteVector members = ByteVector.fromArray(SPECIES, table, 0);
    ByteVector one = ByteVector.broadcast(SPECIES, (byte) 1);
    for (int i = 0; i < count; i++) {
      ByteVector bytes = ByteVector.fromArray(SPECIES, input, from + words[i] * BYTES);
      ByteVector bit =
          one.blend((byte) 2, bytes.compare(VectorOperators.GE, (byte) (LOW + 1)))
              .blend((byte) 4, bytes.compare(VectorOperators.LT, (byte) 0))
              .blend((byte) 8, bytes.compare(VectorOperators.UGE, (byte) (3 * (LOW + 1))));
      masks[i] =
          bytes
              .lanewise(VectorOperators.AND, (byte) LOW)
              .selectFrom(members)
              .and(bit)
              .compare(VectorOperators.NE, (byte) 0)
              .toLong();
    }
  }

  @Override
  public boolean has(byte symbol) {
    return (table[symbol & LOW] >>> ((symbol & 0xff) >>> LOW_BITS) & 1) != 0;
  }
}
