package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;

/**
 * What every match of a tail needs: so many bytes of one set in a row, not far from where the tail
 * begins, as in {@code /.{0,40}\b[0-9a-f]{32}\b/}. Most texts do not have that, and a few bytes
 * tell; then the tail need not be run. Immutable.
 *
 * <p>The bytes are those of a path that no match gets around: a state without which no state that
 * reports can be reached, and those behind it as long as each has one successor only, of the same
 * set.
 */
final class NeededRun {

  /** A shorter run is in most texts. */
  static final int LEAST = 8;

  /** Runs of a set of more bytes are, too. */
  private static final int MOST_SYMBOLS = 128;

  /** A run that may be farther away costs too much to look for. */
  private static final int MOST_BYTES = 1 << 9;

  private static final int NONE = -1;

  private final boolean[] members = new boolean[SymbolSet.ALPHABET_SIZE];
  private final int length;
  private final int first;
  private final int last;

  private NeededRun(SymbolSet set, int length, int first, int last) {
    set.forEach(symbol -> members[symbol] = true);
    this.length = length;
    this.first = first;
    this.last = last;
  }

  /** Bytes of the run. */
  int length() {
    return length;
  }

  /** The run begins after so many bytes at the earliest. */
  int first() {
    return first;
  }

  /** The run begins after so many bytes at the latest. */
  int last() {
    return last;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NeededRun run
        && length == run.length
        && first == run.first
        && last == run.last
        && Arrays.equals(members, run.members);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new int[] {length, first, last, Arrays.hashCode(members)});
  }

  /** Whether a byte is in the set. */
  boolean has(byte symbol) {
    return members[symbol & 0xff];
  }

  /**
   * The longest run that all matches of an automaton need.
   *
   * @param tail the automaton; no state is always enabled, none is useless. O(states (states +
   *     edges)) at most
   * @return nothing if there is none, or none that is long and near
   */
  static Optional<NeededRun> of(Nfa tail) {
    return new Finder(tail).find();
  }

  /**
   * Whether the run may lie where a match would need it.
   *
   * @param input the bytes
   * @param begin index of the first byte of a match
   * @param to index after the last byte that is known
   * @return false if the tail cannot match from there; true, too, if more bytes would have to be
   *     known. O(length of the run + bytes in which it may begin)
   */
  boolean mayFollow(byte[] input, int begin, int to) {
    int end = begin + last + length;
    if (end > to) {
      return true;
    }
    // Every run covers one of the places that are so many bytes apart.
    int lowest = begin + first;
    for (int place = lowest + length - 1; place < end; ) {
      int start = place;
      while (start >= lowest && has(input[start])) {
        start--;
      }
      start++;
      if (start > place) {
        place += length;
        continue;
      }
      if (start + length > end) {
        return false;
      }
      int stop = place + 1;
      while (stop < start + length && has(input[stop])) {
        stop++;
      }
      if (stop == start + length) {
        return true;
      }
      lowest = stop + 1;
      place = stop + length;
    }
    return false;
  }

  /** Looks for the path. */
  private static final class Finder {

    private final Nfa nfa;
    private final int states;

    /** Per state the only successor, if it is of the same set; or {@link #NONE}. */
    private final int[] next;

    private final int[][] predecessors;

    Finder(Nfa nfa) {
      this.nfa = nfa;
      this.states = nfa.stateCount();
      this.next = new int[states];
      Arrays.fill(next, NONE);
      int[] counts = new int[states];
      for (int q = 0; q < states; q++) {
        for (int i = 0; i < nfa.successorCount(q); i++) {
          counts[nfa.successor(q, i)]++;
        }
      }
      predecessors = new int[states][];
      Arrays.setAll(predecessors, q -> new int[counts[q]]);
      for (int q = 0; q < states; q++) {
        for (int i = 0; i < nfa.successorCount(q); i++) {
          int r = nfa.successor(q, i);
          predecessors[r][--counts[r]] = q;
        }
      }
      for (int q = 1; q < states; q++) {
        boolean passes = nfa.successorCount(q) == 1 && !reports(q) && nfa.successor(q, 0) != q;
        if (passes && nfa.symbols(nfa.successor(q, 0)).equals(nfa.symbols(q))) {
          next[q] = nfa.successor(q, 0);
        }
      }
    }

    private boolean reports(int state) {
      return nfa.reportFlags(state) != ReportFlags.NONE;
    }

    Optional<NeededRun> find() {
      NeededRun best = null;
      for (int q = 1; q < states; q++) {
        int length = begins(q) && nfa.symbols(q).size() <= MOST_SYMBOLS ? length(q) : 0;
        if (length < LEAST || best != null && length <= best.length || !isNeeded(q)) {
          continue;
        }
        int[] depths = depths(q);
        if (depths != null && depths[1] - 1 + length <= MOST_BYTES) {
          best = new NeededRun(nfa.symbols(q), length, depths[0] - 1, depths[1] - 1);
        }
      }
      return Optional.ofNullable(best);
    }

    /** Whether a path of one set begins with a state, rather than passes through it. */
    private boolean begins(int state) {
      for (int before : predecessors[state]) {
        if (next[before] == state && predecessors[state].length == 1) {
          return false;
        }
      }
      return true;
    }

    private int length(int state) {
      int length = 1;
      for (int q = next[state]; q != NONE && length <= states; q = next[q]) {
        length++;
      }
      return length > states ? 0 : length; // It leads round in a circle.
    }

    /** Whether no state that reports can be reached without a state. */
    private boolean isNeeded(int without) {
      boolean[] seen = new boolean[states];
      seen[without] = true;
      seen[Nfa.START] = true;
      ArrayDeque<Integer> open = new ArrayDeque<>();
      open.add(Nfa.START);
      while (!open.isEmpty()) {
        int q = open.remove();
        if (reports(q)) {
          return false;
        }
        for (int i = 0; i < nfa.successorCount(q); i++) {
          int r = nfa.successor(q, i);
          if (!seen[r]) {
            seen[r] = true;
            open.add(r);
          }
        }
      }
      return true;
    }

    /**
     * After how many bytes a state is entered for the first time: least and most; null if there is
     * no bound.
     */
    private int[] depths(int state) {
      boolean[] leads = new boolean[states];
      leads[state] = true;
      ArrayDeque<Integer> open = new ArrayDeque<>();
      open.add(state);
      int[] waiting = new int[states];
      int left = 0;
      while (!open.isEmpty()) {
        int q = open.remove();
        left++;
        for (int before : predecessors[q]) {
          if (before == state) {
            continue;
          }
          waiting[before]++;
          if (!leads[before]) {
            leads[before] = true;
            open.add(before);
          }
        }
      }
      return inOrder(state, leads, waiting, left);
    }

    /**
     * The lengths of paths to a state, from it backwards; a state is due when all behind it were.
     */
    private int[] inOrder(int state, boolean[] leads, int[] waiting, int count) {
      int[] least = new int[states];
      int[] most = new int[states];
      Arrays.fill(least, Integer.MAX_VALUE - 1);
      least[state] = 0;
      ArrayDeque<Integer> due = new ArrayDeque<>();
      due.add(state);
      int done = 0;
      while (!due.isEmpty()) {
        int q = due.remove();
        done++;
        for (int before : predecessors[q]) {
          if (before == state || !leads[before]) {
            continue;
          }
          least[before] = Math.min(least[before], least[q] + 1);
          most[before] = Math.max(most[before], most[q] + 1);
          if (--waiting[before] == 0) {
            due.add(before);
          }
        }
      }
      // What was never due lies on a circle.
      return done == count && leads[Nfa.START]
          ? new int[] {least[Nfa.START], most[Nfa.START]}
          : null;
    }
  }
}
