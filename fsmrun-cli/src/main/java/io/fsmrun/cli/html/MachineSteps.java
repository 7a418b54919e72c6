package io.fsmrun.cli.html;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Map;
import java.util.TreeMap;

/** The states of a machine that are nearest to its start, and the steps between them. */
final class MachineSteps {

  private final Dfa dfa;
  private final SymbolSet[] symbolsOfClass;
  private final Int2IntLinkedOpenHashMap parents = new Int2IntLinkedOpenHashMap();
  private final boolean isCut;

  /** Walks breadth first until so many states are found. Takes O(most * classes). */
  MachineSteps(Dfa dfa, int most) {
    this.dfa = dfa;
    this.symbolsOfClass = symbolsOfClasses(dfa);
    IntArrayList queue = new IntArrayList(new int[] {dfa.start()});
    parents.put(dfa.start(), -1);
    boolean cut = false;
    for (int head = 0; head < queue.size(); head++) {
      for (int c = 0; c < symbolsOfClass.length; c++) {
        int next = dfa.nextByClass(queue.getInt(head), c);
        if (parents.containsKey(next)) {
          continue;
        }
        if (queue.size() == most) {
          cut = true;
        } else {
          parents.put(next, queue.getInt(head));
          queue.add(next);
        }
      }
    }
    this.isCut = cut;
  }

  private static SymbolSet[] symbolsOfClasses(Dfa dfa) {
    SymbolSet[] symbols = new SymbolSet[dfa.classes().count()];
    java.util.Arrays.fill(symbols, SymbolSet.EMPTY);
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      int c = dfa.classes().classOf(symbol);
      symbols[c] = symbols[c].or(SymbolSet.of(symbol));
    }
    return symbols;
  }

  Dfa dfa() {
    return dfa;
  }

  /** Breadth first from the start. */
  IntList states() {
    return new IntArrayList(parents.keySet());
  }

  /** Whether there are further states. */
  boolean isCut() {
    return isCut;
  }

  boolean contains(int state) {
    return parents.containsKey(state);
  }

  /** Whether the walk came to a state over this step first. */
  boolean isFirstWay(int from, int to) {
    return parents.getOrDefault(to, -1) == from;
  }

  /** Where a state leads, and on which symbols; by ascending state. */
  Map<Integer, SymbolSet> from(int state) {
    Map<Integer, SymbolSet> steps = new TreeMap<>();
    for (int c = 0; c < symbolsOfClass.length; c++) {
      steps.merge(dfa.nextByClass(state, c), symbolsOfClass[c], SymbolSet::or);
    }
    return steps;
  }

  /** Where a state leads; each once. */
  IntOpenHashSet targets(int state) {
    IntOpenHashSet targets = new IntOpenHashSet();
    for (int c = 0; c < symbolsOfClass.length; c++) {
      targets.add(dfa.nextByClass(state, c));
    }
    return targets;
  }
}
