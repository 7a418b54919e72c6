package io.fsmrun.cpu.filter;

/** Where so many marks lie in a row, a bit a mark, 64 to a word; the first is the lowest. */
final class MarkRows {

  /** The shortest and the longest row that is looked for. */
  static final int LEAST = StringRun.LEAST;

  static final int MOST = Long.SIZE - 1;

  private MarkRows() {}

  /**
   * Finds rows. O(count).
   *
   * @param marks the words, and one more behind them
   * @param count how many words are looked at
   * @param row how many marks in a row, {@link #LEAST} to {@link #MOST}
   * @param starts takes for each word a bit at the first mark of every such row; another array
   */
  static void starts(long[] marks, int count, int row, long[] starts) {
    int done = Vectors.shuffles() ? VectorMarkRows.starts(marks, count, row, starts) : 0;
    for (int i = done; i < count; i++) {
      starts[i] = starts(marks[i], marks[i + 1], row);
    }
  }

  /** One word: twice as many marks in each step, then those that are left. */
  private static long starts(long marks, long behind, int row) {
    long low = marks;
    long high = behind;
    int done = 1;
    for (; 2 * done <= row; done *= 2) {
      low &= low >>> done | high << -done;
      high &= high >>> done;
    }
    int rest = row - done;
    return rest == 0 ? low : low & (low >>> rest | high << -rest);
  }
}
