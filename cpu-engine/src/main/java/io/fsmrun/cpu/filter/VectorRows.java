package io.fsmrun.cpu.filter;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A chunk at a time, for some places. Which places, is listed first: the loops with the vectors
 * have few other things to do then, so that what they need stays in registers.
 */
final class VectorRows implements RowKernel {

  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_256;

  /** Whether the processor has such vectors; those that it lacks would be emulated, slowly. */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= SPECIES.length();
  }

  @Override
  public int find(Table table, int group, PlacesByClass block, int from, int to, Hits hits) {
    Kept kept = hits.kept;
    int atOnce = Kept.atOnce(table, group);
    int i = from;
    while (i < to && hits.size() < Hits.FULL) {
      int end = Math.min(to, i + atOnce);
      for (int chunk = table.firstChunk[group]; chunk < table.firstChunk[group + 1]; chunk++) {
        int rows = chunk * table.chunkWords;
        int listed = kept.list(table, group, chunk, block, i, end);
        int left = keepWindows(table.rows, rows, block.classes, kept, listed);
        kept.moveTo(hits, keepLater(table.later, rows, block.classes, kept, left), chunk);
      }
      i = end;
    }
    return i;
  }

  private static int keepWindows(long[] rows, int chunk, char[] classes, Kept kept, int count) {
    int[] places = kept.places;
    long[] left = kept.left;
    int n = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      LongVector all = window(rows, chunk, classes, place);
      all.intoArray(left, n * WORDS);
      places[n] = place;
      n += all.compare(VectorOperators.NE, 0).anyTrue() ? 1 : 0;
    }
    return n;
  }

  private static int keepLater(long[] rows, int chunk, char[] classes, Kept kept, int count) {
    int[] places = kept.places;
    long[] left = kept.left;
    int n = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      LongVector all =
          LongVector.fromArray(SPECIES, left, i * WORDS).and(later(rows, chunk, classes, place));
      all.intoArray(left, n * WORDS);
      places[n] = place;
      n += all.compare(VectorOperators.NE, 0).anyTrue() ? 1 : 0;
    }
    return n;
  }

  private static LongVector window(long[] rows, int chunk, char[] classes, int p) {
    return row(rows, chunk, classes[p + 1], 1)
        .and(row(rows, chunk, classes[p + 2], 2))
        .and(row(rows, chunk, classes[p + 3], 3))
        .and(row(rows, chunk, classes[p + 4], 4))
        .and(row(rows, chunk, classes[p + 5], 5))
        .and(row(rows, chunk, classes[p + 6], 6))
        .and(row(rows, chunk, classes[p + 7], 7));
  }

  private static LongVector later(long[] rows, int chunk, char[] classes, int p) {
    return row(rows, chunk, classes[p - 4], 0)
        .and(row(rows, chunk, classes[p - 3], 1))
        .and(row(rows, chunk, classes[p - 2], 2))
        .and(row(rows, chunk, classes[p - 1], 3))
        .and(row(rows, chunk, classes[p + 8], 4))
        .and(row(rows, chunk, classes[p + 9], 5))
        .and(row(rows, chunk, classes[p + 10], 6))
        .and(row(rows, chunk, classes[p + 11], 7));
  }

  private static LongVector row(long[] rows, int chunk, int symbolClass, int number) {
    return LongVector.fromArray(SPECIES, rows, chunk + symbolClass + number * WORDS);
  }
}
