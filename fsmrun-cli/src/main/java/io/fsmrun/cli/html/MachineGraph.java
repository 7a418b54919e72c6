package io.fsmrun.cli.html;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Comparator;
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
 * @param leftOut states to which most steps are left out, of those that a node leads to
 */
record MachineGraph(List<Node> nodes, List<Edge> edges, Set<Integer> leftOut) {

  /** A target of fewer states is drawn with all its edges. */
  private static final int MANY_SOURCES = 3;

  /** More edges than so many for each node are not readable. */
  private static final double MOST_EDGES_PER_NODE = 1.5;

  /** A machine of so few states is drawn with most edges in any case. */
  private static final int FEW_STATES = 8;

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
            : steps.states().intStream().mapToObj(state -> List.of(state)).toList();
    return drawn(steps, kept, leftOut, chains, mostNodes);
  }

  /** Start and most common target, and further common ones until what is left is readable. */
  private static Set<Integer> leftOut(MachineSteps steps) {
    Int2IntOpenHashMap sources = new Int2IntOpenHashMap();
    IntList states = steps.states();
    for (int state : states) {
      for (int target : steps.targets(state)) {
        if (target != state && !steps.isFirstWay(state, target)) {
          sources.addTo(target, 1);
        }
      }
    }
    List<Integer> common = new ArrayList<>();
    for (Int2IntMap.Entry entry : sources.int2IntEntrySet()) {
      if (entry.getIntValue() >= MANY_SOURCES) {
        common.add(entry.getIntKey());
      }
    }
    common.sort(
        Comparator.comparingInt((Integer s) -> -sources.get(s.intValue())).thenComparing(s -> s));
    int edges = states.size() + sources.values().intStream().sum();
    Set<Integer> leftOut = new TreeSet<>();
    for (int target : common) {
      boolean isTooMuch =
          edges > MOST_EDGES_PER_NODE * states.size()
              || (states.size() > FEW_STATES && sources.get(target) > MANY_SOURCES);
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
    Set<Integer> met = new TreeSet<>();
    inside.forEach(state -> met.addAll(steps.targets(state)));
    met.retainAll(leftOut);
    return new MachineGraph(nodes, edges, met);
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
