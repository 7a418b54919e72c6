package io.fsmrun.cpu.filter;

/** Word by word; leaves a word of which nothing is left after a few rows. */
final class ScalarRows implements RowKernel {

  @Override
  public int find(Table table, int[] classes, int from, int to, Hits hits) {
    long[] chunks = table.chunks;
    int count = table.classes;
    int[] at = new int[RowPass.SETS];
    for (int p = from; p < to; p++) {
      long chunk = chunks[classes[p] * count + classes[p + 1]];
      if (chunk != 0) {
        for (int k = 0; k < at.length; k++) {
          at[k] = (k * count + classes[p + k]) * table.words;
        }
        for (; chunk != 0; chunk &= chunk - 1) {
          chunk(table.rows, at, Long.numberOfTrailingZeros(chunk) * WORDS, p, hits);
        }
        if (hits.size() >= Hits.FULL) {
          return p + 1;
        }
      }
    }
    return to;
  }

  private static void chunk(long[] rows, int[] at, int first, int place, Hits hits) {
    for (int w = first; w < first + WORDS; w++) {
      long word = rows[at[0] + w] & rows[at[1] + w] & rows[at[2] + w] & rows[at[3] + w];
      if (word != 0) {
        word &= rows[at[4] + w] & rows[at[5] + w] & rows[at[6] + w] & rows[at[7] + w];
        hits.add(place, w * Long.SIZE, word);
      }
    }
  }
}
