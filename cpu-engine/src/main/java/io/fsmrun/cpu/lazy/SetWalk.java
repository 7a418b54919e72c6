package io.fsmrun.cpu.lazy;

/**
 * Follows a table's entries from set to set as long as they are known and nothing is to be done:
 * the hot loop of one chain. Mutable, for one thread.
 *
 * <p>While a set leads to itself, bytes are compared only: eight entries at a time, none of which
 * waits for the one before it; or, once that went on for long, eight bytes at a time with the few
 * that lead out of the set, from then on as soon as it is entered. Whether that pays is watched,
 * and if it does not, bytes are simply followed for a while.
 */
final class SetWalk {

  /** After so many symbols it is looked at whether the set is still the same. */
  private static final int CHUNK = 16;

  /** After so many symbols it is asked whether one in {@link #LEAST_SHARE} was skipped. */
  private static final int WATCHED = 1 << 11;

  private static final int LEAST_SHARE = 4;

  /** After so many stays in a set it is looked at whether they are long enough. */
  private static final int RESTS = 64;

  /** Where a set is left after fewer symbols on average, it takes less time to follow them. */
  private static final int LEAST_REST = 8;

  private static final int NONE = -1;
  private static final int SHORTEST_PAUSE = 1 << 13;
  private static final int LONGEST_PAUSE = 1 << 18;

  private final SetTable table;
  private final int[] classOf;
  private final boolean skipping;
  private final SelfLoops loops;
  private int row;

  /** The set whose ways out are sought as soon as it is entered; or {@link #NONE}. */
  private int restingRow = NONE;

  private int rests;
  private long rested;
  private long skipped;
  private long skippedBefore;
  private int watched;
  private int pauseLeft;
  private int nextPause = SHORTEST_PAUSE;

  SetWalk(SetAutomaton automaton, SetTable table, boolean skipping) {
    this.table = table;
    this.classOf = automaton.classOf;
    this.skipping = skipping;
    this.loops = new SelfLoops(automaton, table);
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
  void forget() {
    loops.forget();
    restingRow = NONE;
  }

  /**
   * Runs from a set; returns the index of the first byte whose entry is no plain row, or the end.
   */
  int run(byte[] input, int from, int to, int start) {
    row = start;
    int at = from;
    while (skipping && to - at >= CHUNK) {
      int before = at;
      if (pauseLeft > 0) {
        int end = Math.min(to, at + pauseLeft);
        at = follow(input, at, end, NONE);
        pauseLeft -= at - before;
        if (at < end) {
          return at;
        }
      } else {
        if (row == restingRow) {
          at = rest(input, at, to);
        }
        int first = row;
        int begin = at;
        int end = Math.min(to, at + CHUNK);
        at = follow(input, at, end, restingRow);
        boolean rest = row == restingRow;
        if (at < end && (at == begin || !rest)) {
          return at;
        }
        if (at == end && row == first && !rest) {
          at = linger(input, at, to);
        }
        watch(at - before);
      }
    }
    return follow(input, at, to, NONE);
  }

  /** Skips what leads from the set to itself, from wherever; it may become the set to rest in. */
  private int linger(byte[] input, int from, int to) {
    int at = loops.skip(input, from, to, row);
    skipped += at - from;
    if (loops.areFewExits(row)) {
      restingRow = row;
      rests = 0;
      rested = 0;
    }
    return at;
  }

  /** Skips to the next way out of {@link #restingRow}. */
  private int rest(byte[] input, int from, int to) {
    int at = loops.skip(input, from, to, row);
    skipped += at - from;
    rested += at - from;
    rests++;
    if (rests == RESTS) {
      if (rested < (long) LEAST_REST * rests) {
        loops.doNotSeek(row);
        restingRow = NONE;
      }
      rests = 0;
      rested = 0;
    }
    return at;
  }

  /** Skips again, even if it did not pay before. */
  void resume() {
    pauseLeft = 0;
  }

  private void watch(int symbols) {
    watched += symbols;
    if (watched >= WATCHED) {
      if ((skipped - skippedBefore) * LEAST_SHARE < watched) {
        pauseLeft = nextPause;
        nextPause = Math.min(2 * nextPause, LONGEST_PAUSE);
      } else {
        nextPause = SHORTEST_PAUSE;
      }
      watched = 0;
      skippedBefore = skipped;
    }
  }

  /** Follows entries, until one is no plain row, or leads to a set to stop at. */
  private int follow(byte[] input, int from, int to, int stopRow) {
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
      if (next == stopRow) {
        break;
      }
    }
    row = current;
    return at;
  }
}
