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
   * @param from the first word, not 0
   * @return the first word that was not looked at
   */
  static int starts(long[] marks, int from, int count, MarkRows rows, long[] starts) {
    int row = rows.length();
    long outsideBefore = rows.fromStart() ? -1 : 0;
    long outsideBehind = rows.toEnd() ? -1 : 0;
    // Rows of 16, and those that begin so far behind, together are the whole row.
    int last = row - MarkRows.LEAST;
    int first = Math.min(last, MarkRows.LEAST);
    int second = Math.min(last, 2 * MarkRows.LEAST);
    int i = from;
    for (; i + WORDS <= count; i += WORDS) {
      LongVector low = LongVector.fromArray(LONGS, marks, i);
      LongVector high = LongVector.fromArray(LONGS, marks, i + 1);
      LongVector before = LongVector.fromArray(LONGS, marks, i - 1);
      LongVector beside =
          low.lanewise(VectorOperators.LSHL, 1)
              .or(before.lanewise(VectorOperators.LSHR, Long.SIZE - 1))
              .and(outsideBefore)
              .or(shifted(low, high, row).and(outsideBehind));
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
          .and(beside.not())
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
