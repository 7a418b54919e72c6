package io.fsmrun.ap.network;

import java.util.Arrays;

/**
 * The connected components of a network: groups of elements with no edge between them, in either
 * direction. They run independently of each other, and the Automata Processor places each whole.
 *
 * <p>Components are numbered from 0 by their lowest element. Immutable, shared by threads. Takes 12
 * bytes an element.
 */
public final class Components {

  private final AutomataNetwork network;
  private final int[] componentOf;
  private final int[] start;
  private final int[] elements;

  private Components(AutomataNetwork network, int[] componentOf, int count) {
    this.network = network;
    this.componentOf = componentOf;
    start = new int[count + 1];
    elements = new int[componentOf.length];
    for (int component : componentOf) {
      start[component + 1]++;
    }
    for (int component = 0; component < count; component++) {
      start[component + 1] += start[component];
    }
    int[] next = start.clone();
    for (int element = 0; element < componentOf.length; element++) {
      elements[next[componentOf[element]]++] = element;
    }
  }

  /**
   * Finds the components.
   *
   * @param network a network
   * @return its components; O(elements + edges α(elements)), by union-find
   */
  public static Components of(AutomataNetwork network) {
    int size = network.size();
    int[] parent = new int[size];
    Arrays.setAll(parent, element -> -1);
    for (int from = 0; from < size; from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        union(parent, from, network.successor(from, i));
      }
    }
    int[] componentOf = new int[size];
    int[] number = new int[size];
    int count = 0;
    for (int element = 0; element < size; element++) {
      int root = root(parent, element);
      if (number[root] == 0) {
        number[root] = ++count;
      }
      componentOf[element] = number[root] - 1;
    }
    return new Components(network, componentOf, count);
  }

  /** A root holds the negated size of its tree, any other element its parent. */
  private static void union(int[] parent, int first, int second) {
    int one = root(parent, first);
    int other = root(parent, second);
    if (one == other) {
      return;
    }
    int large = parent[one] <= parent[other] ? one : other;
    int small = large == one ? other : one;
    parent[large] += parent[small];
    parent[small] = large;
  }

  private static int root(int[] parent, int element) {
    int at = element;
    while (parent[at] >= 0) {
      int above = parent[at];
      if (parent[above] >= 0) {
        parent[at] = parent[above];
      }
      at = above;
    }
    return at;
  }

  /**
   * Number of components.
   *
   * @return 0 for the empty network, else at least 1
   */
  public int count() {
    return start.length - 1;
  }

  /**
   * The component of an element.
   *
   * @param element an element
   * @return from 0, below {@link #count}
   */
  public int componentOf(int element) {
    return componentOf[element];
  }

  /**
   * Number of elements of a component.
   *
   * @param component a component
   * @return at least 1
   */
  public int size(int component) {
    return start[component + 1] - start[component];
  }

  /**
   * Number of elements of a kind in a component.
   *
   * @param component a component
   * @param kind a kind
   * @return 0 or more; O(elements of the component)
   */
  public int count(int component, ElementKind kind) {
    int count = 0;
    for (int i = start[component]; i < start[component + 1]; i++) {
      count += network.kind(elements[i]) == kind ? 1 : 0;
    }
    return count;
  }

  /**
   * The elements of a component.
   *
   * @param component a component
   * @return a fresh array, ascending
   */
  public int[] elements(int component) {
    return Arrays.copyOfRange(elements, start[component], start[component + 1]);
  }

  /**
   * An element of a component.
   *
   * @param component a component
   * @param index from 0, below its {@link #size}
   * @return the element; ascending with the index
   */
  public int element(int component, int index) {
    return elements[start[component] + index];
  }
}
