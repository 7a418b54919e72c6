package io.fsmrun.cpu.filter;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A chunk at a time. */
final class VectorRows implements RowKernel {

  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_512;

  @Override
  public int find(Table table, int[] classes, int from, int to, Hits hits) {
    Kept kept = hits.kept;
    int p = from;
    while (p < to && hits.size() < Hits.FULL) {
      int count = 0;
      // A place has at most so many chunks; those of the next one must find room.
      for (; p < to && count <= Kept.MOST - Long.SIZE; p++) {
        count = place(table, classes, p, kept, count);
      }
      kept.moveTo(hits, count);
    }
    return p;
  }

  private static int place(Table table, int[] classes, int p, Kept kept, int before) {
    int group = classes[p] / WORDS;
    int n = before;
    long rest = table.chunks[group * table.count + classes[p + 1] / WORDS];
    for (; rest != 0; rest &= rest - 1) {
      int chunk = table.firstChunk[group] + Long.numberOfTrailingZeros(rest);
      LongVector all = left(table.rows, table.count * WORDS, chunk, classes, p);
      int left = (int) all.compare(VectorOperators.NE, 0).toLong();
      all.intoArray(kept.left, n * WORDS);
      kept.places[n] = p;
      kept.chunks[n] = chunk;
      kept.words[n] = left;
      n += left != 0 ? 1 : 0;
    }
    return n;
  }

  private static LongVector left(long[] rows, int step, int chunk, int[] classes, int p) {
    int first = chunk * (RowPass.SETS - 1) * step;
    return LongVector.fromArray(SPECIES, rows, first + classes[p + 1])
        .and(LongVector.fromArray(SPECIES, rows, first + step + classes[p + 2]))
        .and(LongVector.fromArray(SPECIES, rows, first + 2 * step + classes[p + 3]))
        .and(LongVector.fromArray(SPECIES, rows, first + 3 * step + classes[p + 4]))
        .and(LongVector.fromArray(SPECIES, rows, first + 4 * step + classes[p + 5]))
        .and(LongVector.fromArray(SPECIES, rows, first + 5 * step + classes[p + 6]))
        .and(LongVector.fromArray(SPECIES, rows, first + 6 * step + classes[p + 7]));
  }
}
