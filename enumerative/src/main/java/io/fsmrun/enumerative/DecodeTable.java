package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What several runs of one deterministic automaton may come to when they start in given states and
 * read the same symbols: all tuples of states that can be reached, and which of them look the same
 * in a mask.
 *
 * <p>A mask shows which states are active, not whose they are, and not those that are settled
 * (never change, never report): they need no bit. A tuple is <em>plain</em> if no other tuple that
 * can be reached looks the same. Immutable once made; for use by one thread at a time.
 */
final class DecodeTable {

  private static final int AMBIGUOUS = -2;
  private static final int UNKNOWN = -1;

  private final Dfa dfa;
  private final BitSet settled;
  private final List<IntList> tuples = new ArrayList<>();
  private final Object2IntOpenHashMap<IntList> numbers = new Object2IntOpenHashMap<>();
  private final Object2IntOpenHashMap<IntList> looks = new Object2IntOpenHashMap<>();

  /** Successors of tuple {@code t} on class {@code c} at {@code t * classes + c}. */
  private final IntArrayList edges = new IntArrayList();

  private DecodeTable(Dfa dfa, BitSet settled) {
    this.dfa = dfa;
    this.settled = settled;
    numbers.defaultReturnValue(UNKNOWN);
    looks.defaultReturnValue(UNKNOWN);
  }

  /**
   * Follows a tuple over all symbols.
   *
   * @param dfa the automaton
   * @param settled its settled states
   * @param start the states that the runs start in
   * @param mostTuples gives up beyond so many
   * @return the table, or null if there are too many tuples; O(tuples * classes * runs)
   */
  static DecodeTable of(Dfa dfa, BitSet settled, IntList start, int mostTuples) {
    DecodeTable table = new DecodeTable(dfa, settled);
    table.number(start);
    int classes = dfa.classes().count();
    for (int t = 0; t < table.tuples.size(); t++) {
      if (table.tuples.size() > mostTuples) {
        return null;
      }
      IntList tuple = table.tuples.get(t);
      for (int c = 0; c < classes; c++) {
        int[] next = new int[tuple.size()];
        for (int i = 0; i < next.length; i++) {
          next[i] = dfa.nextByClass(tuple.getInt(i), c);
        }
        table.edges.add(table.number(IntArrayList.wrap(next)));
      }
    }
    return table;
  }

  private int number(IntList tuple) {
    int known = numbers.getInt(tuple);
    if (known != UNKNOWN) {
      return known;
    }
    int number = tuples.size();
    tuples.add(tuple);
    numbers.put(tuple, number);
    IntList look = look(tuple);
    looks.put(look, looks.containsKey(look) ? AMBIGUOUS : number);
    return number;
  }

  private IntList look(IntList tuple) {
    int[] states =
        tuple.intStream().filter(state -> !settled.get(state)).sorted().distinct().toArray();
    return IntArrayList.wrap(states);
  }

  /** Number of tuples that can be reached. */
  int size() {
    return tuples.size();
  }

  /** Whether a tuple can be reached. */
  boolean holds(IntList tuple) {
    return numbers.containsKey(tuple);
  }

  /** Whether a tuple can be reached and no other looks like it. */
  boolean isPlain(IntList tuple) {
    return looks.getInt(look(tuple)) >= 0 && holds(tuple);
  }

  /**
   * Whether reports on the way between two tuples of this table can be told apart: every state that
   * reports is, in all tuples on such ways, that of the same runs.
   */
  boolean tellsReports(IntList from, IntList to) {
    BitSet between = reachable(numbers.getInt(from));
    between.and(reaching(numbers.getInt(to)));
    long[] holders = new long[dfa.stateCount()];
    for (int t = between.nextSetBit(0); t >= 0; t = between.nextSetBit(t + 1)) {
      IntList tuple = tuples.get(t);
      for (int i = 0; i < tuple.size(); i++) {
        int state = tuple.getInt(i);
        if (dfa.reportFlags(state) != ReportFlags.NONE) {
          long runs = runsIn(tuple, state);
          if (holders[state] != 0 && holders[state] != runs) {
            return false;
          }
          holders[state] = runs;
        }
      }
    }
    return true;
  }

  private static long runsIn(IntList tuple, int state) {
    long runs = 0;
    for (int i = 0; i < tuple.size(); i++) {
      runs |= tuple.getInt(i) == state ? 1L << i : 0;
    }
    return runs;
  }

  private BitSet reachable(int from) {
    int classes = dfa.classes().count();
    BitSet seen = new BitSet();
    IntArrayList open = IntArrayList.of(from);
    seen.set(from);
    while (!open.isEmpty()) {
      int tuple = open.popInt();
      for (int c = 0; c < classes; c++) {
        int next = edges.getInt(tuple * classes + c);
        if (!seen.get(next)) {
          seen.set(next);
          open.add(next);
        }
      }
    }
    return seen;
  }

  private BitSet reaching(int to) {
    int classes = dfa.classes().count();
    IntArrayList[] before = new IntArrayList[tuples.size()];
    Arrays.setAll(before, t -> new IntArrayList());
    for (int e = 0; e < edges.size(); e++) {
      before[edges.getInt(e)].add(e / classes);
    }
    BitSet seen = new BitSet();
    IntArrayList open = IntArrayList.of(to);
    seen.set(to);
    while (!open.isEmpty()) {
      IntArrayList previous = before[open.popInt()];
      for (int i = 0; i < previous.size(); i++) {
        if (!seen.get(previous.getInt(i))) {
          seen.set(previous.getInt(i));
          open.add(previous.getInt(i));
        }
      }
    }
    return seen;
  }
}
