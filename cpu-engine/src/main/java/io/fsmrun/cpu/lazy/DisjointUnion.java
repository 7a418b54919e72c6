package io.fsmrun.cpu.lazy;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several position automata side by side, their states numbered through in the order in which they
 * are added, in flat arrays. Filled first, then read. For one thread.
 */
public final class DisjointUnion {

  /** Is no edge. */
  private static final int NONE = -1;

  private final long limit;
  private final Checkpoint checkpoint;
  private final SymbolSetNumbers sets = new SymbolSetNumbers();
  private final IntArrayList starts = new IntArrayList();
  private final IntArrayList groups = new IntArrayList();
  private int startSet;
  private int stateCount;

  /**
   * What must be equal of states that are one: twice the number of the symbol set, and 1 if always
   * enabled; or the complement of the group of a start.
   */
  private int[] kinds = new int[256];

  /** Packed reports of a state: 0, or one. */
  private int[] reports = new int[256];

  /** The edge of a state that was added last; from there to those before. */
  private int[] lastEdge = new int[256];

  private int edgeCount;
  private int[] sources = new int[256];
  private int[] targets = new int[256];
  private int[] previousEdge = new int[256];

  /** No states yet, and as many as there may be. */
  DisjointUnion() {
    this(Integer.MAX_VALUE, Checkpoint.NONE);
  }

  /**
   * No states yet.
   *
   * @param limit the most states and edges, where each edge counts as often as it is added
   * @param checkpoint passed while states are added, numbered and put together
   */
  public DisjointUnion(int limit, Checkpoint checkpoint) {
    this.limit = limit;
    this.checkpoint = checkpoint;
  }

  /**
   * Copies automata. O(states + edges).
   *
   * @param components the automata and their rules, group by group
   * @param groups per component its group, from 0 without leaving any out
   * @return the automata side by side
   */
  public static DisjointUnion of(List<RuleAutomaton> components, int[] groups) {
    return of(components, groups, Checkpoint.NONE);
  }

  /**
   * Copies automata, which may be ended.
   *
   * @param components the automata and their rules, group by group
   * @param groups per component its group, from 0 without leaving any out
   * @param checkpoint passed for each, and later while they are numbered and put together
   * @return the automata side by side
   */
  public static DisjointUnion of(
      List<RuleAutomaton> components, int[] groups, Checkpoint checkpoint) {
    DisjointUnion union = new DisjointUnion(Integer.MAX_VALUE, checkpoint);
    for (int c = 0; c < groups.length; c++) {
      checkpoint.pass();
      union.addAll(components.get(c).nfa(), components.get(c).rule(), groups[c]);
    }
    return union;
  }

  private void addAll(Nfa nfa, int rule, int group) {
    int first = addStart(group);
    for (int state = 1; state < nfa.stateCount(); state++) {
      add(nfa.symbols(state));
      if (nfa.isAlwaysEnabled(state)) {
        setAlwaysEnabled(first + state);
      }
    }
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        setReport(first + state, rule, nfa.reportFlags(state));
      }
      for (int i = 0; i < nfa.successorCount(state); i++) {
        connect(first + state, first + nfa.successor(state, i));
      }
    }
  }

  /**
   * Adds the start of an automaton: the state that is active before the first byte.
   *
   * @param group what it starts together with, from 0, in ascending order
   * @return the state's number
   */
  public int addStart(int group) {
    starts.add(stateCount);
    groups.add(group);
    startSet = sets.of(SymbolSet.EMPTY);
    return addKind(~group);
  }

  /**
   * Adds a state.
   *
   * @param symbols the bytes that it is entered on
   * @return its number, one more than that of the state before
   * @throws LimitExceededException if there are too many
   */
  public int add(SymbolSet symbols) {
    return addKind(2 * sets.of(symbols));
  }

  private int addKind(int kind) {
    if (stateCount == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * stateCount);
      reports = Arrays.copyOf(reports, 2 * stateCount);
      lastEdge = Arrays.copyOf(lastEdge, 2 * stateCount);
    }
    kinds[stateCount] = kind;
    lastEdge[stateCount] = NONE;
    check();
    return stateCount++;
  }

  private void check() {
    long seen = 1L + stateCount + edgeCount;
    if (seen > limit) {
      throw new LimitExceededException("states and edges", limit, seen);
    }
  }

  /**
   * Adds an edge; no matter if it is there already.
   *
   * @param from the state that it leaves
   * @param to the state that it leads to, not a start
   * @throws LimitExceededException if there are too many
   */
  public void connect(int from, int to) {
    if (edgeCount == targets.length) {
      sources = Arrays.copyOf(sources, 2 * edgeCount);
      targets = Arrays.copyOf(targets, 2 * edgeCount);
      previousEdge = Arrays.copyOf(previousEdge, 2 * edgeCount);
    }
    sources[edgeCount] = from;
    targets[edgeCount] = to;
    previousEdge[edgeCount] = lastEdge[from];
    check();
    lastEdge[from] = edgeCount++;
  }

  /**
   * Lets a state be entered at any place.
   *
   * @param state not a start
   */
  public void setAlwaysEnabled(int state) {
    kinds[state] |= 1;
  }

  /**
   * Sets what a state reports.
   *
   * @param state the state
   * @param rule the rule
   * @param flags bits of {@link ReportFlags}
   */
  public void setReport(int state, int rule, int flags) {
    reports[state] = rule << SetAutomaton.FLAG_BITS | ReportFlags.canonical(flags);
  }

  /**
   * Number of states so far.
   *
   * @return 0 or more
   */
  public int stateCount() {
    return stateCount;
  }

  /**
   * Number of edges so far, equal ones counted as often as they were added.
   *
   * @return 0 or more
   */
  public int edgeCount() {
    return edgeCount;
  }

  /**
   * The bytes that a state is entered on.
   *
   * @param state its number
   * @return the set; empty for a start
   */
  public SymbolSet symbols(int state) {
    return sets.set(setNumber(state));
  }

  /**
   * The edge of a state that was added last.
   *
   * @param state its number
   * @return index of an edge, or -1 if there is none
   */
  public int lastEdge(int state) {
    return lastEdge[state];
  }

  /**
   * The edge of the same state that was added before.
   *
   * @param edge index of an edge
   * @return that of another, or -1 if there is none
   */
  public int previousEdge(int edge) {
    return previousEdge[edge];
  }

  /**
   * Where an edge comes from.
   *
   * @param edge its index; edges are numbered as they are added
   * @return a state
   */
  public int source(int edge) {
    return sources[edge];
  }

  /**
   * Where an edge leads to.
   *
   * @param edge its index
   * @return a state
   */
  public int target(int edge) {
    return targets[edge];
  }

  /** Passed every so often by what is done with the states. */
  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** Per state those that lead to it. */
  IntRows predecessors() {
    return IntRows.of(stateCount, targets, sources, edgeCount);
  }

  SymbolSetNumbers sets() {
    return sets;
  }

  /** The number of a state's symbol set. */
  int setNumber(int state) {
    return kinds[state] < 0 ? startSet : kinds[state] >> 1;
  }

  int kind(int state) {
    return kinds[state];
  }

  /**
   * Whether a state may be active without one before it.
   *
   * @param state the state
   * @return as {@link #setAlwaysEnabled} has said
   */
  public boolean isAlwaysEnabled(int state) {
    return kinds[state] >= 0 && (kinds[state] & 1) != 0;
  }

  /** What a state reports, packed as in {@link SetAutomaton}; 0 for nothing. */
  int report(int state) {
    return reports[state];
  }

  /** The starts in order of their groups. */
  IntArrayList starts() {
    return starts;
  }

  /** Per start its group. */
  IntArrayList groups() {
    return groups;
  }

  int groupCount() {
    return groups.isEmpty() ? 0 : groups.getInt(groups.size() - 1) + 1;
  }
}
