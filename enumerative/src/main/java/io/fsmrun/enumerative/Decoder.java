package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells the runs of one deterministic automaton apart that are carried together in one mask.
 *
 * <p>It knows where the runs were at one checkpoint and which states are active at the next, and
 * nothing of the symbols between. Settled states (they never change and never report) need no bit,
 * so a mask does not show them. A way to share out the active states among the runs is possible
 * only if every two runs can come to their two states from where they were, on the same symbols
 * ({@link PairReach}). If one way is left, the mask says it all. More ways may be left than there
 * really are, never fewer.
 *
 * <p>What is learnt is kept, and its size is bounded; beyond that, runs cannot be told apart. Safe
 * for use by several threads.
 */
final class Decoder {

  /** More runs than this are not looked at: the ways to share out states explode. */
  private static final int MOST_RUNS = 8;

  /** With more ways than this, nothing is told. */
  private static final int MOST_WAYS = 256;

  /** States that are tried for runs, in one question, before nothing is told. */
  private static final int MOST_TRIES = 1 << 16;

  /** Pairs that are followed from one pair. */
  private static final int MOST_PAIRS = 1 << 18;

  /** Answers that are remembered for one automaton. */
  private static final int MOST_ANSWERS = 1 << 12;

  /** Pairs that all decoders of a ruleset keep; about 8 bytes each. */
  static final long MOST_KEPT = 16_000_000;

  private final Dfa dfa;
  private final AtomicLong keep;
  private final BitSet settled = new BitSet();
  private final Long2ObjectOpenHashMap<PairReach> reaches = new Long2ObjectOpenHashMap<>();
  private final Map<IntList, Integer> answers = new HashMap<>();
  private int tries;

  /** States from which a settled one can be reached; null until it is asked for. */
  private BitSet settling;

  /**
   * A decoder that knows nothing yet.
   *
   * @param dfa the automaton
   * @param keep how many pairs may still be kept, shared by the decoders of a ruleset; at first
   *     {@link #MOST_KEPT}
   */
  Decoder(Dfa dfa, AtomicLong keep) {
    this.dfa = dfa;
    this.keep = keep;
    for (int state = 0; state < dfa.stateCount(); state++) {
      settled.set(state, dfa.reportFlags(state) == ReportFlags.NONE && dfa.isAbsorbing(state));
    }
  }

  /** Whether a state never changes and never reports: it needs no bit. */
  boolean isSettled(int state) {
    return settled.get(state);
  }

  /** Whether a settled state can be reached from a state. */
  synchronized boolean maySettle(int state) {
    if (settling == null) {
      settling = settling();
    }
    return settling.get(state);
  }

  private BitSet settling() {
    BitSet found = (BitSet) settled.clone();
    boolean grown = !found.isEmpty();
    while (grown) {
      grown = false;
      for (int s = found.nextClearBit(0); s < dfa.stateCount(); s = found.nextClearBit(s + 1)) {
        for (int c = 0; c < dfa.classes().count() && !found.get(s); c++) {
          found.set(s, found.get(dfa.nextByClass(s, c)));
        }
        grown |= found.get(s);
      }
    }
    return found;
  }

  /**
   * How many runs have to be run again, each by itself, to tell which run is in which state and
   * whose the reports are. After each of them only those ways are left in which that run is where
   * it was seen to be; the next one is always that which leaves the fewest ways at worst.
   *
   * @param from the state of each run at one checkpoint, all different
   * @param to the state of each run at the next; the mask shows them without saying whose they are
   * @param reported whether any of the runs reported in between
   * @return 0 if the mask says it all; the number of runs if nothing is known of them
   */
  synchronized int runsToTell(int[] from, int[] to, boolean reported) {
    if (from.length > MOST_RUNS || dfa.stateCount() > PairReach.MOST_STATES) {
      return from.length;
    }
    IntList question = new IntArrayList(from);
    question.addAll(IntArrayList.wrap(to));
    question.add(reported ? 1 : 0);
    Integer known = answers.get(question);
    if (known != null) {
      return known;
    }
    int answer = find(from, to, reported);
    if (answers.size() < MOST_ANSWERS) {
      answers.put(question, answer);
    }
    return answer;
  }

  private int find(int[] from, int[] to, boolean reported) {
    PairReach[][] reach = new PairReach[from.length][from.length];
    for (int i = 0; i < from.length; i++) {
      for (int j = i + 1; j < from.length; j++) {
        reach[i][j] = reach(from[i], from[j]);
        if (reach[i][j] == null) {
          return from.length;
        }
      }
    }
    List<int[]> ways = new ArrayList<>();
    tries = 0;
    collect(reach, visible(to), new int[from.length], 0, ways);
    if (ways.size() > MOST_WAYS || tries > MOST_TRIES) {
      return from.length;
    }
    int again = 0;
    while (ways.size() > 1) {
      int run = mostTelling(ways);
      ways.removeIf(way -> way[run] != to[run]);
      again++;
    }
    // Reports that are anybody's cost one more run: that of the run which turns out to be true.
    boolean told = !reported || tellsReports(reach, to);
    return Math.min(from.length, told ? again : again + 1);
  }

  private PairReach reach(int x, int y) {
    long key = (long) x << 32 | y;
    if (!reaches.containsKey(key)) {
      int most = (int) Math.max(0, Math.min(MOST_PAIRS, keep.get()));
      PairReach reach = PairReach.of(dfa, x, y, most);
      keep.addAndGet(reach == null ? 0 : -reach.size());
      if (reaches.size() < MOST_ANSWERS) {
        reaches.put(key, reach);
      }
      return reach;
    }
    return reaches.get(key);
  }

  private int[] visible(int[] states) {
    return Arrays.stream(states).filter(state -> !settled.get(state)).sorted().distinct().toArray();
  }

  /** Adds all ways in which the runs from {@code run} on can share the active states. */
  private void collect(PairReach[][] reach, int[] active, int[] way, int run, List<int[]> ways) {
    if (ways.size() > MOST_WAYS || tries > MOST_TRIES) {
      return;
    }
    if (run == way.length) {
      if (Arrays.equals(visible(way), active)) {
        ways.add(way.clone());
      }
      return;
    }
    for (int state : active) {
      tryState(reach, active, way, run, state, ways);
    }
    for (int state = settled.nextSetBit(0); state >= 0; state = settled.nextSetBit(state + 1)) {
      tryState(reach, active, way, run, state, ways);
    }
  }

  private void tryState(
      PairReach[][] reach, int[] active, int[] way, int run, int state, List<int[]> ways) {
    tries++;
    for (int other = 0; other < run; other++) {
      if (!reach[other][run].holds(way[other], state)) {
        return;
      }
    }
    way[run] = state;
    collect(reach, active, way, run + 1, ways);
  }

  private static int mostTelling(List<int[]> ways) {
    int best = 0;
    int fewest = Integer.MAX_VALUE;
    for (int run = 0; run < ways.get(0).length; run++) {
      Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
      int worst = 0;
      for (int[] way : ways) {
        worst = Math.max(worst, counts.addTo(way[run], 1) + 1);
      }
      if (worst < fewest) {
        fewest = worst;
        best = run;
      }
    }
    return best;
  }

  private static boolean tellsReports(PairReach[][] reach, int[] to) {
    for (int i = 0; i < to.length; i++) {
      for (int j = i + 1; j < to.length; j++) {
        if (!reach[i][j].tellsReports(to[i], to[j])) {
          return false;
        }
      }
    }
    return true;
  }
}
