package io.fsmrun.cpu.shift;

import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Eight words at a time, or four. Immutable, shared by threads. */
final class VectorShiftKernel extends ShiftKernel {

  static final VectorTrial TRIAL = new VectorTrial(1 << 11);

  private static final VectorSpecies<Long> SPECIES =
      LongVector.SPECIES_PREFERRED.length() >= ShiftLayout.MOST_LANES
          ? LongVector.SPECIES_512
          : LongVector.SPECIES_256;

  private static final int LANES = SPECIES.length();

  VectorShiftKernel(ShiftLayout layout) {
    super(layout, LANES);
  }

  /** Whether the processor has such vectors; those that it lacks would be emulated, slowly. */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= LANES;
  }

  /** How many words are shifted together. */
  static int lanesAtOnce() {
    return LANES;
  }

  @Override
  void run(int group, byte[] input, int from, int to, long[] active, ShiftHits hits) {
    int word = group * LANES;
    int row = word * layout.classes;
    LongVector start = LongVector.fromArray(SPECIES, layout.start, word);
    LongVector repeated = LongVector.fromArray(SPECIES, layout.repeated, word);
    LongVector optional = LongVector.fromArray(SPECIES, layout.optional, word);
    LongVector entry = LongVector.fromArray(SPECIES, layout.entry, word);
    LongVector last = LongVector.fromArray(SPECIES, layout.last, word);
    LongVector finals = LongVector.fromArray(SPECIES, layout.finals, word);
    LongVector now = LongVector.fromArray(SPECIES, active, word);
    int count = 0;
    for (int p = from; p < to; p++) {
      LongVector stays = now.and(repeated).or(start);
      LongVector takes = LongVector.fromArray(SPECIES, taking, row + rowOffsets[input[p] & 0xff]);
      now = now.lanewise(VectorOperators.LSHL, 1).or(stays).and(takes);
      LongVector full = now.or(last);
      LongVector changed = full.sub(entry).lanewise(VectorOperators.XOR, full);
      now = now.or(optional.lanewise(VectorOperators.AND_NOT, changed));
      LongVector ends = now.and(finals);
      int filled = (int) ends.compare(VectorOperators.NE, 0).toLong();
      if (filled != 0) {
        hits.places[count] = p;
        hits.filled[count] = filled;
        ends.intoArray(hits.ends, count * LANES);
        count++;
      }
    }
    now.intoArray(active, word);
    hits.count = count;
  }
}
