package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the run that all matches of an automaton need. For a set of bytes, a state is <em>long</em>
 * if whatever leads from it to a report has at least so many of the set's bytes first. If the long
 * states are a cut, so that no state that reports can be reached around them, each match has such a
 * run; where it may begin, the lengths of paths to the cut say. Tried are the sets of states and
 * what two of them are together, as in {@code /[a-z]{20}|[0-9_]{30}/}. Mutable, for one call.
 */
final class NeededRunFinder {

  /** A shorter run is in most texts. */
  private static final int LEAST = 8;

  /** Runs of a set of more bytes are, too. */
  private static final int MOST_SYMBOLS = 128;

  /** A run that may be farther away costs too much to look for. */
  private static final int MOST_BYTES = 1 << 9;

  /** Only the sets of most states are tried, and of large automata only by themselves. */
  private static final int MOST_SETS = 8;

  private static final int MOST_STATES_OF_PAIRS = 1 << 10;

  private static final double ALPHABET_BITS = 8;

  private final Nfa nfa;
  private final int states;

  /**
   * The different sets of states, which are fewer, in order of their first; per state its set's.
   */
  private final List<SymbolSet> different = new ArrayList<>();

  private final int[] setOf;

  /** Per different set whether it is part of the set that is tried. */
  private boolean[] within = {};

  private final int[][] predecessors;

  /** Per state how many bytes of the set come first, itself included; 0 if it is not of the set. */
  private final int[] runs;

  /** Per state what {@link #reach} and {@link #distances} note. */
  private final int[] waiting;

  private final int[] most;
  private final int[] least;

  /** States that wait to be looked at, each at most once in a search. */
  private final int[] open;

  NeededRunFinder(Nfa nfa) {
    this.nfa = nfa;
    this.states = nfa.stateCount();
    this.setOf = new int[states];
    Map<SymbolSet, Integer> numbers = new HashMap<>();
    for (int q = 1; q < states; q++) {
      SymbolSet set = nfa.symbols(q);
      Integer number = numbers.get(set);
      if (number == null) {
        number = different.size();
        numbers.put(set, number);
        different.add(set);
      }
      setOf[q] = number;
    }
    this.runs = new int[states];
    this.waiting = new int[states];
    this.most = new int[states];
    this.least = new int[states];
    this.open = new int[states];
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
  }

  /** Whether an automaton has states enough for a run. */
  static boolean mayFind(Nfa nfa) {
    return nfa.stateCount() > LEAST;
  }

  /** The run that the fewest texts have, if all bytes are alike; or nothing. */
  Optional<NeededRun> find() {
    NeededRun best = null;
    double bestBits = 0;
    for (SymbolSet set : sets()) {
      double symbolBits = set.size() <= MOST_SYMBOLS ? ALPHABET_BITS - log2(set.size()) : 0;
      int bound = symbolBits > 0 ? measure(set) : 0;
      NeededRun run = bound * symbolBits > bestBits ? longest(set, bound) : null;
      if (run != null && run.length() * symbolBits > bestBits) {
        best = run;
        bestBits = run.length() * symbolBits;
      }
    }
    return Optional.ofNullable(best);
  }

  private static double log2(int number) {
    return Math.log(number) / Math.log(2);
  }

  /** What to try: sets of many states first, then pairs of them. */
  private Set<SymbolSet> sets() {
    int[] counts = new int[different.size()];
    for (int q = 1; q < states; q++) {
      counts[setOf[q]]++;
    }
    Integer[] inOrder = new Integer[counts.length];
    Arrays.setAll(inOrder, set -> set);
    Arrays.sort(inOrder, (x, y) -> counts[y] - counts[x]);
    List<SymbolSet> single = new ArrayList<>();
    for (int i = 0; i < Math.min(MOST_SETS, inOrder.length); i++) {
      single.add(different.get(inOrder[i]));
    }
    Set<SymbolSet> sets = new LinkedHashSet<>(single);
    if (states <= MOST_STATES_OF_PAIRS) {
      for (int i = 0; i < single.size(); i++) {
        for (int j = i + 1; j < single.size(); j++) {
          sets.add(single.get(i).or(single.get(j)));
        }
      }
    }
    return sets;
  }

  /**
   * The longest run of the set that was measured, or null: the shorter, the more states are long.
   *
   * @param bound what {@link #measure} gave
   */
  private NeededRun longest(SymbolSet set, int bound) {
    int low = LEAST;
    int high = bound;
    NeededRun best = null;
    while (low <= high) {
      int length = low + high + 1 >>> 1;
      NeededRun run = run(set, length);
      if (run == null) {
        high = length - 1;
      } else {
        best = run;
        low = length + 1;
      }
    }
    return best;
  }

  /** Sets {@link #runs}, and returns the greatest. */
  private int measure(SymbolSet set) {
    within = new boolean[different.size()];
    for (int d = 0; d < within.length; d++) {
      within[d] = different.get(d).minus(set).isEmpty();
    }
    Arrays.fill(runs, 0);
    int count = 0;
    for (int q = 1; q < states; q++) {
      if (isIn(q) && ends(q)) {
        runs[q] = 1;
        open[count++] = q;
      }
    }
    int longest = 0;
    for (int next = 0; next < count; next++) {
      int q = open[next];
      longest = runs[q];
      for (int before : predecessors[q]) {
        if (before != Nfa.START && runs[before] == 0 && isIn(before)) {
          runs[before] = runs[q] + 1;
          open[count++] = before;
        }
      }
    }
    return longest;
  }

  private boolean isIn(int state) {
    return within[setOf[state]];
  }

  /** Whether nothing of the set has to come behind a state. */
  private boolean ends(int state) {
    if (reports(state)) {
      return true;
    }
    for (int i = 0; i < nfa.successorCount(state); i++) {
      if (!isIn(nfa.successor(state, i))) {
        return true;
      }
    }
    return false;
  }

  private boolean reports(int state) {
    return nfa.reportFlags(state) != ReportFlags.NONE;
  }

  /** The run of so many bytes, or null if not all matches need it near their start. */
  private NeededRun run(SymbolSet set, int length) {
    int before = reach(length);
    if (before < 0) {
      return null;
    }
    int[] bounds = distances(length, before);
    return bounds == null || bounds[1] - 1 + length > MOST_BYTES
        ? null
        : new NeededRun(set, length, bounds[0] - 1, bounds[1] - 1);
  }

  /**
   * Goes from the start to all states that are not behind a long one; counts in {@link #waiting}
   * from how many of them each is entered.
   *
   * @return how many they are; -1 if one of them reports
   */
  private int reach(int length) {
    Arrays.fill(waiting, 0);
    boolean[] seen = new boolean[states];
    seen[Nfa.START] = true;
    open[0] = Nfa.START;
    int count = 1;
    for (int next = 0; next < count; next++) {
      int q = open[next];
      if (reports(q)) {
        return -1;
      }
      for (int i = 0; i < nfa.successorCount(q); i++) {
        int r = nfa.successor(q, i);
        waiting[r]++;
        if (!seen[r] && runs[r] < length) {
          seen[r] = true;
          open[count++] = r;
        }
      }
    }
    return count;
  }

  /**
   * After how many bytes the first long state is entered: least and most; null if there is no
   * bound.
   *
   * @param count how many states come before
   */
  private int[] distances(int length, int count) {
    Arrays.fill(least, Integer.MAX_VALUE - 1);
    Arrays.fill(most, 0);
    least[Nfa.START] = 0;
    int[] bounds = {Integer.MAX_VALUE, 0};
    open[0] = Nfa.START;
    int done = 1;
    for (int next = 0; next < done; next++) {
      int q = open[next];
      for (int i = 0; i < nfa.successorCount(q); i++) {
        int r = nfa.successor(q, i);
        least[r] = Math.min(least[r], least[q] + 1);
        most[r] = Math.max(most[r], most[q] + 1);
        if (runs[r] >= length) {
          bounds[0] = Math.min(bounds[0], least[r]);
          bounds[1] = Math.max(bounds[1], most[r]);
        } else if (--waiting[r] == 0) {
          open[done++] = r;
        }
      }
    }
    // What was never due lies on a circle.
    return done == count ? bounds : null;
  }
}
