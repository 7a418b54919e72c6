package io.fsmrun.cpu.filter;

/** Word by word; leaves a word of which nothing is left after a few rows. */
final class ScalarRows implements RowKernel {

  @Override
  public int find(Table table, int group, PlacesByClass block, int from, int to, Hits hits) {
    int[] at = new int[RowPass.SETS];
    int[] laterAt = new int[RowPass.SETS];
    char[] classes = block.classes;
    for (int i = from; i < to; i++) {
      int p = block.places[i];
      long chunks = table.pairChunks[group * table.count + classes[p + 1] / CLASS_WORDS];
      for (long rest = chunks; rest != 0; rest &= rest - 1) {
        int chunk = table.firstChunk[group] + Long.numberOfTrailingZeros(rest);
        int rows = chunk * table.chunkWords;
        for (int k = 0; k < at.length; k++) {
          at[k] = rows + classes[p + k] + k * WORDS;
          laterAt[k] = rows + classes[p + RowPass.later(k)] + k * WORDS;
        }
        chunk(table, at, laterAt, chunk, p, hits);
      }
      if (hits.size() >= Hits.FULL) {
        return i + 1;
      }
    }
    return to;
  }

  private static void chunk(Table table, int[] at, int[] laterAt, int chunk, int place, Hits hits) {
    long[] rows = table.rows;
    for (int w = 0; w < WORDS; w++) {
      long word = rows[at[1] + w] & rows[at[2] + w] & rows[at[3] + w];
      if (word != 0) {
        word &= rows[at[4] + w] & rows[at[5] + w] & rows[at[6] + w] & rows[at[7] + w];
        for (int k = 0; word != 0 && k < laterAt.length; k++) {
          word &= table.later[laterAt[k] + w];
        }
        if (word != 0) {
          hits.add(place, chunk * BITS + w * Long.SIZE, word);
        }
      }
    }
  }
}
