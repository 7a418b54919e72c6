package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.StartKind;
import java.util.Arrays;

/**
 * Orders the STEs of a component so that edges lead forwards, but for those that close a loop: the
 * reverse of the order in which a depth-first search from the starts leaves them. A chain becomes
 * neighbours, whatever the order in the file.
 */
final class TopologicalOrder {

  private final AutomataNetwork network;
  private final int[] component;
  private final boolean[] seen;
  private final int[] stack;
  private final int[] nextEdge;
  private final int[] order;
  private int filled;

  private TopologicalOrder(AutomataNetwork network, int[] component) {
    this.network = network;
    this.component = component;
    this.seen = new boolean[component.length];
    this.stack = new int[component.length];
    this.nextEdge = new int[component.length];
    this.order = new int[component.length];
    this.filled = component.length;
  }

  /**
   * Orders a component.
   *
   * @param network a network
   * @param component the elements of a component, ascending
   * @return the same elements; O((elements + edges) log elements)
   */
  static int[] of(AutomataNetwork network, int[] component) {
    TopologicalOrder search = new TopologicalOrder(network, component);
    for (int i = component.length - 1; i >= 0; i--) {
      if (network.start(component[i]) != StartKind.NONE) {
        search.visit(i);
      }
    }
    for (int i = component.length - 1; i >= 0; i--) {
      search.visit(i);
    }
    return search.order;
  }

  private void visit(int root) {
    if (seen[root]) {
      return;
    }
    int depth = 0;
    stack[0] = root;
    nextEdge[0] = 0;
    seen[root] = true;
    while (depth >= 0) {
      int element = component[stack[depth]];
      if (nextEdge[depth] == network.successorCount(element)) {
        order[--filled] = element;
        depth--;
      } else {
        int to = Arrays.binarySearch(component, network.successor(element, nextEdge[depth]++));
        if (!seen[to]) {
          seen[to] = true;
          stack[++depth] = to;
          nextEdge[depth] = 0;
        }
      }
    }
  }
}
