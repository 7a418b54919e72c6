package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/**
 * The pairs of states that two runs of one deterministic automaton can be in when they start in a
 * given pair and read the same symbols. A pair {@code (u, v)} has the number {@code u * states +
 * v}. Immutable once made.
 */
final class PairReach {

  /** Pairs are numbered by an {@code int}. */
  static final int MOST_STATES = 46_340;

  private final Dfa dfa;
  private final int start;
  private final IntOpenHashSet reached;

  private PairReach(Dfa dfa, int start, IntOpenHashSet reached) {
    this.dfa = dfa;
    this.start = start;
    this.reached = reached;
  }

  /**
   * Follows a pair over all symbols.
   *
   * @param dfa an automaton of at most {@link #MOST_STATES} states
   * @param x the state of one run
   * @param y the state of the other
   * @param most gives up beyond so many pairs
   * @return the pairs, or null if there are too many; O(pairs * classes)
   */
  static PairReach of(Dfa dfa, int x, int y, int most) {
    int states = dfa.stateCount();
    int classes = dfa.classes().count();
    IntOpenHashSet reached = new IntOpenHashSet();
    IntArrayList open = IntArrayList.of(x * states + y);
    reached.add(x * states + y);
    while (!open.isEmpty()) {
      if (reached.size() > most) {
        return null;
      }
      int pair = open.popInt();
      for (int c = 0; c < classes; c++) {
        int next = successor(dfa, pair, c);
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    reached.trim();
    return new PairReach(dfa, x * states + y, reached);
  }

  private static int successor(Dfa dfa, int pair, int symbolClass) {
    int states = dfa.stateCount();
    return dfa.nextByClass(pair / states, symbolClass) * states
        + dfa.nextByClass(pair % states, symbolClass);
  }

  /** Number of pairs. */
  int size() {
    return reached.size();
  }

  /** Whether the runs can come to a pair. */
  boolean holds(int u, int v) {
    return reached.contains(u * dfa.stateCount() + v);
  }

  /**
   * Whether the reports of the two runs can be told apart on all ways to a pair: a state that
   * reports is always the first run's alone, or always the second's alone, or always that of both.
   */
  boolean tellsReports(int u, int v) {
    int states = dfa.stateCount();
    IntOpenHashSet between = between(u * states + v);
    byte[] holders = new byte[states];
    for (int pair : between.toIntArray()) {
      int first = pair / states;
      int second = pair % states;
      boolean told =
          first == second
              ? note(holders, first, 3)
              : note(holders, first, 1) && note(holders, second, 2);
      if (!told) {
        return false;
      }
    }
    return true;
  }

  private boolean note(byte[] holders, int state, int runs) {
    if (dfa.reportFlags(state) == ReportFlags.NONE) {
      return true;
    }
    boolean same = holders[state] == 0 || holders[state] == runs;
    holders[state] = (byte) runs;
    return same;
  }

  /** The pairs on ways from the start to a pair. */
  private IntOpenHashSet between(int target) {
    int classes = dfa.classes().count();
    IntOpenHashSet found = new IntOpenHashSet();
    found.add(target);
    IntArrayList rest = new IntArrayList(reached);
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int i = rest.size() - 1; i >= 0; i--) {
        int pair = rest.getInt(i);
        for (int c = 0; c < classes; c++) {
          if (found.contains(pair) || found.contains(successor(dfa, pair, c))) {
            grown |= found.add(pair);
            rest.set(i, rest.getInt(rest.size() - 1));
            rest.size(rest.size() - 1);
            break;
          }
        }
      }
    }
    found.add(start);
    return found;
  }
}
