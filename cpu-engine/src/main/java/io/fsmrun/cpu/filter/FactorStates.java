package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.lazy.DisjointUnion;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adds the states of pieces, factor by factor, to others. For one thread. */
final class FactorStates {

  private static final int NONE = -1;

  private final DisjointUnion union;

  /** States that a piece begins and ends with, each with what takes those that are entered. */
  private final Int2ObjectMap<IntArrayList> single = new Int2ObjectOpenHashMap<>();

  FactorStates(DisjointUnion union) {
    this.union = union;
  }

  /**
   * What may come before something: states, or anything.
   *
   * @param entered takes the states that are entered from here
   */
  record Entry(IntArrayList from, boolean anywhere, SymbolSet allowed, IntArrayList entered) {}

  /** States that a factor begins and ends with. */
  private record Part(IntArrayList first, IntArrayList last) {}

  /** Adds a piece behind some entries; gives the states at its end. */
  IntArrayList piece(List<Factor> factors, List<Entry> entries) {
    IntArrayList last = new IntArrayList();
    for (Factor factor : factors) {
      Part part = factor(factor);
      last.addAll(part.last());
      for (Entry entry : entries) {
        for (int i = 0; i < part.first().size(); i++) {
          int state = enter(entry, part.first().getInt(i));
          if (part.last().contains(part.first().getInt(i))) {
            single.put(state, entry.entered());
            if (state != part.first().getInt(i)) {
              last.add(state);
            }
          }
        }
      }
    }
    return last;
  }

  /** Lets a state, or its like on fewer symbols, be entered; gives the one that is. */
  private int enter(Entry entry, int first) {
    int state = first;
    if (!entry.allowed().equals(SymbolSet.ALL)) {
      state = restricted(state, entry.allowed());
    }
    if (entry.anywhere()) {
      union.setAlwaysEnabled(state);
    }
    entry.entered().add(state);
    for (int f = 0; f < entry.from().size(); f++) {
      union.connect(entry.from().getInt(f), state);
    }
    return state;
  }

  /** Lets a state be entered where another one is, which some states lead to. */
  void enterWith(int state, int other, IntArrayList predecessors) {
    IntArrayList entered = single.getOrDefault(other, new IntArrayList());
    enter(new Entry(predecessors, union.isAlwaysEnabled(other), SymbolSet.ALL, entered), state);
  }

  /** A state that leads where another one does, and is entered on some of its symbols. */
  int restricted(int state, SymbolSet allowed) {
    int made = union.add(union.symbols(state).and(allowed));
    for (int e = union.lastEdge(state); e >= 0; e = union.previousEdge(e)) {
      union.connect(made, union.target(e));
    }
    return made;
  }

  private Part factor(Factor factor) {
    IntArrayList first = new IntArrayList();
    IntArrayList last = new IntArrayList();
    int start = union.stateCount();
    List<SymbolSet> string = factor.string();
    union.add(string.get(0));
    for (int i = 1; i < string.size(); i++) {
      union.connect(start + i - 1, union.add(string.get(i)));
    }
    int end = union.stateCount() - 1;
    if (factor.before().isEmpty()) {
      first.add(start);
    } else {
      before(factor.before().get(), start, first);
    }
    if (factor.after().isEmpty()) {
      last.add(end);
    } else {
      after(factor.after().get(), end, last);
    }
    return new Part(first, last);
  }

  /** What lies before a string; the automaton reads it backwards. */
  private void before(Nfa nfa, int string, IntArrayList first) {
    int[] copies = new int[nfa.stateCount()];
    for (int state = 1; state < copies.length; state++) {
      copies[state] = union.add(nfa.symbols(state));
    }
    copies[Nfa.START] = string;
    for (int state = 0; state < copies.length; state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        union.connect(copies[nfa.successor(state, i)], copies[state]);
      }
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        first.add(copies[state]);
      }
    }
  }

  private void after(Nfa nfa, int string, IntArrayList last) {
    int[] copies = copy(nfa, string);
    for (int state = 0; state < copies.length; state++) {
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        last.add(copies[state]);
      }
    }
  }

  /**
   * Copies the states of an automaton, and its edges.
   *
   * @param start stands for its start; if it is negative, the edges from there are left out
   * @return per state its copy
   */
  int[] copy(Nfa nfa, int start) {
    int[] copies = new int[nfa.stateCount()];
    copies[Nfa.START] = start;
    for (int state = 1; state < copies.length; state++) {
      copies[state] = union.add(nfa.symbols(state));
      if (nfa.isAlwaysEnabled(state)) {
        union.setAlwaysEnabled(copies[state]);
      }
    }
    for (int state = 0; state < copies.length; state++) {
      for (int i = 0; copies[state] >= 0 && i < nfa.successorCount(state); i++) {
        union.connect(copies[state], copies[nfa.successor(state, i)]);
      }
    }
    return copies;
  }

  /**
   * The states that lead to each of some states.
   *
   * @param states numbered from {@code first} on
   * @param edges index of the first edge that may lead there
   */
  List<IntArrayList> predecessors(IntArrayList states, int first, int edges) {
    int[] index = new int[union.stateCount() - first];
    Arrays.fill(index, NONE);
    List<IntArrayList> result = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      index[states.getInt(i) - first] = i;
      result.add(new IntArrayList());
    }
    for (int e = edges; e < union.edgeCount(); e++) {
      int at = index[union.target(e) - first];
      if (at >= 0) {
        result.get(at).add(union.source(e));
      }
    }
    return result;
  }
}
