package io.fsmrun.cpu.filter;

/** Word by word; leaves a word of which nothing is left after a few rows. */
final class ScalarRows implements RowKernel {

  @Override
  public int find(Table table, int[] classes, int from, int to, Hits hits) {
    int[] at = new int[RowPass.SETS];
    for (int p = from; p < to; p++) {
      int pair = table.pair(classes, p);
      for (long rest = table.pairChunks[pair]; rest != 0; rest &= rest - 1) {
        int rows = table.pairRows[pair] + Long.numberOfTrailingZeros(rest) * table.chunkWords;
        for (int k = 1; k < at.length; k++) {
          at[k] = rows + classes[p + k] + k * WORDS;
        }
        chunk(table.rows, at, rows / table.chunkWords, p, hits);
      }
      if (hits.size() >= Hits.FULL) {
        return p + 1;
      }
    }
    return to;
  }

  private static void chunk(long[] rows, int[] at, int chunk, int place, Hits hits) {
    for (int w = 0; w < WORDS; w++) {
      long word = rows[at[1] + w] & rows[at[2] + w] & rows[at[3] + w];
      if (word != 0) {
        word &= rows[at[4] + w] & rows[at[5] + w] & rows[at[6] + w] & rows[at[7] + w];
        hits.add(place, chunk * BITS + w * Long.SIZE, word);
      }
    }
  }
}
