package io.fsmrun.cpu.filter;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link MarkRows}, eight words at a time. */
final class VectorMarkRows {

  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final IntVector NUMBERS = IntVector.zero(INTS).addIndex(1);

  private static final int WORDS = 8;

  private VectorMarkRows() {}

  /** Up to which word some are looked at, if there are so many. */
  static int words(int count) {
    return 1 + Math.max(0, count - 1) / WORDS * WORDS;
  }

  /** As {@link MarkRows#find}, for so many words as {@link #words} gives. */
  static int find(long[] marks, int count, MarkRows.Row row, long[] starts, int[] words) {
    int length = row.marks();
    // Rows of 16, and those that begin so far behind, together are the whole row.
    int last = length - MarkRows.LEAST;
    int first = Math.min(last, MarkRows.LEAST);
    int second = Math.min(last, 2 * MarkRows.LEAST);
    int found = 0;
    for (int i = 1; i < count; i += WORDS) {
      LongVector here = LongVector.fromArray(LONGS, marks, i);
      LongVector behind = LongVector.fromArray(LONGS, marks, i + 1);
      LongVector low = here.and(shifted(here, behind, 1));
      LongVector high = behind.and(behind.lanewise(VectorOperators.LSHR, 1));
      low = low.and(shifted(low, high, 2));
      high = high.and(high.lanewise(VectorOperators.LSHR, 2));
      low = low.and(shifted(low, high, 4));
      high = high.and(high.lanewise(VectorOperators.LSHR, 4));
      low = low.and(shifted(low, high, 8));
      high = high.and(high.lanewise(VectorOperators.LSHR, 8));
      low =
          low.and(atDistance(low, high, first))
              .and(atDistance(low, high, second))
              .and(atDistance(low, high, last));
      if (row.begins()) {
        LongVector before = LongVector.fromArray(LONGS, marks, i - 1);
        low = low.and(shifted(before, here, Long.SIZE - 1).not());
      }
      if (row.ends()) {
        low = low.and(shifted(here, behind, length).not());
      }
      low.intoArray(starts, i);
      VectorMask<Long> some = low.compare(VectorOperators.NE, 0);
      NUMBERS.add(i).compress(some.cast(INTS)).intoArray(words, found);
      found += some.trueCount();
    }
    return found;
  }

  /** The bits so far behind, at least one. */
  private static LongVector shifted(LongVector low, LongVector high, int distance) {
    return low.lanewise(VectorOperators.LSHR, distance)
        .or(high.lanewise(VectorOperators.LSHL, Long.SIZE - distance));
  }

  /** The same where there may be no distance: a shift by all bits is done in two steps. */
  private static LongVector atDistance(LongVector low, LongVector high, int distance) {
    return low.lanewise(VectorOperators.LSHR, distance)
        .or(
            high.lanewise(VectorOperators.LSHL, 1)
                .lanewise(VectorOperators.LSHL, Long.SIZE - 1 - distance));
  }
}
