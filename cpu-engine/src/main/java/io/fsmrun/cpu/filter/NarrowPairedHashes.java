package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PairedHashes} by vectors of 32 bytes, in three loops over some thousand bytes each: which
 * words are asked for is hashed by vectors, words are looked up one by one, and their bits are
 * tested by vectors. Processors without longer vectors gather eight words no faster than they look
 * them up, and the loops together are faster than one for all. Immutable.
 */
final class NarrowPairedHashes extends PairedHashes {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final int LANES = 8;

  /** Bytes of a vector. */
  private static final int BYTE_LANES = 4 * LANES;

  /** Words that are looked up for a step: for two vectors. */
  private static final int LOOKED_UP = 2 * LANES;

  /** Of a step over two of four places, those bits that are of the first vector. */
  private static final long FIRSTS = 0x33333333L;

  private static final long LOW = (1L << Integer.SIZE) - 1;

  /** Half a word's bits, by which places of the second vector are behind those of the first. */
  private static final int SECONDS = 2;

  /** Bits of a byte that a word's half does not tell apart. */
  private static final int UPPER = 4;

  /** In memory, so that the compiler keeps them in registers. */
  private static final int[] SIGNS = new int[LANES];

  private static final int[] HALVES = new int[LANES];

  static {
    Arrays.fill(SIGNS, Integer.MIN_VALUE);
    Arrays.fill(HALVES, PairedWords.HALF);
  }

  /** Bytes of a step, and how far its second vector is behind the first. */
  private final int step;

  private final int apart;

  NarrowPairedHashes(Stride stride, PairedWords table) {
    super(stride, table);
    this.step = stride == Stride.EVERY ? BYTE_LANES : 2 * BYTE_LANES;
    this.apart = stride == Stride.EVERY ? SECONDS : BYTE_LANES;
  }

  @Override
  void ask(byte[] input, int from, int blocks, PlaceMasks.Words words) {
    int steps = blocks * BLOCK / step;
    hash(input, from, steps, words.entries);
    lookUp(this.words, words.entries, steps * LOOKED_UP);
    test(input, from, steps, words.entries, words.halves);
    if (stride == Stride.EVERY) {
      joinHalves(words.halves, blocks, words.masks);
    } else {
      spreadHalves(words.halves, blocks, words.masks);
    }
  }

  /** Makes a word of two steps. */
  private static void joinHalves(int[] halves, int words, long[] masks) {
    for (int n = 0; n < words; n++) {
      masks[n] = halves[2 * n] & LOW | (long) halves[2 * n + 1] << Integer.SIZE;
    }
  }

  /** Makes a word of a step over two of four places, whose vectors are one behind the other. */
  private static void spreadHalves(int[] halves, int words, long[] masks) {
    for (int n = 0; n < words; n++) {
      long half = halves[n] & LOW;
      masks[n] = half & FIRSTS | (half >>> SECONDS & FIRSTS) << Integer.SIZE;
    }
  }

  /** Writes which words are those of the places that two vectors begin at. */
  private void hash(byte[] input, int from, int steps, int[] entries) {
    int end = steps * LOOKED_UP;
    for (int i = 0, p = from + 1; i < end; i += LOOKED_UP, p += step) {
      IntVector first = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector second = ByteVector.fromArray(BYTES, input, p + apart).reinterpretAsInts();
      first.or(fold).mul(factor).lanewise(LSHR, shift).intoArray(entries, i);
      second.or(fold).mul(factor).lanewise(LSHR, shift).intoArray(entries, i + LANES);
    }
  }

  /** Puts words where their numbers are; there are a power of two of them. */
  static void lookUp(int[] words, int[] entries, int count) {
    int mask = words.length - 1;
    for (int i = 0; i < count; i++) {
      entries[i] = words[entries[i] & mask];
    }
  }

  /**
   * Writes a mask for each step: bits of words are shifted to the sign, and signs of ints made
   * those of bytes. Nothing but Java's own vector methods is called: the compiler inlines no others
   * where there are so many.
   */
  private void test(byte[] input, int from, int steps, int[] entries, int[] halves) {
    IntVector signs = IntVector.fromArray(INTS, SIGNS, 0);
    IntVector half = IntVector.fromArray(INTS, HALVES, 0);
    for (int n = 0; n < steps; n++) {
      int p = from + n * step;
      int i = n * LOOKED_UP;
      IntVector first = IntVector.fromArray(INTS, entries, i);
      IntVector second = IntVector.fromArray(INTS, entries, i + LANES);
      IntVector b0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector b1 = ByteVector.fromArray(BYTES, input, p + 1).reinterpretAsInts();
      IntVector b2 = ByteVector.fromArray(BYTES, input, p + apart).reinterpretAsInts();
      IntVector b3 = ByteVector.fromArray(BYTES, input, p + apart + 1).reinterpretAsInts();
      IntVector s0 = first.lanewise(LSHL, b0.or(half)).and(signs);
      IntVector s1 =
          first
              .lanewise(LSHL, b1.lanewise(LSHL, UPPER).lanewise(LSHR, PairedWords.LAST + UPPER))
              .and(signs);
      IntVector s2 = second.lanewise(LSHL, b2.or(half)).and(signs);
      IntVector s3 =
          second
              .lanewise(LSHL, b3.lanewise(LSHL, UPPER).lanewise(LSHR, PairedWords.LAST + UPPER))
              .and(signs);
      IntVector low = s0.lanewise(LSHR, Byte.SIZE).or(s1).lanewise(LSHR, 2 * Byte.SIZE);
      IntVector all = s2.lanewise(LSHR, Byte.SIZE).or(s3).or(low);
      halves[n] = (int) all.reinterpretAsBytes().compare(LT, (byte) 0).toLong();
    }
  }
}
