package io.fsmrun.cpu.lazy;

/**
 * Follows a table's entries from set to set as long as they are known and nothing is to be done:
 * the hot loop of one chain. Mutable, for one thread.
 */
final class SetWalk {

  /** After so many symbols it is looked at whether the set is still the same. */
  private static final int CHUNK = 16;

  private final SetTable table;
  private final int[] classOf;
  private final boolean skipping;
  private int row;
  private long skipped;

  SetWalk(SetAutomaton automaton, SetTable table, boolean skipping) {
    this.table = table;
    this.classOf = automaton.classOf;
    this.skipping = skipping;
  }

  /** The set where the last run stopped. */
  int row() {
    return row;
  }

  /** Number of symbols that were compared only. */
  long skipped() {
    return skipped;
  }

  /** Forgets what is known of sets. */
  void forget() {}

  /**
   * Runs from a set; returns the index of the first byte whose entry is no plain row, or the end.
   */
  int run(byte[] input, int from, int to, int start) {
    row = start;
    int at = from;
    if (skipping) {
      while (to - at >= CHUNK) {
        int before = row;
        int end = at + CHUNK;
        at = follow(input, at, end);
        if (at < end) {
          return at;
        }
        if (row == before) {
          int stop = skip(table.rows(), classOf, input, at, to, row);
          skipped += stop - at;
          at = stop;
        }
      }
    }
    return follow(input, at, to);
  }

  private int follow(byte[] input, int from, int to) {
    int[] rows = table.rows();
    int[] classes = classOf;
    int current = row;
    int at = from;
    while (at < to) {
      int next = rows[current + classes[input[at] & 0xff]];
      if (next < 0) {
        break;
      }
      current = next;
      at++;
    }
    row = current;
    return at;
  }

  /**
   * Skips bytes, eight at a time, that lead from a set to itself; no step waits for the one before.
   */
  private static int skip(int[] rows, int[] classes, byte[] input, int from, int to, int row) {
    int at = from;
    while (to - at >= 8) {
      int differs =
          rows[row + classes[input[at] & 0xff]] ^ row
              | rows[row + classes[input[at + 1] & 0xff]] ^ row
              | rows[row + classes[input[at + 2] & 0xff]] ^ row
              | rows[row + classes[input[at + 3] & 0xff]] ^ row
              | rows[row + classes[input[at + 4] & 0xff]] ^ row
              | rows[row + classes[input[at + 5] & 0xff]] ^ row
              | rows[row + classes[input[at + 6] & 0xff]] ^ row
              | rows[row + classes[input[at + 7] & 0xff]] ^ row;
      if (differs != 0) {
        break;
      }
      at += 8;
    }
    return at;
  }
}
