package io.fsmrun.cpu.lazy;

import io.fsmrun.core.engine.Checkpoint;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Which states make others superfluous. A state dominates another if it reports whatever the other
 * one does, whatever comes: while it is active, the other one need not be. So it is with a gap of
 * at most n bytes: a place in it that was reached later leads to all that earlier ones lead to, and
 * for longer. Without the earlier ones sets are smaller, and far fewer are different.
 *
 * <p>Found are chains of states, each of which is dominated by the one before, as a greatest
 * simulation is: pairs are taken to be so until their successors say otherwise. A pair holds if
 * what is reported at the second is reported at the first, and each successor of the second is one
 * of the first, or is dominated by one that is entered on all bytes on which it is.
 *
 * <p>Immutable, shared by threads.
 */
final class Dominance {

  private static final int NONE = -1;

  /** So often all pairs are looked at; if there are still wrong ones, none are used. */
  private static final int MOST_ROUNDS = 64;

  /** Per state the number of its chain; {@link #NONE} for those in none. */
  private final int[] chainOf;

  /** Per state of a chain how many states of it come before. */
  private final int[] rank;

  private final int chainCount;

  private Dominance(int[] dominator, int states) {
    chainOf = new int[states];
    rank = new int[states];
    Arrays.fill(chainOf, NONE);
    int[] dominated = new int[states];
    Arrays.fill(dominated, NONE);
    for (int state = states - 1; state >= 0; state--) {
      if (dominator[state] != NONE) {
        dominated[dominator[state]] = state;
      }
    }
    int count = 0;
    for (int state = 0; state < states; state++) {
      boolean isFirst = dominator[state] == NONE || dominated[dominator[state]] != state;
      if (isFirst && dominated[state] != NONE) {
        int before = 0;
        for (int next = state; next != NONE; next = dominated[next]) {
          chainOf[next] = count;
          rank[next] = before++;
        }
        count++;
      }
    }
    chainCount = count;
  }

  /**
   * The chains of an automaton.
   *
   * @param checkpoint passed each time that all pairs are looked at
   * @return O(states + edges) time and memory, mostly; null if there are none
   */
  static Dominance of(SetAutomaton automaton, Checkpoint checkpoint) {
    Finder finder = new Finder(automaton, checkpoint);
    if (!finder.find()) {
      return null;
    }
    Dominance found = new Dominance(finder.dominator, automaton.stateCount);
    return found.chainCount == 0 ? null : found;
  }

  /** The chain of a state; negative for none. */
  int chain(int state) {
    return chainOf[state];
  }

  /** The place of a state in its chain: it dominates those with greater ones. */
  int rank(int state) {
    return rank[state];
  }

  int chainCount() {
    return chainCount;
  }

  /** Seeks a dominator for each state, among those that lead to it. */
  private static final class Finder {
    private final SetAutomaton automaton;
    private final Checkpoint checkpoint;
    private final int[] dominator;

    /** The states that have one, or had. */
    private final IntArrayList dominated = new IntArrayList();

    Finder(SetAutomaton automaton, Checkpoint checkpoint) {
      this.automaton = automaton;
      this.checkpoint = checkpoint;
      this.dominator = new int[automaton.stateCount];
      Arrays.fill(dominator, NONE);
    }

    /** Whether what was found holds. */
    boolean find() {
      proposePlaces();
      proposeFirst();
      for (int round = 0; round < MOST_ROUNDS; round++) {
        checkpoint.pass();
        if (!removeWrong(round % 2 == 0)) {
          return true;
        }
      }
      return false;
    }

    /** The places of a gap are entered on the same bytes, each from the one before. */
    private void proposePlaces() {
      for (int state = 0; state < automaton.stateCount; state++) {
        int row = automaton.matchRow[state];
        for (int e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
          if (automaton.matchRow[automaton.edges[e]] == row) {
            propose(state, automaton.edges[e]);
          }
        }
      }
    }

    /** The first place of a gap is entered from what comes before the gap, on whatever that is. */
    private void proposeFirst() {
      boolean[] isFirst = new boolean[automaton.stateCount];
      for (int i = 0; i < dominated.size(); i++) {
        int by = dominator[dominated.getInt(i)];
        isFirst[by] = dominator[by] == NONE;
      }
      for (int state = 0; state < automaton.stateCount; state++) {
        for (int e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
          if (isFirst[automaton.edges[e]]) {
            propose(state, automaton.edges[e]);
          }
        }
      }
    }

    private void propose(int state, int next) {
      if (dominator[next] == NONE && mayDominate(state, next)) {
        dominator[next] = state;
        dominated.add(next);
      }
    }

    /** One that stays active is not to be left out: it is what is known of starts of parts. */
    private boolean mayDominate(int state, int other) {
      return state != other
          && !hasEdge(other, other)
          && automaton.edgeStart[other] < automaton.edgeStart[other + 1]
          && reportsWithin(other, state);
    }

    private boolean reportsWithin(int inner, int outer) {
      for (int r = automaton.reportStart[inner]; r < automaton.reportStart[inner + 1]; r++) {
        if (!contains(
            automaton.reports,
            automaton.reportStart[outer],
            automaton.reportStart[outer + 1],
            automaton.reports[r])) {
          return false;
        }
      }
      return true;
    }

    /**
     * What one removal entails is removed at once where the places of a gap are numbered in the
     * order that is gone through; so both are, by turns.
     */
    private boolean removeWrong(boolean fromLast) {
      boolean removed = false;
      int count = dominated.size();
      for (int i = 0; i < count; i++) {
        int state = dominated.getInt(fromLast ? count - 1 - i : i);
        if (dominator[state] != NONE && !holds(dominator[state], state)) {
          dominator[state] = NONE;
          removed = true;
        }
      }
      return removed;
    }

    private boolean holds(int state, int other) {
      for (int e = automaton.edgeStart[other]; e < automaton.edgeStart[other + 1]; e++) {
        int next = automaton.edges[e];
        if (!hasEdge(state, next) && !hasEdgeToDominatorOf(next, state)) {
          return false;
        }
      }
      return true;
    }

    private boolean hasEdgeToDominatorOf(int state, int from) {
      int by = dominator[state];
      return by != NONE && hasEdge(from, by) && isEnteredWithin(state, by);
    }

    private boolean isEnteredWithin(int inner, int outer) {
      int words = automaton.matchWords;
      for (int word = 0; word < words; word++) {
        long in = automaton.matches[automaton.matchRow[inner] * words + word];
        if ((in & ~automaton.matches[automaton.matchRow[outer] * words + word]) != 0) {
          return false;
        }
      }
      return true;
    }

    private boolean hasEdge(int from, int to) {
      return contains(
          automaton.edges, automaton.edgeStart[from], automaton.edgeStart[from + 1], to);
    }

    /** Rows of edges and of reports are in ascending order. */
    private static boolean contains(int[] values, int from, int to, int value) {
      return Arrays.binarySearch(values, from, to, value) >= 0;
    }
  }
}
