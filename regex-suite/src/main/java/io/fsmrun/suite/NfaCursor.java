package io.fsmrun.suite;

import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A rule that stayed a position automaton. Its progress is that of the active state that is nearest
 * to a report, of those that neither report nor last, as the state of a {@code .*} does. It sleeps
 * only while no state is active; a step costs the edges of the active states.
 */
final class NfaCursor extends Cursor {

  private final Guide guide;
  private final IntArrayList active = new IntArrayList();
  private final IntArrayList before = new IntArrayList();

  /** Per state, the step in which it became active last; states are never entered twice a step. */
  private final long[] entered;

  private long steps;

  NfaCursor(Guide guide) {
    this.guide = guide;
    this.entered = new long[guide.nfa.stateCount()];
    active.add(Nfa.START);
  }

  /** What is known of a position automaton beforehand. Immutable, shared by threads. */
  static final class Guide {

    private static final int NEVER = ReportDistances.NEVER;

    private final Nfa nfa;
    private final int[] always;

    /** Per state, bytes to a report; 0 where there is one. */
    private final int[] distances;

    /** Per state, bytes to the next report, at least 1. */
    private final int[] ahead;

    /** Whether a state stays active on at least half of all bytes. */
    private final boolean[] lasting;

    /** Bytes to a report if no state is active. */
    private final int aheadOfNothing;

    private final int aheadOfStart;

    /** Looks at every edge; O(states + edges). */
    Guide(Nfa nfa) {
      this.nfa = nfa;
      int states = nfa.stateCount();
      IntArrayList enabled = new IntArrayList();
      lasting = new boolean[states];
      for (int s = 0; s < states; s++) {
        if (nfa.isAlwaysEnabled(s)) {
          enabled.add(s);
        }
        for (int i = 0; i < nfa.successorCount(s); i++) {
          lasting[s] |= nfa.successor(s, i) == s && nfa.symbols(s).size() >= RESTING;
        }
      }
      always = enabled.toIntArray();
      distances = distances(nfa);
      ahead = new int[states];
      Arrays.setAll(ahead, s -> distances[s] == 0 ? 1 + leastAfter(s) : distances[s]);
      int least = NEVER - 1;
      for (int s : always) {
        least = Math.min(least, distances[s]);
      }
      aheadOfNothing = 1 + least;
      aheadOfStart = Math.min(aheadOfNothing, ahead[Nfa.START]);
    }

    private int leastAfter(int s) {
      int least = NEVER - 1;
      for (int i = 0; i < nfa.successorCount(s); i++) {
        least = Math.min(least, distances[nfa.successor(s, i)]);
      }
      return least;
    }

    private static int[] distances(Nfa nfa) {
      int states = nfa.stateCount();
      IntArrayList[] predecessors = new IntArrayList[states];
      Arrays.setAll(predecessors, s -> new IntArrayList());
      int[] distances = new int[states];
      Arrays.fill(distances, NEVER);
      IntArrayList queue = new IntArrayList();
      for (int s = 0; s < states; s++) {
        if (nfa.reportFlags(s) != ReportFlags.NONE) {
          distances[s] = 0;
          queue.add(s);
        }
        for (int i = 0; i < nfa.successorCount(s); i++) {
          predecessors[nfa.successor(s, i)].add(s);
        }
      }
      for (int i = 0; i < queue.size(); i++) {
        int state = queue.getInt(i);
        for (int j = 0; j < predecessors[state].size(); j++) {
          int predecessor = predecessors[state].getInt(j);
          if (distances[predecessor] == NEVER) {
            distances[predecessor] = distances[state] + 1;
            queue.add(predecessor);
          }
        }
      }
      return distances;
    }

    /** Whether an active state is one of a rule on its way. */
    private boolean goes(int s) {
      return !lasting[s] && distances[s] > 0 && ahead[s] < aheadOfStart;
    }
  }

  @Override
  int classOf(int symbol) {
    return symbol;
  }

  @Override
  int step(int symbol) {
    steps++;
    before.clear();
    before.addAll(active);
    active.clear();
    for (int i = 0; i < before.size(); i++) {
      int s = before.getInt(i);
      for (int e = 0; e < guide.nfa.successorCount(s); e++) {
        enter(guide.nfa.successor(s, e), symbol);
      }
    }
    for (int s : guide.always) {
      enter(s, symbol);
    }
    return standing();
  }

  private void enter(int s, int symbol) {
    if (entered[s] != steps && guide.nfa.symbols(s).contains(symbol)) {
      entered[s] = steps;
      active.add(s);
    }
  }

  @Override
  int standing() {
    if (active.isEmpty()) {
      return guide.aheadOfNothing == Guide.NEVER ? DEAD : HOME;
    }
    return nearest(false) == Guide.NEVER ? DEAD : progress();
  }

  /** Bytes to a report from the nearest active state, or only from those on their way. */
  private int nearest(boolean going) {
    int least = going ? Guide.NEVER : guide.aheadOfNothing;
    for (int i = 0; i < active.size(); i++) {
      int s = active.getInt(i);
      if (!going || guide.goes(s)) {
        least = Math.min(least, guide.ahead[s]);
      }
    }
    return least;
  }

  @Override
  void homeWakes(long[] words) {
    Arrays.fill(words, 0);
    for (int s : guide.always) {
      add(s, words);
    }
  }

  @Override
  void wakes(long[] words) {
    throw new IllegalStateException("position automata sleep at home only");
  }

  private void add(int s, long[] words) {
    SymbolSet symbols = guide.nfa.symbols(s);
    for (int w = 0; w < WORDS; w++) {
      words[w] |= symbols.word(w);
    }
  }

  private int progress() {
    int nearest = nearest(true);
    return nearest == Guide.NEVER ? 0 : guide.aheadOfStart - nearest;
  }

  @Override
  int forward(SplittableRandom random) {
    boolean going = progress() > 0;
    int nearest = nearest(going);
    long[] words = new long[WORDS];
    for (int i = 0; i < active.size(); i++) {
      int s = active.getInt(i);
      if (guide.ahead[s] == nearest && (!going || guide.goes(s))) {
        for (int e = 0; e < guide.nfa.successorCount(s); e++) {
          addNearer(guide.nfa.successor(s, e), nearest, words);
        }
      }
    }
    if (!going && guide.aheadOfNothing == nearest) {
      for (int s : guide.always) {
        addNearer(s, nearest, words);
      }
    }
    return Symbols.pick(words, random);
  }

  private void addNearer(int s, int nearest, long[] words) {
    if (guide.distances[s] == nearest - 1) {
      add(s, words);
    }
  }

  @Override
  void goesOn(long[] words) {
    Arrays.fill(words, 0);
    for (int i = 0; i < active.size(); i++) {
      int s = active.getInt(i);
      for (int e = 0; e < guide.nfa.successorCount(s); e++) {
        addGoing(guide.nfa.successor(s, e), words);
      }
    }
    for (int s : guide.always) {
      addGoing(s, words);
    }
  }

  private void addGoing(int s, long[] words) {
    if (guide.goes(s)) {
      add(s, words);
    }
  }
}
