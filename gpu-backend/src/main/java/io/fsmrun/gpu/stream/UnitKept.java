package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What flows have to remember of a unit: which of its states by name, since more bytes than the
 * overlap may be needed to tell whether they are active, and which bytes tell of the others.
 */
final class UnitKept {

  private static final int FINAL = ReportFlags.FINAL_HERE | ReportFlags.FINAL_BACK;

  private final StateOrder order;
  private final boolean[] kept;
  private final IntList names = new IntArrayList();
  private int historyBytes = 1;
  private int first;

  UnitKept(StateOrder order) {
    this.order = order;
    this.kept = new boolean[order.count()];
    int[] depths = order.depths();
    for (int p = 0; p < depths.length; p++) {
      kept[p] = depths[p] > StreamProgram.OVERLAP;
      historyBytes = kept[p] ? historyBytes : Math.max(historyBytes, depths[p]);
    }
  }

  /** The last bytes of a flow that tell which states are active, but for those that are kept. */
  int historyBytes() {
    return historyBytes;
  }

  /** Numbers the kept states from one on; returns the next number. */
  int number(int from) {
    first = from;
    int next = from;
    for (boolean each : kept) {
      next += each ? 1 : 0;
    }
    return next;
  }

  /** The number of the first kept state. */
  int first() {
    return first;
  }

  boolean isKept(int place) {
    return kept[place];
  }

  /** Notes the name of the next kept state. */
  void name(int operation, int step) {
    names.add(operation << Operations.PLACE_BITS | step);
  }

  /**
   * The kept states in order: the operation, then {@link Operations#PLACE_BITS} that say which step
   * of it; known once the unit is encoded.
   */
  IntList names() {
    return names;
  }

  /** The other states by how many steps lead to them. O(edges * bytes of history). */
  LiveSuffix.Prefixes prefixes() {
    List<SymbolSet> all = new ArrayList<>();
    List<SymbolSet> lasts = new ArrayList<>();
    IntList[] next = successors();
    IntList front = new IntArrayList();
    for (int p = 0; p < kept.length; p++) {
      if (!kept[p] && (order.isAtEvery(p) || order.isAtFirst(p))) {
        front.add(p);
      }
    }
    int[] seen = new int[kept.length];
    while (!front.isEmpty() && all.size() < historyBytes) {
      addSymbols(front, next, all, lasts);
      IntList after = new IntArrayList();
      for (int p : front) {
        for (int q : next[p]) {
          // Of a state that may be entered anywhere, its last byte tells.
          if (!kept[q] && !order.isAtEvery(q) && seen[q] < all.size()) {
            seen[q] = all.size();
            after.add(q);
          }
        }
      }
      front = after;
    }
    return new Steps(all, lasts);
  }

  private IntList[] successors() {
    IntList[] next = new IntList[kept.length];
    Arrays.setAll(next, p -> new IntArrayList());
    for (int q = 0; q < kept.length; q++) {
      for (int p : order.before(q)) {
        next[p].add(q);
      }
    }
    return next;
  }

  private void addSymbols(
      IntList front, IntList[] next, List<SymbolSet> all, List<SymbolSet> lasts) {
    SymbolSet symbols = SymbolSet.EMPTY;
    SymbolSet last = SymbolSet.EMPTY;
    for (int p : front) {
      symbols = symbols.or(order.stateAt(p).symbols());
      if (!next[p].isEmpty() || reportsAtEnd(p)) {
        last = last.or(order.stateAt(p).symbols());
      }
    }
    all.add(symbols);
    lasts.add(last);
  }

  private boolean reportsAtEnd(int place) {
    for (int report : order.stateAt(place).reports()) {
      if ((report & FINAL) != 0) {
        return true;
      }
    }
    return false;
  }

  private record Steps(List<SymbolSet> all, List<SymbolSet> lasts) implements LiveSuffix.Prefixes {

    @Override
    public SymbolSet at(int step) {
      return step > all.size() ? null : all.get(step - 1);
    }

    @Override
    public SymbolSet lastAt(int step) {
      return lasts.get(step - 1);
    }
  }
}
