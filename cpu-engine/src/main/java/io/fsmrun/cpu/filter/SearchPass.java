package io.fsmrun.cpu.filter;

/**
 * One pass over the input that finds the strings of some factors. An entry is a window of a factor;
 * a row is a set of entries that are found together. Immutable.
 */
interface SearchPass {

  /** See {@link #isFarSighted}. */
  int SIGHT = WindowTable.FARTHEST + Integer.BYTES;

  /** Unless windows are shared, each entry is a row. */
  default int rowCount() {
    return entryCount();
  }

  int entryCount();

  /** The first entry of a row; that of the row behind is the end. */
  default int rowStart(int row) {
    return row;
  }

  int factor(int entry);

  /** So many strings at most are compared where a row is found. */
  default int compares(int row) {
    return rowStart(row + 1) - rowStart(row);
  }

  /** Whether a loop of vectors is tried that will make it faster, where that lasts for seconds. */
  default boolean isTried() {
    return false;
  }

  /**
   * Whether it may depend on any byte of a string whether it is found. If not, it is decided by
   * {@value #SIGHT} bytes from the window's first on whether the string is compared.
   */
  default boolean isFarSighted() {
    return true;
  }

  /**
   * Finds strings. Unless the pass is far-sighted, it tells of strings that may end behind {@code
   * to}, if their windows are decided ({@link Found#leaveOpen}).
   *
   * @param input bytes
   * @param lowest index of the first byte that a string may start at
   * @param from index of the first place where a window may begin
   * @param to index after the last byte that a string may end at
   * @param found takes places and entries, in order of place
   */
  void search(byte[] input, int lowest, int from, int to, Found found);
}
