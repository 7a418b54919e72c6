package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import java.util.Arrays;

/**
 * The connected components of a network, edges taken both ways. They are numbered from 0 in the
 * order of their first elements. O(elements + edges), nearly.
 */
final class ConnectedComponents {

  private final int[] component;
  private final int[] first;

  ConnectedComponents(AutomataNetwork network) {
    int size = network.size();
    int[] parent = new int[size];
    Arrays.setAll(parent, i -> i);
    for (int from = 0; from < size; from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        join(parent, from, network.successor(from, i));
      }
    }
    component = new int[size];
    int[] firsts = new int[size];
    int count = 0;
    for (int element = 0; element < size; element++) {
      int root = root(parent, element);
      if (root == element) {
        firsts[count] = element;
        component[element] = count++;
      } else {
        component[element] = component[root];
      }
    }
    first = Arrays.copyOf(firsts, count);
  }

  /** The lower number becomes the root, so that a root is met before its members. */
  private static void join(int[] parent, int a, int b) {
    int rootA = root(parent, a);
    int rootB = root(parent, b);
    if (rootA < rootB) {
      parent[rootB] = rootA;
    } else {
      parent[rootA] = rootB;
    }
  }

  private static int root(int[] parent, int element) {
    int at = element;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  int count() {
    return first.length;
  }

  int of(int element) {
    return component[element];
  }

  int firstElement(int number) {
    return first[number];
  }
}
