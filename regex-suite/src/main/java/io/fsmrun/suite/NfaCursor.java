package io.fsmrun.suite;

import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
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

  /** Bytes to a report from the nearest active state, and from the nearest that is on its way. */
  private int nearest;

  private int nearestGoing = Guide.NEVER;

  NfaCursor(Guide guide) {
    this.guide = guide;
    this.entered = new long[guide.states];
    active.add(Nfa.START);
    nearest = guide.ahead[Nfa.START];
  }

  /** What is known of a position automaton beforehand. Immutable, shared by threads. */
  static final class Guide {

    private static final int NEVER = ReportDistances.NEVER;

    private final int states;
    private final int[] always;

    /** Per state, where its successors start in {@link #edges}. */
    private final int[] edgeStart;

    private final int[] edges;

    /** Per state, the words of the bytes on which it is entered. */
    private final long[] symbols;

    /** Per state, bytes to a report; 0 where there is one. */
    private final int[] distances;

    /** Per state, bytes to the next report, at least 1. */
    private final int[] ahead;

    /** Whether a state stays active on at least half of all bytes. */
    private final boolean[] lasting;

    /** Bytes to a report if no state is active. */
    private final int aheadOfNothing;

    private final int aheadOfStart;

    /** Per state, bytes to the next report if it is one of a rule on its way. */
    private final int[] goingFrom;

    /** Looks at every edge; O(states + edges). */
    Guide(Nfa nfa) {
      states = nfa.stateCount();
      edgeStart = new int[states + 1];
      edges = new int[nfa.edgeCount()];
      symbols = new long[states * WORDS];
      IntArrayList enabled = new IntArrayList();
      lasting = new boolean[states];
      for (int s = 0; s < states; s++) {
        if (nfa.isAlwaysEnabled(s)) {
          enabled.add(s);
        }
        for (int w = 0; w < WORDS; w++) {
          symbols[s * WORDS + w] = nfa.symbols(s).word(w);
        }
        edgeStart[s + 1] = edgeStart[s] + nfa.successorCount(s);
        for (int i = 0; i < nfa.successorCount(s); i++) {
          edges[edgeStart[s] + i] = nfa.successor(s, i);
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
      goingFrom = new int[states];
      Arrays.setAll(goingFrom, s -> goes(s) ? ahead[s] : NEVER);
    }

    private int leastAfter(int s) {
      int least = NEVER - 1;
      for (int e = edgeStart[s]; e < edgeStart[s + 1]; e++) {
        least = Math.min(least, distances[edges[e]]);
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

    private boolean accepts(int s, int symbol) {
      return (symbols[s * WORDS + symbol / Long.SIZE] >>> symbol & 1) != 0;
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
    nearest = Guide.NEVER;
    nearestGoing = Guide.NEVER;
    for (int i = 0; i < before.size(); i++) {
      int s = before.getInt(i);
      for (int e = guide.edgeStart[s]; e < guide.edgeStart[s + 1]; e++) {
        enter(guide.edges[e], symbol);
      }
    }
    for (int s : guide.always) {
      enter(s, symbol);
    }
    return standing();
  }

  private void enter(int s, int symbol) {
    if (entered[s] != steps && guide.accepts(s, symbol)) {
      entered[s] = steps;
      active.add(s);
      nearest = Math.min(nearest, guide.ahead[s]);
      nearestGoing = Math.min(nearestGoing, guide.goingFrom[s]);
    }
  }

  @Override
  int standing() {
    if (Math.min(nearest, guide.aheadOfNothing) == Guide.NEVER) {
      return DEAD;
    }
    if (active.isEmpty()) {
      return HOME;
    }
    return nearestGoing == Guide.NEVER ? 0 : guide.aheadOfStart - nearestGoing;
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
    for (int w = 0; w < WORDS; w++) {
      words[w] |= guide.symbols[s * WORDS + w];
    }
  }

  @Override
  int forward(SplittableRandom random) {
    boolean going = nearestGoing != Guide.NEVER;
    int least = going ? nearestGoing : Math.min(nearest, guide.aheadOfNothing);
    long[] words = new long[WORDS];
    for (int i = 0; i < active.size(); i++) {
      int s = active.getInt(i);
      if ((going ? guide.goingFrom : guide.ahead)[s] == least) {
        for (int e = guide.edgeStart[s]; e < guide.edgeStart[s + 1]; e++) {
          addNearer(guide.edges[e], least, words);
        }
      }
    }
    if (!going && guide.aheadOfNothing == least) {
      for (int s : guide.always) {
        addNearer(s, least, words);
      }
    }
    return Symbols.pick(words, random);
  }

  private void addNearer(int s, int least, long[] words) {
    if (guide.distances[s] == least - 1) {
      add(s, words);
    }
  }

  @Override
  void goesOn(long[] words) {
    Arrays.fill(words, 0);
    for (int i = 0; i < active.size(); i++) {
      int s = active.getInt(i);
      for (int e = guide.edgeStart[s]; e < guide.edgeStart[s + 1]; e++) {
        addGoing(guide.edges[e], words);
      }
    }
    for (int s : guide.always) {
      addGoing(s, words);
    }
  }

  private void addGoing(int s, long[] words) {
    if (guide.goingFrom[s] != Guide.NEVER) {
      add(s, words);
    }
  }
}
