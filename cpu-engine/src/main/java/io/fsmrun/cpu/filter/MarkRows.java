package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;

/** Where so many marks lie in a row, a bit a mark, 64 to a word; the first is the lowest. */
final class MarkRows {

  /** The shortest and the longest row that is looked for. */
  static final int LEAST = StringRun.LEAST;

  static final int MOST = Long.SIZE - 1;

  /** Numbers that are written behind those that count. */
  static final int SLACK = 8;

  /** The trial of the loop of vectors; words are its units. */
  private static final VectorTrial TRIAL = new VectorTrial(64);

  private MarkRows() {}

  /**
   * Which rows.
   *
   * @param marks how many marks in a row, {@link #LEAST} to {@link #MOST}
   * @param begins whether there must be none right before
   * @param ends whether there must be none right behind
   */
  record Row(int marks, boolean begins, boolean ends) {}

  /**
   * Finds rows. O(count).
   *
   * @param marks the words, of which the first is without marks, and one more behind them
   * @param count how many words, with the first
   * @param row which rows
   * @param starts takes for each word that has such rows a bit at the first mark of each; another
   *     array
   * @param words takes the numbers of those words, ascending; room for all and {@link #SLACK} more
   * @return how many words
   */
  static int find(long[] marks, int count, Row row, long[] starts, int[] words) {
    int whole = Vectors.shuffles() ? VectorMarkRows.words(count) : 1;
    if (whole == 1) {
      return find(marks, 1, count, row, starts, words, 0);
    }
    if (TRIAL.isOver()) {
      return findByVectors(marks, whole, count, row, starts, words);
    }
    return findByOne(marks, whole, count, row, starts, words);
  }

  private static int findByOne(
      long[] marks, int whole, int count, Row row, long[] starts, int[] words) {
    boolean due = TRIAL.isDue();
    long start = System.nanoTime();
    int found =
        due
            ? findByVectors(marks, whole, count, row, starts, words)
            : find(marks, 1, count, row, starts, words, 0);
    TRIAL.add(due, count, System.nanoTime() - start);
    return found;
  }

  private static int findByVectors(
      long[] marks, int whole, int count, Row row, long[] starts, int[] words) {
    int found = VectorMarkRows.find(marks, whole, row, starts, words);
    return find(marks, whole, count, row, starts, words, found);
  }

  private static int find(
      long[] marks, int from, int count, Row row, long[] starts, int[] words, int before) {
    int found = before;
    for (int i = from; i < count; i++) {
      long here = starts(marks[i], marks[i + 1], row.marks());
      if (row.begins()) {
        here &= ~(marks[i] << 1 | marks[i - 1] >>> -1);
      }
      if (row.ends()) {
        here &= ~(marks[i] >>> row.marks() | marks[i + 1] << -row.marks());
      }
      starts[i] = here;
      words[found] = i;
      found += here == 0 ? 0 : 1;
    }
    return found;
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
