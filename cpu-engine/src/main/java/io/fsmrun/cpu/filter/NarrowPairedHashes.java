package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PairedHashes} by vectors of 32 bytes. A class of its own: one loop for both lengths, even
 * with a length that never changes, makes the longer vectors 4% slower. Immutable.
 */
final class NarrowPairedHashes extends PairedHashes {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;

  private static final int EVERY_FOURTH = 0x11111111;

  /** Each bit of a byte four places apart: some processors with AVX2 take long to do that. */
  private static final int[] SPREAD = new int[1 << Byte.SIZE];

  static {
    for (int bits = 0; bits < SPREAD.length; bits++) {
      SPREAD[bits] = Integer.expand(bits, EVERY_FOURTH);
    }
  }

  NarrowPairedHashes(int fold, int[] keys) {
    super(fold, keys);
  }

  @Override
  long ask(byte[] input, int index, int[] indices) {
    return askHalf(input, index, indices) & 0xffffffffL
        | (long) askHalf(input, index + Integer.SIZE, indices) << Integer.SIZE;
  }

  private int askHalf(byte[] input, int index, int[] indices) {
    IntVector before = ByteVector.fromArray(BYTES, input, index).reinterpretAsInts();
    IntVector behind = ByteVector.fromArray(BYTES, input, index + 1).reinterpretAsInts();
    behind
        .and(MIDDLE)
        .or(fold)
        .mul(HASH)
        .lanewise(VectorOperators.LSHR, shift)
        .intoArray(indices, 0);
    IntVector found = IntVector.fromArray(INTS, words, 0, indices, 0);
    long first =
        found
            .lanewise(VectorOperators.LSHL, before.or(HALF))
            .compare(VectorOperators.LT, 0)
            .toLong();
    IntVector last = behind.lanewise(VectorOperators.LSHR, MIDDLE_BITS).and(HALF - 1);
    long second =
        found.lanewise(VectorOperators.LSHL, last).compare(VectorOperators.LT, 0).toLong();
    return SPREAD[(int) first] | SPREAD[(int) second] << 1;
  }
}
