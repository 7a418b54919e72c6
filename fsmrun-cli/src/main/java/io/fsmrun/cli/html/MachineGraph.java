package io.fsmrun.cli.html;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntIterator;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * What is drawn of a machine.
 *
 * @param nodes from the start on; the first has the start state
 * @param edges between them
 * @param leftOut states to which most steps are left out
 * @param statesNotDrawn how many states of those that were looked at no node stands for
 */
record MachineGraph(List<Node> nodes, List<Edge> edges, Set<Integer> leftOut, int statesNotDrawn) {

  /** A target of fewer states is drawn with all its edges. */
  private static final int MANY_SOURCES = 3;

  /** More edges than so many for each node are not readable. */
  private static final double MOST_EDGES_PER_NODE = 1.8;

  /**
   * A node.
   *
   * @param states one, or those of a chain in order
   * @param path the symbols from the first state of a chain to its last
   * @param isOpen whether a step from here to a state that no node stands for was dropped
   */
  record Node(List<Integer> states, List<SymbolSet> path, boolean isOpen) {

    int first() {
      return states.getFirst();
    }

    int last() {
      return states.getLast();
    }
  }

  /**
   * An edge.
   *
   * @param from index of a node
   * @param to index of a node
   * @param symbols on which the machine takes it
   */
  record Edge(int from, int to, SymbolSet symbols) {}

  static MachineGraph of(MachineSteps steps, IntUnaryOperator groupOfState, int mostNodes) {
    Set<Integer> leftOut = leftOut(steps);
    Map<Integer, Map<Integer, SymbolSet>> kept = kept(steps, leftOut);
    List<List<Integer>> chains =
        steps.states().size() > mostNodes
            ? new Chains(steps, kept, leftOut, groupOfState).find()
            : steps.states().stream().map(List::of).toList();
    return drawn(steps, kept, leftOut, chains, mostNodes);
  }

  /** Start and most common target, and further common ones until what is left is readable. */
  private static Set<Integer> leftOut(MachineSteps steps) {
    Int2IntOpenHashMap sources = new Int2IntOpenHashMap();
    IntList states = steps.states();
    for (int state : states) {
      for (IntIterator i = steps.targets(state).iterator(); i.hasNext(); ) {
        int target = i.nextInt();
        if (target != state && !steps.isFirstWay(state, target)) {
          sources.addTo(target, 1);
        }
      }
    }
    List<Integer> common = new ArrayList<>();
    sources.int2IntEntrySet().stream()
        .filter(entry -> entry.getIntValue() >= MANY_SOURCES)
        .sorted(
            (a, b) ->
                a.getIntValue() != b.getIntValue()
                    ? Integer.compare(b.getIntValue(), a.getIntValue())
                    : Integer.compare(a.getIntKey(), b.getIntKey()))
        .forEach(entry -> common.add(entry.getIntKey()));
    int edges = states.size() + sources.values().intStream().sum();
    Set<Integer> leftOut = new TreeSet<>();
    for (int target : common) {
      boolean isTooMuch = edges > MOST_EDGES_PER_NODE * states.size();
      if (target == steps.dfa().start() || leftOut.isEmpty() || isTooMuch) {
        leftOut.add(target);
        edges -= sources.get(target);
      }
    }
    return leftOut;
  }

  private static Map<Integer, Map<Integer, SymbolSet>> kept(
      MachineSteps steps, Set<Integer> leftOut) {
    Map<Integer, Map<Integer, SymbolSet>> kept = new HashMap<>();
    for (int state : steps.states()) {
      Map<Integer, SymbolSet> targets = new TreeMap<>(steps.from(state));
      targets.keySet().removeIf(to -> leftOut.contains(to) && !steps.isFirstWay(state, to));
      kept.put(state, targets);
    }
    return kept;
  }

  private static MachineGraph drawn(
      MachineSteps steps,
      Map<Integer, Map<Integer, SymbolSet>> kept,
      Set<Integer> leftOut,
      List<List<Integer>> chains,
      int mostNodes) {
    List<List<Integer>> shown = chains.subList(0, Math.min(mostNodes, chains.size()));
    Map<Integer, Integer> nodeOfFirst = new HashMap<>();
    Set<Integer> inside = new HashSet<>();
    for (int i = 0; i < shown.size(); i++) {
      nodeOfFirst.put(shown.get(i).getFirst(), i);
      inside.addAll(shown.get(i));
    }
    List<Node> nodes = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      List<Integer> chain = shown.get(i);
      boolean isOpen = false;
      for (Map.Entry<Integer, SymbolSet> step : kept.get(chain.getLast()).entrySet()) {
        Integer to = nodeOfFirst.get(step.getKey());
        isOpen |= to == null;
        if (to != null) {
          edges.add(new Edge(i, to, step.getValue()));
        }
      }
      nodes.add(new Node(chain, path(kept, chain), isOpen));
    }
    return new MachineGraph(nodes, edges, leftOut, steps.states().size() - inside.size());
  }

  private static List<SymbolSet> path(
      Map<Integer, Map<Integer, SymbolSet>> kept, List<Integer> chain) {
    List<SymbolSet> path = new ArrayList<>();
    for (int i = 1; i < chain.size(); i++) {
      path.add(kept.get(chain.get(i - 1)).get(chain.get(i)));
    }
    return path;
  }

  /**
   * Finds chains: states of one group, one after the other, that report nothing, with one way in
   * and one way out each.
   */
  private record Chains(
      MachineSteps steps,
      Map<Integer, Map<Integer, SymbolSet>> kept,
      Set<Integer> leftOut,
      IntUnaryOperator groupOfState) {

    List<List<Integer>> find() {
      Int2IntOpenHashMap ways = new Int2IntOpenHashMap();
      kept.values().forEach(targets -> targets.keySet().forEach(to -> ways.addTo((int) to, 1)));
      List<List<Integer>> chains = new ArrayList<>();
      Set<Integer> taken = new HashSet<>();
      for (int state : steps.states()) {
        if (taken.contains(state)) {
          continue;
        }
        IntArrayList chain = new IntArrayList();
        int at = state;
        while (at >= 0) {
          chain.add(at);
          taken.add(at);
          int next = only(kept.get(at));
          at = next >= 0 && !taken.contains(next) && joins(at, next, ways) ? next : -1;
        }
        chains.add(List.copyOf(chain));
      }
      return chains;
    }

    private static int only(Map<Integer, SymbolSet> targets) {
      return targets.size() == 1 ? targets.keySet().iterator().next() : -1;
    }

    private boolean joins(int state, int next, Int2IntOpenHashMap ways) {
      return steps.contains(next)
          && ways.get(next) == 1
          && state != steps.dfa().start()
          && steps.dfa().reportFlags(state) == 0
          && steps.dfa().reportFlags(next) == 0
          && !leftOut.contains(next)
          && groupOfState.applyAsInt(state) == groupOfState.applyAsInt(next);
    }
  }
}
