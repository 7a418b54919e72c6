package io.fsmrun.cpu.filter;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A chunk at a time. */
final class VectorRows implements RowKernel {

  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_512;

  @Override
  public int find(Table table, int[] classes, int from, int to, Hits hits) {
    long[] left = new long[WORDS];
    long[] chunks = table.chunks;
    int count = table.classes;
    for (int p = from; p < to; p++) {
      long chunk = chunks[classes[p] * count + classes[p + 1]];
      if (chunk != 0) {
        place(table.rows, table.words, count * table.words, classes, p, chunk, left, hits);
        if (hits.size() >= Hits.FULL) {
          return p + 1;
        }
      }
    }
    return to;
  }

  private static void place(
      long[] rows, int words, int step, int[] classes, int p, long chunks, long[] left, Hits hits) {
    int r0 = classes[p] * words;
    int r1 = classes[p + 1] * words + step;
    int r2 = classes[p + 2] * words + 2 * step;
    int r3 = classes[p + 3] * words + 3 * step;
    int r4 = classes[p + 4] * words + 4 * step;
    int r5 = classes[p + 5] * words + 5 * step;
    int r6 = classes[p + 6] * words + 6 * step;
    int r7 = classes[p + 7] * words + 7 * step;
    for (long rest = chunks; rest != 0; rest &= rest - 1) {
      int w = Long.numberOfTrailingZeros(rest) * WORDS;
      LongVector all =
          LongVector.fromArray(SPECIES, rows, r0 + w)
              .and(LongVector.fromArray(SPECIES, rows, r1 + w))
              .and(LongVector.fromArray(SPECIES, rows, r2 + w))
              .and(LongVector.fromArray(SPECIES, rows, r3 + w))
              .and(LongVector.fromArray(SPECIES, rows, r4 + w))
              .and(LongVector.fromArray(SPECIES, rows, r5 + w))
              .and(LongVector.fromArray(SPECIES, rows, r6 + w))
              .and(LongVector.fromArray(SPECIES, rows, r7 + w));
      if (all.compare(VectorOperators.NE, 0).anyTrue()) {
        all.intoArray(left, 0);
        take(p, w, left, hits);
      }
    }
  }

  private static void take(int place, int word, long[] left, Hits hits) {
    for (int i = 0; i < WORDS; i++) {
      if (left[i] != 0) {
        hits.add(place, (word + i) * Long.SIZE, left[i]);
      }
    }
  }
}
