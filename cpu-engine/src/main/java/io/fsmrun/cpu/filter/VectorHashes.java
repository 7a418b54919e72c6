package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Asks a bit vector for 16 windows at a time: their bits are gathered. Of 64 bytes every fourth
 * place is one vector, so a stride of 2 takes two and every place four.
 */
final class VectorHashes {

  /** Bytes that are looked at together. */
  static final int BLOCK = 64;

  /** Bytes behind a block that are read too. */
  static final int BEHIND = 3;

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final int LANES = 16;
  private static final long EVERY_FOURTH = 0x1111111111111111L;

  private VectorHashes() {}

  /** What is asked for: keys are masked, folded, multiplied and shifted. Immutable. */
  static final class Question {

    private final int[] bits;
    private final int mask;
    private final int fold;
    private final int factor;
    private final int shift;

    Question(int[] bits, int mask, int fold, int factor, int shift) {
      this.bits = bits;
      this.mask = mask;
      this.fold = fold;
      this.factor = factor;
      this.shift = shift;
    }
  }

  /**
   * Finds places in whole blocks.
   *
   * @param from index of the first place
   * @param last a block starts here at the latest
   * @param step 1, 2 or 4
   * @param places takes the indices, ascending
   * @return how many
   */
  static int find(byte[] input, int from, int last, int step, Question question, int[] places) {
    int[] words = new int[LANES];
    long[] masks = new long[PlaceMasks.WORDS];
    int count = 0;
    int p = from;
    while (p <= last) {
      int first = p;
      int n = 0;
      for (; n < masks.length && p <= last; p += BLOCK) {
        long found = Long.expand(ask(input, p, question, words), EVERY_FOURTH);
        if (step <= 2) {
          found |= Long.expand(ask(input, p + 2, question, words), EVERY_FOURTH << 2);
        }
        if (step == 1) {
          found |= Long.expand(ask(input, p + 1, question, words), EVERY_FOURTH << 1);
          found |= Long.expand(ask(input, p + 3, question, words), EVERY_FOURTH << 3);
        }
        masks[n++] = found;
      }
      count = PlaceMasks.places(masks, n, first, places, count);
    }
    return count;
  }

  /** A bit for each fourth place from an index on. */
  private static long ask(byte[] input, int index, Question question, int[] words) {
    IntVector hash =
        ByteVector.fromArray(BYTES, input, index)
            .reinterpretAsInts()
            .and(question.mask)
            .or(question.fold)
            .mul(question.factor)
            .lanewise(VectorOperators.LSHR, question.shift);
    hash.lanewise(VectorOperators.LSHR, 5).intoArray(words, 0);
    return IntVector.fromArray(INTS, question.bits, 0, words, 0)
        .lanewise(VectorOperators.LSHR, hash.and(Integer.SIZE - 1))
        .and(1)
        .compare(VectorOperators.NE, 0)
        .toLong();
  }
}
