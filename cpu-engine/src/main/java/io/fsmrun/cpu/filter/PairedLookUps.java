package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PairedHashes} for processors with vectors of 64 bytes that gather slowly: words are hashed
 * and tested by such vectors, and looked up one by one between the two, in three loops over some
 * thousand bytes each, as {@link NarrowPairedHashes} has them. Immutable.
 */
final class PairedLookUps extends PairedHashes {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final int LANES = 16;

  /** How far the second vector of a block is behind the first, at every place. */
  private static final int APART = 2;

  PairedLookUps(Stride stride, PairedWords table) {
    super(stride, table);
  }

  @Override
  void ask(byte[] input, int from, int blocks, PlaceMasks.Words words) {
    if (stride == Stride.EVERY) {
      hashAll(input, from, blocks, words.entries);
      NarrowPairedHashes.lookUp(this.words, words.entries, 2 * LANES * blocks);
      testAll(input, from, blocks, words.entries, words.masks);
    } else {
      hashSome(input, from, blocks, words.entries);
      NarrowPairedHashes.lookUp(this.words, words.entries, LANES * blocks);
      testSome(input, from, blocks, words.entries, words.masks);
    }
  }

  // Loops for all places and for two of four are apart, and call nothing but Java's own vector
  // methods: the compiler inlines no others where there are so many.

  private void hashAll(byte[] input, int from, int blocks, int[] entries) {
    int end = 2 * LANES * blocks;
    for (int i = 0, p = from + 1; i < end; i += 2 * LANES, p += BLOCK) {
      IntVector first = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector second = ByteVector.fromArray(BYTES, input, p + APART).reinterpretAsInts();
      first.or(fold).mul(factor).lanewise(LSHR, shift).intoArray(entries, i);
      second.or(fold).mul(factor).lanewise(LSHR, shift).intoArray(entries, i + LANES);
    }
  }

  private void hashSome(byte[] input, int from, int blocks, int[] entries) {
    int end = LANES * blocks;
    for (int i = 0, p = from + 1; i < end; i += LANES, p += BLOCK) {
      IntVector first = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      first.or(fold).mul(factor).lanewise(LSHR, shift).intoArray(entries, i);
    }
  }

  private static void testAll(byte[] input, int from, int blocks, int[] entries, long[] masks) {
    for (int n = 0; n < blocks; n++) {
      int p = from + n * BLOCK;
      IntVector first = IntVector.fromArray(INTS, entries, 2 * LANES * n);
      IntVector second = IntVector.fromArray(INTS, entries, 2 * LANES * n + LANES);
      IntVector b0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector b1 = ByteVector.fromArray(BYTES, input, p + 1).reinterpretAsInts();
      IntVector b2 = ByteVector.fromArray(BYTES, input, p + APART).reinterpretAsInts();
      IntVector b3 = ByteVector.fromArray(BYTES, input, p + APART + 1).reinterpretAsInts();
      IntVector last = b1.lanewise(LSHR, PairedWords.LAST).and(PairedWords.HALF - 1);
      IntVector lastOfSecond = b3.lanewise(LSHR, PairedWords.LAST).and(PairedWords.HALF - 1);
      // A shift uses the low five bits of what it is told to shift by.
      long m0 = first.lanewise(LSHL, b0.or(PairedWords.HALF)).compare(LT, 0).toLong();
      long m1 = first.lanewise(LSHL, last).compare(LT, 0).toLong();
      long m2 = second.lanewise(LSHL, b2.or(PairedWords.HALF)).compare(LT, 0).toLong();
      long m3 = second.lanewise(LSHL, lastOfSecond).compare(LT, 0).toLong();
      masks[n] =
          Long.expand(m0, EVERY_FOURTH)
              | Long.expand(m1, EVERY_FOURTH << 1)
              | Long.expand(m2, EVERY_FOURTH << 2)
              | Long.expand(m3, EVERY_FOURTH << 3);
    }
  }

  private static void testSome(byte[] input, int from, int blocks, int[] entries, long[] masks) {
    for (int n = 0; n < blocks; n++) {
      int p = from + n * BLOCK;
      IntVector first = IntVector.fromArray(INTS, entries, LANES * n);
      IntVector b0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector b1 = ByteVector.fromArray(BYTES, input, p + 1).reinterpretAsInts();
      IntVector last = b1.lanewise(LSHR, PairedWords.LAST).and(PairedWords.HALF - 1);
      long m0 = first.lanewise(LSHL, b0.or(PairedWords.HALF)).compare(LT, 0).toLong();
      long m1 = first.lanewise(LSHL, last).compare(LT, 0).toLong();
      masks[n] = Long.expand(m0, EVERY_FOURTH) | Long.expand(m1, EVERY_FOURTH << 1);
    }
  }
}
