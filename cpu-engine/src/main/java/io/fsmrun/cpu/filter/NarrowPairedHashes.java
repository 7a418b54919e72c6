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

  /** Places of a step, and words that are looked up for it. */
  private static final int STEP = Integer.SIZE;

  private static final int LOOKED_UP = 2 * LANES;
  private static final long LOW = (1L << STEP) - 1;

  /** What a step reads: of 32 places four bytes each, the last by a vector. */
  private static final int READ = STEP + 3;

  /** Looking one up that is not in the first-level cache costs less than a place by mistake. */
  private static final int WORDS_PER_KEY = 8;

  /** Bits of a byte that a word's half does not tell apart. */
  private static final int UPPER = 4;

  /** In memory, so that the compiler keeps them in registers. */
  private static final int[] SIGNS = new int[LANES];

  private static final int[] HALVES = new int[LANES];

  static {
    Arrays.fill(SIGNS, Integer.MIN_VALUE);
    Arrays.fill(HALVES, HALF);
  }

  NarrowPairedHashes(int fold, int[] keys) {
    super(fold, keys, WORDS_PER_KEY);
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int end = Math.min(to - Integer.BYTES + 1, input.length - READ + STEP);
    int left = (end - from) / Long.SIZE;
    int at = from;
    int count = 0;
    while (left > 0) {
      int asked = Math.min(PlaceMasks.Words.MOST, left);
      hash(input, at, 2 * asked, words.entries);
      lookUp(this.words, words.entries, 2 * asked * LOOKED_UP);
      test(input, at, 2 * asked, words.entries, words.halves);
      for (int n = 0; n < asked; n++) {
        words.masks[n] = words.halves[2 * n] & LOW | (long) words.halves[2 * n + 1] << STEP;
      }
      count = PlaceMasks.addSome(words, asked, at, places, count);
      at += asked * Long.SIZE;
      left -= asked;
    }
    return findOneByOne(input, at, to, places, count);
  }

  /** Writes which words are those of every second place. */
  private void hash(byte[] input, int from, int steps, int[] entries) {
    int end = steps * LOOKED_UP;
    for (int i = 0, p = from + 1; i < end; i += LOOKED_UP, p += STEP) {
      IntVector first = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector third = ByteVector.fromArray(BYTES, input, p + 2).reinterpretAsInts();
      first.or(fold).mul(HASH).lanewise(LSHR, shift).intoArray(entries, i);
      third.or(fold).mul(HASH).lanewise(LSHR, shift).intoArray(entries, i + LANES);
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
  private static void test(byte[] input, int from, int steps, int[] entries, int[] halves) {
    IntVector signs = IntVector.fromArray(INTS, SIGNS, 0);
    IntVector half = IntVector.fromArray(INTS, HALVES, 0);
    for (int n = 0; n < steps; n++) {
      int p = from + n * STEP;
      int i = n * LOOKED_UP;
      IntVector first = IntVector.fromArray(INTS, entries, i);
      IntVector third = IntVector.fromArray(INTS, entries, i + LANES);
      IntVector b0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector b1 = ByteVector.fromArray(BYTES, input, p + 1).reinterpretAsInts();
      IntVector b2 = ByteVector.fromArray(BYTES, input, p + 2).reinterpretAsInts();
      IntVector b3 = ByteVector.fromArray(BYTES, input, p + 3).reinterpretAsInts();
      IntVector s0 = first.lanewise(LSHL, b0.or(half)).and(signs);
      IntVector s1 =
          first.lanewise(LSHL, b1.lanewise(LSHL, UPPER).lanewise(LSHR, LAST + UPPER)).and(signs);
      IntVector s2 = third.lanewise(LSHL, b2.or(half)).and(signs);
      IntVector s3 =
          third.lanewise(LSHL, b3.lanewise(LSHL, UPPER).lanewise(LSHR, LAST + UPPER)).and(signs);
      IntVector low = s0.lanewise(LSHR, Byte.SIZE).or(s1).lanewise(LSHR, 2 * Byte.SIZE);
      IntVector all = s2.lanewise(LSHR, Byte.SIZE).or(s3).or(low);
      halves[n] = (int) all.reinterpretAsBytes().compare(LT, (byte) 0).toLong();
    }
  }
}
