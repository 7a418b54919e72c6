package io.fsmrun.ap.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the states of small components lie in wide masks. A component of at most 64 states has a
 * word, or shares one; {@value #LANES} words make a row; a row is stepped by itself.
 *
 * <pre>
 *   row r      | word 0 | word 1 | ... | word 7 |      word w of row r is at 8 * r + w
 *   word       bit b of a word is one state; an edge from bit b to bit c is a turn by c - b
 *
 *   next = ( start | (now & stay) | ((now & forth) &lt;&lt; 1) | (((now &amp; run) + run) &amp; runEnd)
 *            | turn(now &amp; mask[0], by[0]) | turn(now &amp; mask[1], by[1]) | ... ) &amp; match[symbol]
 * </pre>
 *
 * <p>A <em>run</em> is neighbouring states that all drive the state behind them, as in {@code
 * a{2,9}b}: adding the run to its active states carries into that state if there is any.
 *
 * <p>Each word has its own turns; a row has as many as the word that needs most. So components are
 * sorted by how many turns they need, and rows differ little within. Immutable.
 */
final class DenseLayout {

  /** Words in a row: 512 bits. */
  static final int LANES = 8;

  /** The most states of a component that fits. */
  static final int MAX_STATES = 64;

  /** State of each bit; negative where there is none. */
  final int[] stateAt;

  /** Number of turns of each row, and where they begin; one more at the end. */
  final int[] turnStart;

  final long[] start;
  final long[] stay;
  final long[] forth;
  final long[] run;
  final long[] runEnd;
  final long[] reports;

  /** The states that turn, and by how many bits, a row of words for each turn. */
  final long[] turnMask;

  final long[] turnBy;

  DenseLayout(StateGraph graph, int[] components) {
    List<DenseShape> order = new ArrayList<>();
    for (int component : components) {
      order.add(DenseShape.of(graph, component));
    }
    order.sort(
        Comparator.comparingInt(DenseShape::turns)
            .thenComparing(DenseShape::hasRuns)
            .thenComparingInt(DenseShape::first));
    int[] bitOf = new int[graph.stateCount()];
    IntArrayList states = new IntArrayList();
    int words = place(order, bitOf, states);
    int rows = (words + LANES - 1) / LANES;
    stateAt = Arrays.copyOf(states.toIntArray(), rows * LANES * 64);
    Arrays.fill(stateAt, states.size(), stateAt.length, -1);
    start = new long[rows * LANES];
    stay = new long[rows * LANES];
    forth = new long[rows * LANES];
    run = new long[rows * LANES];
    runEnd = new long[rows * LANES];
    reports = new long[rows * LANES];
    turnStart = new int[rows + 1];
    List<long[]> masks = new ArrayList<>();
    List<long[]> turns = new ArrayList<>();
    for (DenseShape shape : order) {
      int bit = bitOf[shape.first()];
      run[bit >> 6] |= shape.run() << bit;
      runEnd[bit >> 6] |= shape.runEnd() << bit;
    }
    for (int row = 0; row < rows; row++) {
      fillRow(graph, row, bitOf, masks, turns);
      turnStart[row + 1] = masks.size();
    }
    turnMask = flatten(masks);
    turnBy = flatten(turns);
  }

  /** Gives every state a bit; returns the number of words. */
  private static int place(List<DenseShape> order, int[] bitOf, IntArrayList states) {
    for (DenseShape shape : order) {
      if ((states.size() & 63) + shape.states() > 64) {
        fillWord(states);
      }
      for (int state = shape.first(); state < shape.first() + shape.states(); state++) {
        bitOf[state] = states.size();
        states.add(state);
      }
    }
    fillWord(states);
    return states.size() / 64;
  }

  private static void fillWord(IntArrayList states) {
    while ((states.size() & 63) != 0) {
      states.add(-1);
    }
  }

  private void fillRow(
      StateGraph graph, int row, int[] bitOf, List<long[]> masks, List<long[]> turns) {
    int firstTurn = masks.size();
    for (int lane = 0; lane < LANES; lane++) {
      Map<Integer, Long> byTurn = new TreeMap<>();
      int word = row * LANES + lane;
      for (int bit = 0; bit < 64; bit++) {
        int state = stateAt[word * 64 + bit];
        if (state >= 0) {
          fillState(graph, word, bit, state, bitOf, byTurn);
        }
      }
      int turn = firstTurn;
      for (var entry : byTurn.entrySet()) {
        if (turn == masks.size()) {
          masks.add(new long[LANES]);
          turns.add(new long[LANES]);
        }
        masks.get(turn)[lane] = entry.getValue();
        turns.get(turn)[lane] = entry.getKey();
        turn++;
      }
    }
  }

  private void fillState(
      StateGraph graph, int word, int bit, int state, int[] bitOf, Map<Integer, Long> byTurn) {
    long mask = 1L << bit;
    start[word] |= graph.allInput[state] ? mask : 0;
    reports[word] |= graph.reports[state] ? mask : 0;
    for (int e = graph.edgeStart[state]; e < graph.edgeStart[state + 1]; e++) {
      int turn = bitOf[graph.edges[e]] - (word * 64 + bit);
      if (turn == 0) {
        stay[word] |= mask;
      } else if (turn == 1) {
        forth[word] |= mask;
      } else if (!isInRun(word, bit, turn)) {
        byTurn.merge(turn & 63, mask, (x, y) -> x | y);
      }
    }
  }

  /** Whether an edge leads from a run to the state behind it. */
  private boolean isInRun(int word, int bit, int turn) {
    if (turn < 0 || (runEnd[word] >>> bit + turn & 1) == 0) {
      return false;
    }
    long between = (1L << turn) - 1 << bit;
    return (run[word] & between) == between;
  }

  private static long[] flatten(List<long[]> rows) {
    long[] flat = new long[rows.size() * LANES];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, flat, i * LANES, LANES);
    }
    return flat;
  }

  int rows() {
    return start.length / LANES;
  }

  boolean hasRuns(int row) {
    long any = 0;
    for (int word = row * LANES; word < (row + 1) * LANES; word++) {
      any |= run[word];
    }
    return any != 0;
  }

  int turns(int row) {
    return turnStart[row + 1] - turnStart[row];
  }
}
