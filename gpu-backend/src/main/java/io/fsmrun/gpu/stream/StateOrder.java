package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The states of a graph in an order in which a state comes after those that lead to it, as far as
 * there is one, and what follows from that order. States are named by their place in it.
 *
 * <p>Edges that lead back belong to loops of several states; the places from the target of such an
 * edge to its source are a <em>loop</em>, and loops that overlap are one. A state that leads to
 * itself alone is none.
 */
final class StateOrder {

  /** A loop: its first and its last place. */
  record Loop(int first, int last) {}

  private final StateGraph graph;
  private final int[] states;
  private final int[] places;
  private final int[][] before;
  private final boolean[] selfLoop;
  private final List<Loop> loops;

  /** By place the loop that it lies in, or null. */
  private final Loop[] loopAt;

  /** Orders the states that can be reached; O(states + edges * log(edges)). */
  StateOrder(StateGraph graph) {
    this.graph = graph;
    this.places = new int[graph.count()];
    this.states = reversePostorder(graph, places);
    this.before = new int[states.length][];
    this.selfLoop = new boolean[states.length];
    IntList[] lists = new IntList[states.length];
    Arrays.setAll(lists, p -> new IntArrayList());
    List<Loop> back = new ArrayList<>();
    for (int p = 0; p < states.length; p++) {
      for (int next : graph.state(states[p]).next()) {
        int to = places[next];
        if (to == p) {
          selfLoop[p] = true;
        } else {
          lists[to].add(p);
          if (to < p) {
            back.add(new Loop(to, p));
          }
        }
      }
    }
    Arrays.setAll(before, p -> lists[p].toIntArray());
    this.loops = joined(back);
    this.loopAt = new Loop[states.length];
    for (Loop loop : loops) {
      Arrays.fill(loopAt, loop.first(), loop.last() + 1, loop);
    }
  }

  private static int[] reversePostorder(StateGraph graph, int[] places) {
    Arrays.fill(places, -1);
    IntList finished = new IntArrayList();
    boolean[] seen = new boolean[graph.count()];
    int[] edge = new int[graph.count()];
    // Later roots and successors first: what is finished first comes last.
    for (int root = graph.count() - 1; root >= 0; root--) {
      if (graph.state(root).atEvery() || graph.state(root).atFirst()) {
        visit(graph, root, seen, edge, finished);
      }
    }
    int[] order = new int[finished.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = finished.getInt(order.length - 1 - i);
      places[order[i]] = i;
    }
    return order;
  }

  private static void visit(
      StateGraph graph, int root, boolean[] seen, int[] edge, IntList finished) {
    if (seen[root]) {
      return;
    }
    IntArrayList path = new IntArrayList();
    seen[root] = true;
    edge[root] = graph.state(root).next().size();
    path.push(root);
    while (!path.isEmpty()) {
      int state = path.topInt();
      if (edge[state] == 0) {
        finished.add(path.popInt());
        continue;
      }
      int next = graph.state(state).next().getInt(--edge[state]);
      if (!seen[next]) {
        seen[next] = true;
        edge[next] = graph.state(next).next().size();
        path.push(next);
      }
    }
  }

  private static List<Loop> joined(List<Loop> loops) {
    List<Loop> sorted = new ArrayList<>(loops);
    sorted.sort((a, b) -> Integer.compare(a.first(), b.first()));
    List<Loop> joined = new ArrayList<>();
    for (Loop loop : sorted) {
      int last = joined.size() - 1;
      if (last >= 0 && loop.first() <= joined.get(last).last()) {
        Loop other = joined.get(last);
        joined.set(last, new Loop(other.first(), Math.max(other.last(), loop.last())));
      } else {
        joined.add(loop);
      }
    }
    return joined;
  }

  int count() {
    return states.length;
  }

  int state(int place) {
    return states[place];
  }

  StateGraph.State stateAt(int place) {
    return graph.state(states[place]);
  }

  /** The places of the states that lead here, but for the state itself. */
  int[] before(int place) {
    return before[place];
  }

  boolean hasSelfLoop(int place) {
    return selfLoop[place];
  }

  /** Whether it is entered at the first byte, whatever is active. */
  boolean isAtFirst(int place) {
    return stateAt(place).atFirst();
  }

  boolean isAtEvery(int place) {
    return stateAt(place).atEvery();
  }

  List<Loop> loops() {
    return loops;
  }

  /** The loop that a place lies in, or null. */
  Loop loopOf(int place) {
    return loopAt[place];
  }

  /** Whether a match can be of any length. */
  boolean isUnbounded() {
    if (!loops.isEmpty()) {
      return true;
    }
    for (boolean loop : selfLoop) {
      if (loop) {
        return true;
      }
    }
    return false;
  }

  /** Bytes of the longest match, if it is bounded. */
  int longest() {
    int[] length = new int[states.length];
    int longest = 0;
    for (int p = 0; p < length.length; p++) {
      length[p] = 1;
      for (int q : before[p]) {
        length[p] = Math.max(length[p], length[q] + 1);
      }
      longest = Math.max(longest, length[p]);
    }
    return longest;
  }

  /**
   * By place, the most bytes that have to be known to tell whether it is active: those of the
   * longest way to it from where a match may begin. Unbounded is {@link Integer#MAX_VALUE}.
   */
  int[] depths() {
    int[] depths = new int[states.length];
    for (int p = 0; p < depths.length; p++) {
      boolean loops = selfLoop[p] || loopOf(p) != null;
      if (isAtEvery(p)) {
        // Its last byte alone tells.
        depths[p] = 1;
      } else if (loops) {
        depths[p] = Integer.MAX_VALUE;
      } else {
        for (int q : before[p]) {
          depths[p] = Math.max(depths[p], depths[q]);
        }
        depths[p] = depths[p] == Integer.MAX_VALUE ? depths[p] : depths[p] + 1;
      }
    }
    return depths;
  }

  /**
   * For each place, the first place after it that may be active although this one is not: all
   * between them is entered through this one or through what lies between, only. Loops are whole
   * between them, or hold both. O(states * log(states)) but for loops that overlap.
   */
  int[] skipTargets() {
    int[] targets = new int[count()];
    // Where the first predecessor lies, before all places for roots; and the last, negated.
    int[] first = new int[count()];
    int[] last = new int[count()];
    for (int p = 0; p < first.length; p++) {
      boolean isRoot = isAtEvery(p) || isAtFirst(p);
      first[p] = isRoot ? -1 : Arrays.stream(before[p]).min().orElse(-1);
      last[p] = -Arrays.stream(before[p]).max().orElse(-1);
    }
    NextLower entered = new NextLower(first);
    NextLower reached = new NextLower(last);
    for (int p = targets.length - 1; p >= 0; p--) {
      targets[p] = skipTarget(p, entered, reached);
      entered.prepend(p);
      reached.prepend(p);
    }
    return targets;
  }

  /** The same for one place, with what is known of those behind. */
  private int skipTarget(int place, NextLower entered, NextLower reached) {
    Loop own = loopAt[place];
    int bound = own == null ? count() : own.last() + 1;
    int target = Math.min(bound, entered.lowerThan(place));
    while (true) {
      Loop loop = target < bound ? loopAt[target] : null;
      int earlier = loop == null || loop.equals(own) ? reached.lowerThan(1 - target) : loop.first();
      if (earlier >= target) {
        return target;
      }
      target = earlier;
    }
  }

  /** Finds the nearest place at which a value is lower, among those behind one. */
  private static final class NextLower {

    private final int[] values;

    /** Places whose value is lower than all before; the nearest one last. */
    private final int[] lows;

    private int count;

    /** Finds none yet. */
    NextLower(int[] values) {
      this.values = values;
      this.lows = new int[values.length];
    }

    /** Adds the place right before those that it knows. */
    void prepend(int place) {
      while (count > 0 && values[lows[count - 1]] >= values[place]) {
        count--;
      }
      lows[count++] = place;
    }

    /** The first place whose value is lower than this; after all places if there is none. */
    int lowerThan(int value) {
      int none = 0;
      int some = count;
      while (none < some) {
        int middle = none + some >>> 1;
        if (values[lows[middle]] < value) {
          none = middle + 1;
        } else {
          some = middle;
        }
      }
      return none == 0 ? values.length : lows[none - 1];
    }
  }
}
