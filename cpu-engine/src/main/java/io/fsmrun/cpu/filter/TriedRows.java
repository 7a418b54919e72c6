package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;

/** By vectors, and without until that is compiled. Immutable, but for the trial. */
final class TriedRows implements RowKernel {

  /** Places for which vectors are tried at a time. */
  private static final int PIECE = 1 << 8;

  private static final VectorTrial TRIAL = new VectorTrial(PIECE);

  private final VectorRows vectors = new VectorRows();
  private final ScalarRows plain = new ScalarRows();

  @Override
  public int find(Table table, int group, PlacesByClass block, int from, int to, Hits hits) {
    return TRIAL.isOver()
        ? vectors.find(table, group, block, from, to, hits)
        : findByOne(table, group, block, from, to, hits);
  }

  private int findByOne(Table table, int group, PlacesByClass block, int from, int to, Hits hits) {
    boolean due = TRIAL.isDue();
    long start = System.nanoTime();
    int end =
        due
            ? vectors.find(table, group, block, from, Math.min(to, from + PIECE), hits)
            : plain.find(table, group, block, from, to, hits);
    TRIAL.add(due, end - from, System.nanoTime() - start);
    return end;
  }
}
