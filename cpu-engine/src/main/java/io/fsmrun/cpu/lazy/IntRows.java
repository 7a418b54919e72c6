package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Rows of numbers, one after the other in one array, each in ascending order without repetition.
 * Immutable, shared by threads.
 */
public final class IntRows {

  private static final int[] NOTHING = {};

  private final int[] starts;
  private final int[] values;

  private IntRows(int[] starts, int[] values) {
    this.starts = starts;
    this.values = values;
  }

  /** Pairs of a row and a value, in any order, to be sorted into rows. For one thread. */
  public static final class Pairs {

    private int[] rows;
    private int[] values;
    private int size;

    /** No pairs yet. */
    public Pairs() {
      this(16);
    }

    /**
     * The same with room for some.
     *
     * @param capacity so many do not need more room
     */
    public Pairs(int capacity) {
      rows = new int[capacity];
      values = new int[capacity];
    }

    /**
     * Adds a pair.
     *
     * @param row number of the row, from 0
     * @param value what is in it
     */
    public void add(int row, int value) {
      if (size == rows.length) {
        int more = Math.max(16, 2 * size);
        rows = Arrays.copyOf(rows, more);
        values = Arrays.copyOf(values, more);
      }
      rows[size] = row;
      values[size++] = value;
    }

    /**
     * Number of pairs, equal ones counted as often as they were added.
     *
     * @return 0 or more
     */
    public int size() {
      return size;
    }

    /**
     * The row of a pair.
     *
     * @param index below {@link #size}
     * @return its number
     */
    public int row(int index) {
      return rows[index];
    }

    /**
     * The value of a pair.
     *
     * @param index below {@link #size}
     * @return what is in the row
     */
    public int value(int index) {
      return values[index];
    }
  }

  /**
   * Sorts pairs into rows. O(rows + pairs), apart from sorting inside rows.
   *
   * @param rows number of rows; may be 0 if there are no pairs, and all rows are empty then
   * @param pairs what is in them
   * @return the rows
   */
  public static IntRows of(int rows, Pairs pairs) {
    return of(rows, pairs.rows, pairs.values, pairs.size);
  }

  /** The same of pairs that lie in two arrays. */
  static IntRows of(int rows, int[] rowOf, int[] valueOf, int size) {
    int[] starts = new int[rows + 1];
    for (int i = 0; i < size; i++) {
      starts[rowOf[i] + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      starts[row + 1] += starts[row];
    }
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[starts[rowOf[i]]++] = valueOf[i];
    }
    // Each start was moved to its row's end, which is where the next row starts.
    System.arraycopy(starts, 0, starts, 1, rows);
    starts[0] = 0;
    return new IntRows(starts, distinct(starts, values));
  }

  /** Sorts each row and drops what is there already; moves the starts accordingly. */
  private static int[] distinct(int[] starts, int[] values) {
    int kept = 0;
    int from = 0;
    for (int row = 0; row + 1 < starts.length; row++) {
      int to = starts[row + 1];
      if (to - from > 1) {
        Arrays.sort(values, from, to);
      }
      int first = kept;
      for (int i = from; i < to; i++) {
        if (kept == first || values[kept - 1] != values[i]) {
          values[kept++] = values[i];
        }
      }
      starts[row + 1] = kept;
      from = to;
    }
    return kept == values.length ? values : Arrays.copyOf(values, kept);
  }

  /**
   * Where a row starts.
   *
   * @param row number of a row
   * @return index of its first value
   */
  public int start(int row) {
    return values.length == 0 ? 0 : starts[row];
  }

  /**
   * Where a row ends.
   *
   * @param row number of a row
   * @return index after its last value
   */
  public int end(int row) {
    return values.length == 0 ? 0 : starts[row + 1];
  }

  /**
   * A value.
   *
   * @param index from {@link #start} to before {@link #end} of its row
   * @return the value
   */
  public int value(int index) {
    return values[index];
  }

  /**
   * All values, row by row.
   *
   * @return a copy
   */
  public int[] toArray() {
    return values.clone();
  }

  /**
   * The rows as arrays of their own.
   *
   * @return one for each row; those that are empty are the same
   */
  public int[][] toArrays() {
    int[][] rows = new int[starts.length - 1][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] =
          start(row) == end(row) ? NOTHING : Arrays.copyOfRange(values, start(row), end(row));
    }
    return rows;
  }

  /** Where each row starts, and where the last one ends. */
  int[] starts() {
    return starts;
  }

  int[] values() {
    return values;
  }
}
