package io.fsmrun.cpu.filter;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link MarkRows}, eight words at a time. */
final class VectorMarkRows {

  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final int WORDS = 8;

  private VectorMarkRows() {}

  /**
   * Looks at as many words as there are in whole vectors; as {@link MarkRows#starts}.
   *
   * @return how many words were looked at
   */
  static int starts(long[] marks, int count, int row, long[] starts) {
    // Rows of 16, and those that begin so far behind, together are the whole row.
    int last = row - MarkRows.LEAST;
    int first = Math.min(last, MarkRows.LEAST);
    int second = Math.min(last, 2 * MarkRows.LEAST);
    int i = 0;
    for (; i + WORDS <= count; i += WORDS) {
      LongVector low = LongVector.fromArray(LONGS, marks, i);
      LongVector high = LongVector.fromArray(LONGS, marks, i + 1);
      low = low.and(shifted(low, high, 1));
      high = high.and(high.lanewise(VectorOperators.LSHR, 1));
      low = low.and(shifted(low, high, 2));
      high = high.and(high.lanewise(VectorOperators.LSHR, 2));
      low = low.and(shifted(low, high, 4));
      high = high.and(high.lanewise(VectorOperators.LSHR, 4));
      low = low.and(shifted(low, high, 8));
      high = high.and(high.lanewise(VectorOperators.LSHR, 8));
      low.and(atDistance(low, high, first))
          .and(atDistance(low, high, second))
          .and(atDistance(low, high, last))
          .intoArray(starts, i);
    }
    return i;
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
