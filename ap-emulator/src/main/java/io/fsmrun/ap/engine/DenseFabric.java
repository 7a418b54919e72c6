package io.fsmrun.ap.engine;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs many small components as one-hot masks, a row of 512 states at a time: the components whose
 * sets of active states seldom repeat, so that remembering steps would not pay. A row goes through
 * a whole block of symbols before the next one, so that its mask and its edges stay in registers
 * and only match rows are loaded. The working memory of one session; rows may be run by several
 * threads at once.
 */
final class DenseFabric {

  final DenseLayout layout;

  /** The active states, a bit each. */
  final long[] active;

  final byte[] classOf = new byte[256];

  /** Match rows: the states of row r that match class c are at (r * classes + c) * 8. */
  final long[] match;

  final int classes;

  private final StateGraph graph;
  private final int[] components;
  private final DenseKernel kernel;

  DenseFabric(StateGraph graph, int[] components, DenseKernel kernel) {
    this.graph = graph;
    this.components = components;
    this.kernel = kernel;
    this.layout = new DenseLayout(graph, components);
    this.active = new long[layout.start.length];
    SymbolClasses symbolClasses = symbolClasses();
    this.classes = symbolClasses.count();
    for (int symbol = 0; symbol < 256; symbol++) {
      classOf[symbol] = (byte) symbolClasses.classOf(symbol);
    }
    this.match = new long[layout.start.length * classes];
    for (int c = 0; c < classes; c++) {
      int symbol = symbolClasses.representative(c);
      for (int bit = 0; bit < layout.stateAt.length; bit++) {
        int state = layout.stateAt[bit];
        if (state >= 0 && graph.matches(state, symbol)) {
          int row = bit / (64 * DenseLayout.LANES);
          int lane = bit / 64 % DenseLayout.LANES;
          match[(row * classes + c) * DenseLayout.LANES + lane] |= 1L << bit;
        }
      }
    }
  }

  private SymbolClasses symbolClasses() {
    Set<SymbolSet> distinct = new HashSet<>();
    for (int state : layout.stateAt) {
      if (state >= 0) {
        distinct.add(graph.symbols(state));
      }
    }
    return SymbolClasses.of(distinct);
  }

  int[] components() {
    return components;
  }

  int rows() {
    return layout.rows();
  }

  /** Makes some of the states active and all others not. */
  void setActive(IntArrayList states) {
    boolean[] on = new boolean[graph.stateCount()];
    for (int i = 0; i < states.size(); i++) {
      on[states.getInt(i)] = true;
    }
    Arrays.fill(active, 0);
    for (int bit = 0; bit < layout.stateAt.length; bit++) {
      int state = layout.stateAt[bit];
      if (state >= 0 && on[state]) {
        active[bit >> 6] |= 1L << bit;
      }
    }
  }

  /** Adds the active states to a list. */
  void copyActive(IntArrayList to) {
    for (int word = 0; word < active.length; word++) {
      for (long bits = active[word]; bits != 0; bits &= bits - 1) {
        to.add(layout.stateAt[word * 64 + Long.numberOfTrailingZeros(bits)]);
      }
    }
  }

  /**
   * Takes some rows over a block of symbols.
   *
   * @param firstRow the first row
   * @param lastRow one past the last
   * @param input an array
   * @param from the first symbol
   * @param to one past the last
   * @param out takes the reports, with positions from {@code from}
   */
  void run(int firstRow, int lastRow, byte[] input, int from, int to, ReportBuffer out) {
    kernel.run(this, firstRow, lastRow, input, from, to, out);
  }

  /** Adds the reports of one word. */
  void report(int word, long activeBits, int position, ReportBuffer out) {
    for (long bits = activeBits & layout.reports[word]; bits != 0; bits &= bits - 1) {
      out.add(
          position, graph.elementOf[layout.stateAt[word * 64 + Long.numberOfTrailingZeros(bits)]]);
    }
  }

  /** Adds the reports of a row whose active states have been stored. */
  void reportRow(int row, int position, ReportBuffer out) {
    for (int word = row * DenseLayout.LANES; word < (row + 1) * DenseLayout.LANES; word++) {
      report(word, active[word], position, out);
    }
  }

  long bytes() {
    return 8L * (match.length + 5L * active.length + 2L * layout.turnMask.length)
        + 4L * layout.stateAt.length;
  }
}
