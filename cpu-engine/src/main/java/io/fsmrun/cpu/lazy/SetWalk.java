package io.fsmrun.cpu.lazy;

/**
 * Follows a table's entries from set to set as long as they are known and nothing is to be done:
 * the hot loop of one chain. Mutable, for one thread.
 *
 * <p>While a set leads to itself, bytes are compared only: eight entries at a time, none of which
 * waits for the one before it; or, once that went on for long, eight bytes at a time with the few
 * that lead out of the set. Whether that pays is watched, and if it does not, bytes are simply
 * followed for a while.
 */
final class SetWalk {

  /** After so many symbols it is looked at whether the set is still the same. */
  private static final int CHUNK = 16;

  /** After so many symbols it is asked whether one in {@link #LEAST_SHARE} was skipped. */
  private static final int WATCHED = 1 << 11;

  private static final int LEAST_SHARE = 4;
  private static final int SHORTEST_PAUSE = 1 << 13;
  private static final int LONGEST_PAUSE = 1 << 18;

  private final SetTable table;
  private final int[] classOf;
  private final boolean skipping;
  private final SelfLoops loops;
  private int row;
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
  }

  /**
   * Runs from a set; returns the index of the first byte whose entry is no plain row, or the end.
   */
  int run(byte[] input, int from, int to, int start) {
    row = start;
    int at = from;
    while (skipping && to - at >= CHUNK) {
      int before = row;
      int end = pauseLeft > 0 ? Math.min(to, at + pauseLeft) : at + CHUNK;
      int stop = follow(input, at, end);
      if (pauseLeft > 0) {
        pauseLeft -= stop - at;
      } else {
        int next = stop == end && row == before ? loops.skip(input, stop, to, row) : stop;
        watch(next - at);
        skipped += next - stop;
        end += next - stop;
        stop = next;
      }
      at = stop;
      if (at < end) {
        return at;
      }
    }
    return follow(input, at, to);
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
}
