package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A deterministic automaton, one-hot. A step from one state to another takes a set of symbols; all
 * steps into a state that take the same set lead to one STE. After the same symbols, exactly one
 * STE of the state that the automaton is in is active, or none if that state is left out.
 */
final class DfaElements {

  private final Dfa dfa;
  private final RuleElements elements;
  private final SymbolSet[] classSymbols;
  private final BitSet kept;
  private final Map<Entry, Integer> stes = new HashMap<>();
  private final List<IntList> stesOfState = new ArrayList<>();

  /** A state, and the symbols of a step into it. */
  private record Entry(int state, SymbolSet symbols) {}

  DfaElements(Dfa dfa, RuleElements elements) {
    this.dfa = dfa;
    this.elements = elements;
    this.classSymbols = new SymbolSet[dfa.classes().count()];
    for (int c = 0; c < classSymbols.length; c++) {
      classSymbols[c] = dfa.classes().symbols(c);
    }
    this.kept = reachable();
    kept.and(useful());
    for (int state = 0; state < dfa.stateCount(); state++) {
      stesOfState.add(new IntArrayList(1));
    }
  }

  void add() {
    Map<Integer, Map<Integer, SymbolSet>> steps = new HashMap<>();
    for (int state = 0; state < dfa.stateCount(); state++) {
      if (kept.get(state)) {
        Map<Integer, SymbolSet> targets = targets(state);
        steps.put(state, targets);
        targets.forEach(this::define);
      }
    }
    steps.forEach(
        (state, targets) ->
            targets.forEach(
                (target, symbols) -> {
                  int ste = stes.get(new Entry(target, symbols));
                  if (state == dfa.start()) {
                    elements.start(ste, StartKind.START_OF_DATA);
                  }
                  for (int from : stesOfState.get(state)) {
                    elements.edge(from, ste);
                  }
                }));
  }

  /** The states that are kept among the successors of a state, with the symbols that lead there. */
  private Map<Integer, SymbolSet> targets(int state) {
    Map<Integer, SymbolSet> targets = new LinkedHashMap<>();
    for (int c = 0; c < classSymbols.length; c++) {
      int target = dfa.nextByClass(state, c);
      if (kept.get(target)) {
        targets.merge(target, classSymbols[c], SymbolSet::or);
      }
    }
    return targets;
  }

  private void define(int state, SymbolSet symbols) {
    stes.computeIfAbsent(
        new Entry(state, symbols),
        entry -> {
          IntList parts = stesOfState.get(state);
          int ste = elements.ste(state, parts.size(), symbols, dfa.reportFlags(state));
          parts.add(ste);
          return ste;
        });
  }

  private BitSet reachable() {
    BitSet reached = new BitSet();
    IntArrayList waiting = new IntArrayList(new int[] {dfa.start()});
    reached.set(dfa.start());
    while (!waiting.isEmpty()) {
      int state = waiting.popInt();
      for (int c = 0; c < classSymbols.length; c++) {
        int next = dfa.nextByClass(state, c);
        if (!reached.get(next)) {
          reached.set(next);
          waiting.add(next);
        }
      }
    }
    return reached;
  }

  /** The states that report, and those from which one that reports can be reached. */
  private BitSet useful() {
    int states = dfa.stateCount();
    int[] firstBefore = new int[states + 1];
    for (char next : dfa.table()) {
      firstBefore[next + 1]++;
    }
    for (int state = 0; state < states; state++) {
      firstBefore[state + 1] += firstBefore[state];
    }
    int[] before = new int[firstBefore[states]];
    int[] fill = firstBefore.clone();
    for (int i = 0; i < before.length; i++) {
      before[fill[dfa.table()[i]]++] = i / classSymbols.length;
    }
    BitSet useful = new BitSet();
    IntArrayList waiting = new IntArrayList();
    for (int state = 0; state < states; state++) {
      if (dfa.reportFlags(state) != 0) {
        useful.set(state);
        waiting.add(state);
      }
    }
    while (!waiting.isEmpty()) {
      int state = waiting.popInt();
      for (int i = firstBefore[state]; i < firstBefore[state + 1]; i++) {
        if (!useful.get(before[i])) {
          useful.set(before[i]);
          waiting.add(before[i]);
        }
      }
    }
    return useful;
  }
}
