package io.fsmrun.cpu.filter;

/**
 * Where so many marks lie in a row, a bit a mark, 64 to a word; the first is the lowest.
 *
 * @param length how many marks in a row, {@link #LEAST} to {@link #MOST}
 * @param fromStart whether there must be no mark right before them
 * @param toEnd whether there must be none right behind
 */
record MarkRows(int length, boolean fromStart, boolean toEnd) {

  /** The shortest and the longest row that is looked for. */
  static final int LEAST = StringRun.LEAST;

  static final int MOST = Long.SIZE - 1;

  /**
   * Finds rows. O(count).
   *
   * @param marks the words, and one more behind them
   * @param count how many words are looked at
   * @param starts takes for each word a bit at the first mark of every such row; another array
   */
  void starts(long[] marks, int count, long[] starts) {
    // The first word has none before it.
    int done = 0;
    if (count > 0) {
      starts[0] = starts(0, marks[0], marks[1]);
      done = Vectors.shuffles() ? VectorMarkRows.starts(marks, 1, count, this, starts) : 1;
    }
    for (int i = done; i < count; i++) {
      starts[i] = starts(marks[i - 1], marks[i], marks[i + 1]);
    }
  }

  /** One word: twice as many marks in each step, then those that are left. */
  private long starts(long before, long marks, long behind) {
    long low = marks;
    long high = behind;
    int done = 1;
    for (; 2 * done <= length; done *= 2) {
      low &= low >>> done | high << -done;
      high &= high >>> done;
    }
    int rest = length - done;
    if (rest > 0) {
      low &= low >>> rest | high << -rest;
    }
    return low
        & ~(fromStart ? marks << 1 | before >>> -1 : 0)
        & ~(toEnd ? marks >>> length | behind << -length : 0);
  }
}
