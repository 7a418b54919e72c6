package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Asks a bit vector for 16 windows at a time: their bits are gathered. Of 64 bytes every fourth
 * place is one vector, so a stride of 2 takes two and every place four. Mutable, for one call.
 */
final class VectorHashes {

  /** The trial of the loop. */
  static final VectorTrial TRIAL = new VectorTrial(1 << 10);

  /** The low bits of a hash, which are the number of a bit in a word. */
  static final int WORD_BITS = 5;

  /** Bytes that are looked at together. */
  static final int BLOCK = 64;

  /** Bytes behind a block that are read too. */
  static final int BEHIND = 3;

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final int LANES = 16;
  private static final long EVERY_FOURTH = 0x1111111111111111L;

  /** Blocks that are looked at before it is said whether places are found often or seldom. */
  private static final int STRETCH = 256 * BLOCK;

  /** Seldom is once in so many bytes or less. */
  private static final int SELDOM = 150;

  private final byte[] input;
  private final int step;
  private final Question question;
  private final int[] places;
  private final int[] words = new int[LANES];
  private final long[] waiting = new long[PlaceMasks.LATER];

  private VectorHashes(byte[] input, int step, Question question, int[] places) {
    this.input = input;
    this.step = step;
    this.question = question;
    this.places = places;
  }

  /** What is asked for: keys are masked, folded, multiplied and shifted. Immutable. */
  static final class Question {

    final int[] bits;
    final int mask;
    final int fold;
    final int factor;
    final int shift;

    /** Bytes of a wide window; 0 for narrow ones. */
    final int wide;

    Question(int[] bits, int mask, int fold, int factor, int shift) {
      this(bits, mask, fold, factor, shift, 0);
    }

    private Question(int[] bits, int mask, int fold, int factor, int shift, int wide) {
      this.bits = bits;
      this.mask = mask;
      this.fold = fold;
      this.factor = factor;
      this.shift = shift;
      this.wide = wide;
    }

    /** A question for wide windows, whose numbers are shifted. */
    static Question wide(int[] bits, int width, int fold, int shift) {
      return new Question(bits, -1, fold, 1, shift, width);
    }
  }

  /**
   * Finds places in whole blocks.
   *
   * @param from index of the first place
   * @param last a block starts here at the latest
   * @param step 1, 2 or 4
   * @param places takes the indices, ascending, behind those that it has
   * @param before how many it has
   * @return how many it has then
   */
  static int find(
      byte[] input, int from, int last, int step, Question question, int[] places, int before) {
    VectorHashes hashes = new VectorHashes(input, step, question, places);
    int count = before;
    boolean seldom = true;
    for (int p = from; p <= last; p += STRETCH) {
      int end = Math.min(last, p + STRETCH - BLOCK);
      int old = count;
      count = seldom ? hashes.findSeldom(p, end, count) : hashes.findOften(p, end, count);
      seldom = (count - old) * SELDOM <= end + BLOCK - p;
    }
    return count;
  }

  /** Turns what is found into places at once. */
  private int findSeldom(int from, int last, int before) {
    int count = before;
    for (int p = from; p <= last; p += BLOCK) {
      for (long found = ask(p); found != 0; found &= found - 1) {
        places[count++] = p + Long.numberOfTrailingZeros(found);
      }
    }
    return count;
  }

  /** Turns what is found into places later, see {@link PlaceMasks}. */
  private int findOften(int from, int last, int before) {
    Arrays.fill(waiting, 0);
    int count = before;
    int n = 0;
    int p = from;
    for (; p <= last; p += BLOCK, n++) {
      int slot = n & PlaceMasks.LATER - 1;
      count = PlaceMasks.add(waiting[slot], PlaceMasks.before(p), places, count);
      waiting[slot] = ask(p);
    }
    return PlaceMasks.addAll(waiting, n, p, places, count);
  }

  /** A bit for each place of a block that is looked at. */
  private long ask(int index) {
    long found = Long.expand(askEveryFourth(index), EVERY_FOURTH);
    if (step <= 2) {
      found |= Long.expand(askEveryFourth(index + 2), EVERY_FOURTH << 2);
    }
    if (step == 1) {
      found |= Long.expand(askEveryFourth(index + 1), EVERY_FOURTH << 1);
      found |= Long.expand(askEveryFourth(index + 3), EVERY_FOURTH << 3);
    }
    return found;
  }

  /** A bit for each fourth place from an index on. */
  private long askEveryFourth(int index) {
    IntVector hash =
        ByteVector.fromArray(BYTES, input, index)
            .reinterpretAsInts()
            .and(question.mask)
            .or(question.fold)
            .mul(question.factor)
            .lanewise(VectorOperators.LSHR, question.shift);
    hash.lanewise(VectorOperators.LSHR, WORD_BITS).intoArray(words, 0);
    return IntVector.fromArray(INTS, question.bits, 0, words, 0)
        .lanewise(VectorOperators.LSHR, hash.and(Integer.SIZE - 1))
        .and(1)
        .compare(VectorOperators.NE, 0)
        .toLong();
  }
}
