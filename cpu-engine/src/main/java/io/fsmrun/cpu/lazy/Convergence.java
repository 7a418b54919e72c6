package io.fsmrun.cpu.lazy;

/**
 * Finds sets that are known without knowing what was active long before. Steps of sets are
 * monotone: whatever is active at a place, what it leads to lies between what the least and the
 * greatest set lead to; where these have become one, it is known. The greatest set has all states,
 * the least those present ones that stay active whatever comes. What is looked at begins with a
 * byte that few states are entered on. Mutable, for one thread.
 */
final class Convergence {

  /** A set for which there is no room in the table. */
  static final int NONE = -1;

  private final SetAutomaton automaton;
  private final SetTable table;

  /** Null, as the other one, until it is asked: most runners never do. */
  private ActiveSet present;

  private ActiveSet kept;

  /** The row of the set of all states; {@link #NONE} if it is to be made. */
  private int greatest = NONE;

  /** Where {@link #find} stopped. */
  private int row = NONE;

  Convergence(SetAutomaton automaton, SetTable table) {
    this.automaton = automaton;
    this.table = table;
  }

  /** The table was cleared: rows have other sets now. */
  void forget() {
    greatest = NONE;
  }

  /** The row of those states of a set that stay active whatever comes, or {@link #NONE}. */
  int least(int from) {
    if (present == null) {
      present = automaton.newSet();
      kept = automaton.newSet();
    }
    table.copyTo(from, present);
    kept.clear();
    for (int i = 0; i < present.size(); i++) {
      if (automaton.lasts(present.members()[i])) {
        kept.add(present.members()[i]);
      }
    }
    return known(table.entryOf(kept));
  }

  private int greatest() {
    if (greatest == NONE) {
      kept.clear();
      for (int state = 0; state < automaton.stateCount; state++) {
        kept.add(state);
      }
      greatest = known(table.entryOf(kept));
    }
    return greatest;
  }

  /**
   * Looks for an index where the set is known, from the best byte of the first half on.
   *
   * @param input holds the bytes
   * @param from index to look from
   * @param to index to look to
   * @param before the row of the set at {@code from}, or at any place before it
   * @return an index, where the set is {@link #row}; or -1
   */
  int find(byte[] input, int from, int to, int before) {
    int low = least(before);
    int high = greatest();
    int at = narrowest(input, from, from + (to - from) / 2);
    while (low != NONE && high != NONE && low != high && at < to) {
      int symbolClass = automaton.classOf[input[at++] & 0xff];
      low = known(table.entry(low, symbolClass));
      high = known(table.entry(high, symbolClass));
    }
    row = low == high ? low : NONE;
    return row == NONE ? -1 : at;
  }

  /**
   * The last index of those whose byte the fewest states can be entered on; sets are small then.
   */
  private int narrowest(byte[] input, int from, int to) {
    int[] entered = automaton.enteredByClass();
    int best = from;
    int fewest = Integer.MAX_VALUE;
    for (int at = from; at < to; at++) {
      int count = entered[automaton.classOf[input[at] & 0xff]];
      if (count <= fewest) {
        fewest = count;
        best = at;
      }
    }
    return best;
  }

  int row() {
    return row;
  }

  private static int known(int entry) {
    return entry == SetTable.UNKNOWN ? NONE : SetTable.row(entry);
  }
}
