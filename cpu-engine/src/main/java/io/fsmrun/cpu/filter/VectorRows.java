package io.fsmrun.cpu.filter;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A chunk at a time. Which chunks, is listed first: the loop with the vectors has few other things
 * to do then, so that what it needs stays in registers.
 */
final class VectorRows implements RowKernel {

  /** A chunk's words at once, or half of them. */
  private static final VectorSpecies<Long> SPECIES =
      LongVector.SPECIES_PREFERRED.length() >= WORDS
          ? LongVector.SPECIES_512
          : LongVector.SPECIES_256;

  private static final int LANES = SPECIES.length();

  /** Whether the processor has such vectors; those that it lacks would be emulated, slowly. */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= LANES;
  }

  @Override
  public int find(Table table, int[] classes, int from, int to, Hits hits) {
    Kept kept = hits.kept;
    int p = from;
    while (p < to && hits.size() < Hits.FULL) {
      p = kept.list(table, classes, p, to);
      kept.moveTo(hits, putTogether(table.rows, classes, kept), table.chunkWords);
    }
    return p;
  }

  private static int putTogether(long[] rows, int[] classes, Kept kept) {
    int[] chunks = kept.rows;
    int[] places = kept.places;
    int[] indices = kept.indices;
    long[] left = kept.left;
    int n = 0;
    for (int i = 0; i < kept.count; i++) {
      int words = 0;
      for (int w = 0; w < WORDS; w += LANES) {
        LongVector all = all(rows, chunks[i] + w, classes, places[i]);
        words |= (int) all.compare(VectorOperators.NE, 0).toLong() << w;
        all.intoArray(left, n * WORDS + w);
      }
      indices[n] = i << WORDS | words;
      n += words != 0 ? 1 : 0;
    }
    return n;
  }

  private static LongVector all(long[] rows, int chunk, int[] classes, int p) {
    return LongVector.fromArray(SPECIES, rows, chunk + classes[p + 1] + WORDS)
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 2] + 2 * WORDS))
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 3] + 3 * WORDS))
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 4] + 4 * WORDS))
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 5] + 5 * WORDS))
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 6] + 6 * WORDS))
        .and(LongVector.fromArray(SPECIES, rows, chunk + classes[p + 7] + 7 * WORDS));
  }
}
