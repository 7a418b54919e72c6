package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers the states of several automata through and lays them out in flat arrays. States that are
 * represented by another one are left out; the others keep their order, so that equal automata give
 * equal numbers.
 */
final class UnionBuilder {

  private final boolean startsApart;
  private final IntRows starts = new IntRows();
  private final SymbolClasses classes;
  private final int[] matchRow;
  private final long[] matches;
  private final IntRows edges = new IntRows();
  private final IntRows enabled = new IntRows();
  private final IntRows reports = new IntRows();

  /**
   * A builder.
   *
   * @param numbers of the components' states
   * @param groups as for them
   */
  UnionBuilder(StateNumbers numbers, int[] groups, boolean startsApart) {
    this.startsApart = startsApart;
    DisjointUnion union = numbers.union();
    int[][] members = numbers.members();
    int[] number = numbers.numbers();
    Map<SymbolSet, Integer> sets = new LinkedHashMap<>();
    this.matchRow = new int[members.length];
    for (int m = 0; m < members.length; m++) {
      SymbolSet set = union.symbols(members[m][0]);
      Integer known = sets.putIfAbsent(set, sets.size());
      matchRow[m] = known == null ? sets.size() - 1 : known;
    }
    this.classes = SymbolClasses.of(sets.keySet());
    this.matches = new long[sets.size() * matchWords()];
    sets.forEach(this::addMatches);
    for (int[] states : members) {
      addEdges(union, states, number);
      addReports(union, states);
    }
    addEnabled(union, members);
    addStarts(union, groups, number);
  }

  private void addMatches(SymbolSet set, int row) {
    for (int c = 0; c < classes.count(); c++) {
      if (set.contains(classes.representative(c))) {
        matches[row * matchWords() + (c >>> 6)] |= 1L << c;
      }
    }
  }

  private void addEdges(DisjointUnion union, int[] states, int[] number) {
    IntArrayList targets = new IntArrayList();
    for (int state : states) {
      Nfa nfa = union.nfa(state);
      int local = union.local(state);
      for (int i = 0; i < nfa.successorCount(local); i++) {
        int successor = nfa.successor(local, i);
        if (!nfa.isAlwaysEnabled(successor)) {
          targets.add(number[state - local + successor]);
        }
      }
    }
    addSorted(targets, edges);
  }

  private static void addSorted(IntArrayList values, IntRows rows) {
    int[] sorted = values.toIntArray();
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        rows.add(sorted[i]);
      }
    }
    rows.endRow();
  }

  private void addReports(DisjointUnion union, int[] states) {
    IntArrayList packed = new IntArrayList();
    for (int state : states) {
      int flags = union.nfa(state).reportFlags(union.local(state));
      if (flags != ReportFlags.NONE) {
        packed.add(union.rule(state) << SetAutomaton.FLAG_BITS | flags);
      }
    }
    addSorted(packed, reports);
  }

  private void addEnabled(DisjointUnion union, int[][] members) {
    for (int c = 0; c < classes.count(); c++) {
      int symbol = classes.representative(c);
      for (int m = 0; m < members.length; m++) {
        int state = members[m][0];
        if (union.isAlwaysEnabled(state) && union.symbols(state).contains(symbol)) {
          enabled.add(m);
        }
      }
      enabled.endRow();
    }
  }

  /** The starts of each group that lead anywhere or report. */
  private void addStarts(DisjointUnion union, int[] groups, int[] number) {
    int[] edgeStart = edges.starts();
    int[] reportStart = reports.starts();
    IntArrayList together = new IntArrayList();
    for (int c = 0; c < groups.length; c++) {
      int start = number[union.first(c)];
      if (edgeStart[start] < edgeStart[start + 1] || reportStart[start] < reportStart[start + 1]) {
        together.add(start);
      }
      if (c + 1 == groups.length || groups[c + 1] != groups[c]) {
        addSorted(together, starts);
        together.clear();
      }
    }
  }

  boolean startsApart() {
    return startsApart;
  }

  IntRows starts() {
    return starts;
  }

  int stateCount() {
    return matchRow.length;
  }

  SymbolClasses classes() {
    return classes;
  }

  int[] classOf() {
    int[] result = new int[SymbolSet.ALPHABET_SIZE];
    Arrays.setAll(result, classes::classOf);
    return result;
  }

  int matchWords() {
    return (classes.count() + Long.SIZE - 1) / Long.SIZE;
  }

  int[] matchRow() {
    return matchRow;
  }

  long[] matches() {
    return matches;
  }

  IntRows edges() {
    return edges;
  }

  IntRows enabled() {
    return enabled;
  }

  IntRows reports() {
    return reports;
  }
}
