package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link VectorHashes} by vectors of 32 bytes, in three loops as {@link NarrowPairedHashes}: 32
 * places are hashed by four vectors, their words are looked up one by one, and their bits are put
 * together by vectors, one of each vector in the four bytes of a lane. Static: all is in what it is
 * given.
 */
final class NarrowHashes {

  /** The trial of the loops. */
  static final VectorTrial TRIAL = new VectorTrial(1 << 10);

  /** The trial where windows are wide, which are hashed by a loop of their own. */
  static final VectorTrial WIDE_TRIAL = new VectorTrial(1 << 10);

  /** Places of a step. */
  static final int STEP = Integer.SIZE;

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final int LANES = 8;

  /** Vectors of a step, and where each begins at a stride, in bytes. */
  private static final int VECTORS = 4;

  private static final int[][] STARTS = {
    {}, {0, 1, 2, 3}, {0, 2, 4 * LANES, 4 * LANES + 2}, {}, {0, 4 * LANES, 8 * LANES, 12 * LANES}
  };

  /** Per stride, which places two lanes' bits are of, if the lanes are the first two. */
  private static final int[][] ORDERS = {{}, order(1), order(2), {}, order(4)};

  private NarrowHashes() {}

  private static int[] order(int stride) {
    int[] placesOf = new int[1 << 2 * VECTORS];
    for (int bits = 0; bits < placesOf.length; bits++) {
      for (int bit = 0; bit < 2 * VECTORS; bit++) {
        int at = STARTS[stride][bit % VECTORS] + Integer.BYTES * (bit / VECTORS);
        placesOf[bits] |= (bits >>> bit & 1) << at / stride;
      }
    }
    return placesOf;
  }

  /** Bytes of a step at a stride. */
  static int stepBytes(int stride) {
    return STEP * stride;
  }

  /**
   * Finds places in whole steps.
   *
   * @param from index of the first place
   * @param steps how many; up to three bytes behind them are read
   * @param stride 1, 2 or 4
   * @param places takes the indices, ascending, behind those that it has
   * @param before how many it has
   * @param words scratch
   * @return how many it has then
   */
  static int find(
      byte[] input,
      int from,
      int steps,
      int stride,
      VectorHashes.Question question,
      int[] places,
      int before,
      PlaceMasks.Words words) {
    int bytes = stepBytes(stride);
    int count = before;
    int at = from;
    for (int left = steps; left > 0; left -= PlaceMasks.Words.MOST) {
      int asked = Math.min(PlaceMasks.Words.MOST, left);
      if (question.wide > 0) {
        hashWide(input, at, asked, stride, question, words.entries, words.hashes);
      } else {
        hash(input, at, asked, stride, question, words.entries, words.hashes);
      }
      NarrowPairedHashes.lookUp(question.bits, words.entries, asked * STEP);
      test(asked, words.entries, words.hashes, words.masks);
      int masks = PlaceMasks.keepSome(words, asked, at, bytes);
      for (int n = 0; n < masks; n++) {
        long mask = inOrder((int) words.masks[n], stride);
        count = PlaceMasks.add(mask, words.firsts[n], stride, places, count);
      }
      at += asked * bytes;
    }
    return count;
  }

  /** Writes for each place its hash, and which word has its bit. */
  private static void hash(
      byte[] input,
      int from,
      int steps,
      int stride,
      VectorHashes.Question question,
      int[] entries,
      int[] hashes) {
    int mask = question.mask;
    int fold = question.fold;
    int factor = question.factor;
    int shift = question.shift;
    int second = STARTS[stride][1];
    int third = STARTS[stride][2];
    int fourth = STARTS[stride][3];
    int end = steps * STEP;
    for (int i = 0, p = from; i < end; i += STEP, p += STEP * stride) {
      IntVector k0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
      IntVector k1 = ByteVector.fromArray(BYTES, input, p + second).reinterpretAsInts();
      IntVector k2 = ByteVector.fromArray(BYTES, input, p + third).reinterpretAsInts();
      IntVector k3 = ByteVector.fromArray(BYTES, input, p + fourth).reinterpretAsInts();
      IntVector h0 = k0.and(mask).or(fold).mul(factor).lanewise(LSHR, shift);
      IntVector h1 = k1.and(mask).or(fold).mul(factor).lanewise(LSHR, shift);
      IntVector h2 = k2.and(mask).or(fold).mul(factor).lanewise(LSHR, shift);
      IntVector h3 = k3.and(mask).or(fold).mul(factor).lanewise(LSHR, shift);
      h0.intoArray(hashes, i);
      h1.intoArray(hashes, i + LANES);
      h2.intoArray(hashes, i + 2 * LANES);
      h3.intoArray(hashes, i + 3 * LANES);
      h0.lanewise(LSHR, VectorHashes.WORD_BITS).intoArray(entries, i);
      h1.lanewise(LSHR, VectorHashes.WORD_BITS).intoArray(entries, i + LANES);
      h2.lanewise(LSHR, VectorHashes.WORD_BITS).intoArray(entries, i + 2 * LANES);
      h3.lanewise(LSHR, VectorHashes.WORD_BITS).intoArray(entries, i + 3 * LANES);
    }
  }

  /** The same of wide windows. */
  private static void hashWide(
      byte[] input,
      int from,
      int steps,
      int stride,
      VectorHashes.Question question,
      int[] entries,
      int[] hashes) {
    int second = WindowKeys.second(question.wide);
    int third = WindowKeys.third(question.wide);
    int fold = question.fold;
    int shift = question.shift;
    int end = steps * STEP;
    for (int v = 0; v < VECTORS; v++) {
      int start = from + STARTS[stride][v];
      for (int i = v * LANES, p = start; i < end; i += STEP, p += STEP * stride) {
        IntVector k0 = ByteVector.fromArray(BYTES, input, p).reinterpretAsInts();
        IntVector k1 = ByteVector.fromArray(BYTES, input, p + second).reinterpretAsInts();
        IntVector k2 = ByteVector.fromArray(BYTES, input, p + third).reinterpretAsInts();
        IntVector sum =
            k0.or(fold)
                .mul(WindowKeys.FIRST)
                .add(k1.or(fold).mul(WindowKeys.SECOND))
                .add(k2.or(fold).mul(WindowKeys.THIRD))
                .lanewise(LSHR, shift);
        sum.intoArray(hashes, i);
        sum.lanewise(LSHR, VectorHashes.WORD_BITS).intoArray(entries, i);
      }
    }
  }

  /** Writes a bit for each place of a step: that of the j-th vector's lane k is 4 k + j. */
  private static void test(int steps, int[] entries, int[] hashes, long[] masks) {
    for (int n = 0; n < steps; n++) {
      int i = n * STEP;
      IntVector b0 =
          IntVector.fromArray(INTS, entries, i)
              .lanewise(LSHR, IntVector.fromArray(INTS, hashes, i))
              .and(1);
      IntVector b1 =
          IntVector.fromArray(INTS, entries, i + LANES)
              .lanewise(LSHR, IntVector.fromArray(INTS, hashes, i + LANES))
              .and(1);
      IntVector b2 =
          IntVector.fromArray(INTS, entries, i + 2 * LANES)
              .lanewise(LSHR, IntVector.fromArray(INTS, hashes, i + 2 * LANES))
              .and(1);
      IntVector b3 =
          IntVector.fromArray(INTS, entries, i + 3 * LANES)
              .lanewise(LSHR, IntVector.fromArray(INTS, hashes, i + 3 * LANES));
      IntVector low = b0.or(b1.lanewise(LSHL, Byte.SIZE));
      IntVector high = b2.or(b3.lanewise(LSHL, Byte.SIZE)).lanewise(LSHL, 2 * Byte.SIZE);
      IntVector signs = low.or(high).lanewise(LSHL, Byte.SIZE - 1);
      masks[n] = signs.reinterpretAsBytes().compare(LT, (byte) 0).toLong();
    }
  }

  /** A bit for each place, in order. */
  private static long inOrder(int mask, int stride) {
    int[] order = ORDERS[stride];
    int pair = 2 * Integer.BYTES / stride;
    int low = order[mask & 0xff] | order[mask >>> 8 & 0xff] << pair;
    int high = order[mask >>> 16 & 0xff] | order[mask >>> 24] << pair;
    return Integer.toUnsignedLong(low | high << 2 * pair);
  }
}
