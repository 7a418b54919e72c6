package io.fsmrun.cpu.token;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * All predicates of a program as one automaton over one token. Beginnings that predicates have in
 * common are there once: two states with the same symbols and the same predecessors are always
 * active together, so they are one.
 *
 * <p>State 0 is the start. Bytes come as classes; the delimiters have a class of their own. A set
 * of active states is an ascending array. Immutable, shared by threads.
 */
final class PredicateAutomaton {

  private static final int SELF = -1;
  private static final int UNKNOWN = -1;

  private final byte[] classOf;
  private final int classCount;
  private final int delimiterClass;
  private final int wordsPerState;
  private final long[] symbols;
  private final int[] edgeStart;
  private final int[] edges;
  private final int[] acceptStart;
  private final int[] accepts;
  private final List<int[]> mapped;

  private PredicateAutomaton(Builder builder, SymbolSet delimiters) {
    SymbolClasses classes = classes(builder.symbols, delimiters);
    classOf = classes.toByteArray();
    classCount = classes.count();
    delimiterClass = classes.classOf(lowest(delimiters));
    wordsPerState = (classCount + Long.SIZE - 1) / Long.SIZE;
    int states = builder.symbols.size();
    symbols = new long[states * wordsPerState];
    for (int state = 0; state < states; state++) {
      for (int c = 0; c < classCount; c++) {
        if (builder.symbols.get(state).contains(classes.representative(c))) {
          symbols[state * wordsPerState + (c >> 6)] |= 1L << c;
        }
      }
    }
    edgeStart = starts(builder.successors);
    edges = join(builder.successors);
    acceptStart = starts(builder.accepts);
    accepts = join(builder.accepts);
    mapped = List.copyOf(builder.mapped);
  }

  /** Joins the predicates of a program. O(edges log edges). */
  static PredicateAutomaton of(TokenProgram program) {
    Builder builder = new Builder();
    for (int i = 0; i < program.predicates().size(); i++) {
      builder.add(program.predicates().get(i), i + 1);
    }
    return new PredicateAutomaton(builder, program.delimiters());
  }

  private static SymbolClasses classes(List<SymbolSet> sets, SymbolSet delimiters) {
    Set<SymbolSet> distinct = new LinkedHashSet<>(sets);
    SymbolClasses fine = SymbolClasses.of(distinct);
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = delimiters.contains(symbol) ? -1 : fine.classOf(symbol);
    }
    return SymbolClasses.ofLabels(labels);
  }

  private static int lowest(SymbolSet set) {
    int symbol = 0;
    while (!set.contains(symbol)) {
      symbol++;
    }
    return symbol;
  }

  private static int[] starts(List<IntArrayList> rows) {
    int[] starts = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      starts[i + 1] = starts[i] + rows.get(i).size();
    }
    return starts;
  }

  private static int[] join(List<IntArrayList> rows) {
    IntArrayList all = new IntArrayList();
    rows.forEach(row -> all.addElements(all.size(), row.elements(), 0, row.size()));
    return all.toIntArray();
  }

  /** The state that one of a predicate's is here; predicates by index, from 0. */
  int stateOf(int predicate, int state) {
    return mapped.get(predicate)[state];
  }

  int stateCount() {
    return edgeStart.length - 1;
  }

  int classCount() {
    return classCount;
  }

  int delimiterClass() {
    return delimiterClass;
  }

  /** A byte's class, by byte; not to be changed. */
  byte[] classOf() {
    return classOf;
  }

  /**
   * One step.
   *
   * @param set active states
   * @param size how many
   * @param symbolClass not that of the delimiters
   * @param seen scratch: a bit for each state, all clear, and clear again afterwards
   * @param next takes the states active then, ascending; room for all states
   * @return how many they are
   */
  int step(int[] set, int size, int symbolClass, long[] seen, int[] next) {
    int count = 0;
    int word = symbolClass >> 6;
    for (int i = 0; i < size; i++) {
      for (int e = edgeStart[set[i]]; e < edgeStart[set[i] + 1]; e++) {
        int to = edges[e];
        if ((symbols[to * wordsPerState + word] >>> symbolClass & 1) != 0
            && (seen[to >> 6] >>> to & 1) == 0) {
          seen[to >> 6] |= 1L << to;
          next[count++] = to;
        }
      }
    }
    for (int i = 0; i < count; i++) {
      seen[next[i] >> 6] = 0;
    }
    Arrays.sort(next, 0, count);
    return count;
  }

  /** The predicates that take a token that ends with these states active, ascending. */
  int[] accepted(int[] set, int size) {
    IntArrayList found = new IntArrayList();
    for (int i = 0; i < size; i++) {
      for (int a = acceptStart[set[i]]; a < acceptStart[set[i] + 1]; a++) {
        found.add(accepts[a]);
      }
    }
    int[] sorted = found.toIntArray();
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  /** Collects states, those with the same past once. */
  private static final class Builder {

    final List<SymbolSet> symbols = new ArrayList<>();
    final List<IntArrayList> successors = new ArrayList<>();
    final List<IntArrayList> accepts = new ArrayList<>();
    final List<int[]> mapped = new ArrayList<>();

    /** What a state is entered on and from. */
    private record Past(SymbolSet symbols, List<Integer> predecessors) {}

    private final Map<Past, Integer> known = new HashMap<>();

    Builder() {
      addState(SymbolSet.EMPTY);
    }

    private int addState(SymbolSet set) {
      symbols.add(set);
      successors.add(new IntArrayList());
      accepts.add(new IntArrayList());
      return symbols.size() - 1;
    }

    void add(Nfa nfa, int predicate) {
      List<IntArrayList> predecessors = predecessors(nfa);
      int[] mapped = new int[nfa.stateCount()];
      Arrays.fill(mapped, UNKNOWN);
      mapped[Nfa.START] = 0;
      this.mapped.add(mapped);
      List<Integer> late = new ArrayList<>();
      for (int state = 1; state < mapped.length; state++) {
        Past past = past(nfa, state, predecessors.get(state), mapped);
        if (past == null) {
          mapped[state] = addState(nfa.symbols(state));
          late.add(state);
        } else {
          mapped[state] = known.computeIfAbsent(past, this::addPast);
        }
        if (PredicateFormat.takes(nfa, state)) {
          accepts.get(mapped[state]).add(predicate);
        }
      }
      for (int state : late) {
        for (int before : predecessors.get(state)) {
          successors.get(mapped[before]).add(mapped[state]);
        }
      }
    }

    private static List<IntArrayList> predecessors(Nfa nfa) {
      List<IntArrayList> rows = new ArrayList<>();
      for (int state = 0; state < nfa.stateCount(); state++) {
        rows.add(new IntArrayList());
      }
      for (int state = 0; state < nfa.stateCount(); state++) {
        for (int i = 0; i < nfa.successorCount(state); i++) {
          rows.get(nfa.successor(state, i)).add(state);
        }
      }
      return rows;
    }

    /** What the state is known by; null if it comes after a state that is not known yet. */
    private static Past past(Nfa nfa, int state, IntArrayList before, int[] mapped) {
      Set<Integer> from = new TreeSet<>();
      for (int predecessor : before) {
        if (predecessor == state) {
          from.add(SELF);
        } else if (mapped[predecessor] == UNKNOWN) {
          return null;
        } else {
          from.add(mapped[predecessor]);
        }
      }
      return new Past(nfa.symbols(state), List.copyOf(from));
    }

    private int addPast(Past past) {
      int state = addState(past.symbols());
      for (int before : past.predecessors()) {
        successors.get(before == SELF ? state : before).add(state);
      }
      return state;
    }
  }
}
