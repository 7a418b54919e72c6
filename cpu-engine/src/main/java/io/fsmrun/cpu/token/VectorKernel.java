package io.fsmrun.cpu.token;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Eight words at a time, or four. */
final class VectorKernel implements StepKernel {

  private static final int MOST_LANES = 8;

  private static final VectorSpecies<Long> SPECIES =
      LongVector.SPECIES_PREFERRED.length() >= MOST_LANES
          ? LongVector.SPECIES_512
          : LongVector.SPECIES_256;

  private static final int LANES = SPECIES.length();

  /** Whether the processor has such vectors; those that it lacks would be emulated, slowly. */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= LANES;
  }

  @Override
  public void step(
      long[] active,
      long[] start,
      long[] rows,
      int at,
      long[] finals,
      long[] found,
      long[] filled) {
    int words = active.length;
    for (int chunk = 0; chunk * Long.SIZE < words; chunk++) {
      long bits = 0;
      int end = Math.min(words, (chunk + 1) * Long.SIZE);
      for (int w = chunk * Long.SIZE; w < end; w += LANES) {
        LongVector next =
            LongVector.fromArray(SPECIES, active, w)
                .lanewise(VectorOperators.LSHL, 1)
                .or(LongVector.fromArray(SPECIES, start, w))
                .and(LongVector.fromArray(SPECIES, rows, at + w));
        LongVector ends = next.and(LongVector.fromArray(SPECIES, finals, w));
        next.lanewise(VectorOperators.XOR, ends).intoArray(active, w);
        ends.intoArray(found, w);
        bits |= ends.compare(VectorOperators.NE, 0).toLong() << w;
      }
      filled[chunk] = bits;
    }
  }

  @Override
  public void findFilled(long[] words, int at, int count, long[] filled) {
    for (int chunk = 0; chunk * Long.SIZE < count; chunk++) {
      long bits = 0;
      int end = Math.min(count, (chunk + 1) * Long.SIZE);
      for (int w = chunk * Long.SIZE; w < end; w += LANES) {
        LongVector word = LongVector.fromArray(SPECIES, words, at + w);
        bits |= word.compare(VectorOperators.NE, 0).toLong() << w;
      }
      filled[chunk] = bits;
    }
  }
}
