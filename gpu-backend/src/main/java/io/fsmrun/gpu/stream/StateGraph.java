package io.fsmrun.gpu.stream;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The states of one rule or of several, as the kernel sees them: without the start state, those
 * that it leads to being entered at the first byte.
 */
final class StateGraph {

  /** Bits of a report that are flags; the rest is the rule. */
  static final int FLAG_BITS = 4;

  /**
   * One state.
   *
   * @param symbols what it is entered on
   * @param atEvery whether it may be entered at every byte
   * @param atFirst whether it may be entered at the first byte
   * @param next the states that it leads to, itself perhaps
   * @param reports what it reports: a rule, then four bits of {@link ReportFlags}
   */
  record State(
      SymbolSet symbols, boolean atEvery, boolean atFirst, IntList next, IntList reports) {}

  /** What makes two states one: the same is true of them whatever the input was. */
  private record Key(
      SymbolSet symbols, boolean atEvery, boolean atFirst, boolean selfLoop, IntSet before) {}

  /** What lets two states be one on the symbols of both. */
  private record Role(
      boolean atEvery, boolean atFirst, IntList reports, IntList before, IntList next) {}

  private final List<State> states;

  private StateGraph(List<State> states) {
    this.states = states;
  }

  /** The states of a position automaton. */
  static StateGraph of(Nfa nfa, int rule) {
    boolean[] first = new boolean[nfa.stateCount()];
    for (int i = 0; i < nfa.successorCount(Nfa.START); i++) {
      first[nfa.successor(Nfa.START, i)] = true;
    }
    List<State> states = new ArrayList<>();
    for (int s = 1; s < nfa.stateCount(); s++) {
      IntList next = new IntArrayList();
      for (int i = 0; i < nfa.successorCount(s); i++) {
        next.add(nfa.successor(s, i) - 1);
      }
      IntList reports = new IntArrayList();
      if (nfa.reportFlags(s) != ReportFlags.NONE) {
        reports.add(rule << FLAG_BITS | nfa.reportFlags(s));
      }
      states.add(new State(nfa.symbols(s), nfa.isAlwaysEnabled(s), first[s], next, reports));
    }
    return new StateGraph(states).simplified();
  }

  /**
   * One graph for several, in which states that are always active together are one. Such are found
   * from the front: they have the same symbols and the same predecessors. Loops of several states
   * stay as they are.
   */
  static StateGraph merge(List<StateGraph> graphs) {
    List<State> merged = new ArrayList<>();
    Map<Key, Integer> known = new HashMap<>();
    for (StateGraph graph : graphs) {
      StateOrder order = new StateOrder(graph);
      int[] names = new int[order.count()];
      for (int p = 0; p < names.length; p++) {
        names[p] = name(graph, order, p, names, known, merged);
        merged.get(names[p]).reports().addAll(graph.state(order.state(p)).reports());
      }
      for (int p = 0; p < names.length; p++) {
        for (int q : order.before(p)) {
          link(merged, names[q], names[p]);
        }
        if (order.hasSelfLoop(p)) {
          link(merged, names[p], names[p]);
        }
      }
    }
    return new StateGraph(merged);
  }

  private static int name(
      StateGraph graph,
      StateOrder order,
      int place,
      int[] names,
      Map<Key, Integer> known,
      List<State> merged) {
    State state = graph.state(order.state(place));
    IntSet before = new IntOpenHashSet();
    for (int q : order.before(place)) {
      before.add(q < place ? names[q] : -1);
    }
    int fresh = merged.size();
    State copy =
        new State(
            state.symbols(),
            state.atEvery(),
            state.atFirst(),
            new IntArrayList(),
            new IntArrayList());
    if (order.loopOf(place) != null) {
      merged.add(copy);
      return fresh;
    }
    Key key =
        new Key(
            state.symbols(), state.atEvery(), state.atFirst(), order.hasSelfLoop(place), before);
    int name = known.merge(key, fresh, (a, b) -> a);
    if (name == fresh) {
      merged.add(copy);
    }
    return name;
  }

  private static void link(List<State> states, int from, int to) {
    if (!states.get(from).next().contains(to)) {
      states.get(from).next().add(to);
    }
  }

  /**
   * The same with states joined that come after the same states and lead to the same ones: choices
   * between bytes, and loops over two sets of bytes that are one loop over both.
   */
  private StateGraph simplified() {
    List<State> from = states;
    while (true) {
      List<State> to = joinOnce(from);
      if (to.size() == from.size()) {
        return new StateGraph(to);
      }
      from = to;
    }
  }

  private static List<State> joinOnce(List<State> states) {
    List<IntList> before = new ArrayList<>();
    states.forEach(state -> before.add(new IntArrayList()));
    for (int s = 0; s < states.size(); s++) {
      for (int next : states.get(s).next()) {
        before.get(next).add(s);
      }
    }
    Map<Role, Integer> known = new HashMap<>();
    int[] names = new int[states.size()];
    List<State> joined = new ArrayList<>();
    for (int s = 0; s < names.length; s++) {
      State state = states.get(s);
      IntList next = new IntArrayList(state.next());
      next.sort(null);
      Role role = new Role(state.atEvery(), state.atFirst(), state.reports(), before.get(s), next);
      Integer name = known.putIfAbsent(role, joined.size());
      if (name == null) {
        names[s] = joined.size();
        joined.add(state);
      } else {
        names[s] = name;
        State other = joined.get(name);
        joined.set(
            name,
            new State(
                other.symbols().or(state.symbols()),
                state.atEvery(),
                state.atFirst(),
                state.next(),
                state.reports()));
      }
    }
    return renamed(joined, names);
  }

  private static List<State> renamed(List<State> states, int[] names) {
    List<State> renamed = new ArrayList<>();
    for (State state : states) {
      IntSortedSet next = new IntRBTreeSet();
      state.next().forEach((int to) -> next.add(names[to]));
      renamed.add(
          new State(
              state.symbols(),
              state.atEvery(),
              state.atFirst(),
              new IntArrayList(next),
              state.reports()));
    }
    return renamed;
  }

  int count() {
    return states.size();
  }

  State state(int i) {
    return states.get(i);
  }
}
