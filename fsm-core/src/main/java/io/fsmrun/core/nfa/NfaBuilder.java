package io.fsmrun.core.nfa;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects states and edges, then freezes them into an {@link Nfa}. The start state is there from
 * the beginning.
 */
public final class NfaBuilder {

  private final List<SymbolSet> symbols = new ArrayList<>();
  private final List<IntArrayList> successors = new ArrayList<>();
  private final IntArrayList flags = new IntArrayList();
  private final IntArrayList alwaysEnabled = new IntArrayList();
  private final long edgeLimit;
  private long edgeCount;

  /** A builder that sets no limit. */
  public NfaBuilder() {
    this(Long.MAX_VALUE);
  }

  /**
   * A builder that stops at a number of edges.
   *
   * @param edgeLimit the most edges, repetitions counted
   */
  public NfaBuilder(long edgeLimit) {
    this.edgeLimit = edgeLimit;
    addState(SymbolSet.EMPTY);
  }

  /**
   * Adds a state.
   *
   * @param symbols the symbols on which it is entered
   * @return its number
   */
  public int addState(SymbolSet symbols) {
    this.symbols.add(symbols);
    successors.add(new IntArrayList());
    flags.add(ReportFlags.NONE);
    alwaysEnabled.add(0);
    return this.symbols.size() - 1;
  }

  /**
   * Adds an edge; adding it again changes nothing.
   *
   * @param from a state
   * @param to a state other than the start
   * @throws IllegalArgumentException if the edge leads to the start
   * @throws LimitExceededException if there are more edges than the limit
   */
  public void addEdge(int from, int to) {
    if (to == Nfa.START) {
      throw new IllegalArgumentException("an edge from " + from + " leads to the start state");
    }
    if (++edgeCount > edgeLimit) {
      throw new LimitExceededException("edges", edgeLimit, edgeCount);
    }
    successors.get(from).add(to);
  }

  /**
   * Lets a state be entered at any byte.
   *
   * @param state a state other than the start
   */
  public void setAlwaysEnabled(int state) {
    if (state == Nfa.START) {
      throw new IllegalArgumentException("the start state cannot be entered");
    }
    alwaysEnabled.set(state, 1);
  }

  /**
   * Adds reports to a state.
   *
   * @param state a state
   * @param moreFlags bits of {@link ReportFlags}
   */
  public void addFlags(int state, int moreFlags) {
    flags.set(state, flags.getInt(state) | moreFlags);
  }

  /**
   * Number of states so far.
   *
   * @return at least 1
   */
  public int stateCount() {
    return symbols.size();
  }

  /**
   * Freezes what was collected, without the states that can never be entered and those from which
   * no report can follow.
   *
   * @return the automaton; its start is state 0, the others keep their order; O(states + edges log
   *     edges)
   */
  public Nfa build() {
    boolean[] useful = reachable();
    boolean[] productive = productive();
    boolean[] kept = new boolean[symbols.size()];
    for (int state = 0; state < kept.length; state++) {
      kept[state] = state == Nfa.START || (useful[state] && productive[state]);
    }
    return build(kept);
  }

  /**
   * Freezes all that was collected, so that states keep their numbers: for automata whose states
   * are made active from outside, or say more than {@link ReportFlags} do.
   *
   * @return the automaton; O(states + edges log edges)
   */
  public Nfa buildWhole() {
    boolean[] kept = new boolean[symbols.size()];
    Arrays.fill(kept, true);
    return build(kept);
  }

  private Nfa build(boolean[] keeps) {
    int count = keeps.length;
    int[] renumbered = new int[count];
    int kept = 0;
    for (int state = 0; state < count; state++) {
      renumbered[state] = keeps[state] ? kept++ : -1;
    }
    SymbolSet[] keptSymbols = new SymbolSet[kept];
    boolean[] keptEnabled = new boolean[kept];
    byte[] keptFlags = new byte[kept];
    int[] edgeStart = new int[kept + 1];
    IntArrayList edges = new IntArrayList();
    for (int state = 0; state < count; state++) {
      int number = renumbered[state];
      if (number < 0) {
        continue;
      }
      keptSymbols[number] = symbols.get(state);
      keptEnabled[number] = alwaysEnabled.getInt(state) != 0;
      keptFlags[number] = (byte) ReportFlags.canonical(flags.getInt(state));
      appendSorted(edges, successors.get(state), renumbered);
      edgeStart[number + 1] = edges.size();
    }
    return new Nfa(keptSymbols, keptEnabled, keptFlags, edgeStart, edges.toIntArray());
  }

  private static void appendSorted(IntArrayList edges, IntArrayList row, int[] renumbered) {
    int[] targets = row.toIntArray();
    Arrays.sort(targets);
    int previous = -1;
    for (int target : targets) {
      if (target != previous && renumbered[target] >= 0) {
        edges.add(renumbered[target]);
      }
      previous = target;
    }
  }

  private boolean[] reachable() {
    boolean[] seen = new boolean[symbols.size()];
    IntArrayList open = new IntArrayList();
    seen[Nfa.START] = true;
    open.add(Nfa.START);
    for (int state = 1; state < seen.length; state++) {
      if (alwaysEnabled.getInt(state) != 0 && !symbols.get(state).isEmpty()) {
        seen[state] = true;
        open.add(state);
      }
    }
    while (!open.isEmpty()) {
      IntArrayList row = successors.get(open.popInt());
      for (int i = 0; i < row.size(); i++) {
        int next = row.getInt(i);
        if (!seen[next] && !symbols.get(next).isEmpty()) {
          seen[next] = true;
          open.add(next);
        }
      }
    }
    return seen;
  }

  private boolean[] productive() {
    int count = symbols.size();
    List<IntArrayList> predecessors = new ArrayList<>(count);
    for (int state = 0; state < count; state++) {
      predecessors.add(new IntArrayList());
    }
    boolean[] seen = new boolean[count];
    IntArrayList open = new IntArrayList();
    for (int state = 0; state < count; state++) {
      IntArrayList row = successors.get(state);
      for (int i = 0; i < row.size(); i++) {
        predecessors.get(row.getInt(i)).add(state);
      }
      if (flags.getInt(state) != ReportFlags.NONE) {
        seen[state] = true;
        open.add(state);
      }
    }
    while (!open.isEmpty()) {
      int state = open.popInt();
      if (symbols.get(state).isEmpty()) {
        continue; // Never entered, so nothing before it becomes productive through it.
      }
      IntArrayList row = predecessors.get(state);
      for (int i = 0; i < row.size(); i++) {
        int before = row.getInt(i);
        if (!seen[before]) {
          seen[before] = true;
          open.add(before);
        }
      }
    }
    return seen;
  }
}
