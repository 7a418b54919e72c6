package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;

/** The edges on one side of every element, row by row: those into it or those out of it. */
final class Adjacency {

  private final int[] start;
  private final int[] others;
  private final byte[] ports;

  private Adjacency(int[] start, int[] others, byte[] ports) {
    this.start = start;
    this.others = others;
    this.ports = ports;
  }

  /** Edges by their source; the other end is the target. */
  static Adjacency outOf(AutomataNetwork network) {
    int[] start = new int[network.size() + 1];
    int[] others = new int[network.edgeCount()];
    byte[] ports = new byte[network.edgeCount()];
    int edge = 0;
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        others[edge] = network.successor(from, i);
        ports[edge++] = (byte) network.port(from, i);
      }
      start[from + 1] = edge;
    }
    return new Adjacency(start, others, ports);
  }

  /** Edges by their target; the other end is the source. */
  static Adjacency into(AutomataNetwork network) {
    int[] start = new int[network.size() + 1];
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        start[network.successor(from, i) + 1]++;
      }
    }
    for (int element = 0; element < network.size(); element++) {
      start[element + 1] += start[element];
    }
    int[] next = start.clone();
    int[] others = new int[network.edgeCount()];
    byte[] ports = new byte[network.edgeCount()];
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int edge = next[network.successor(from, i)]++;
        others[edge] = from;
        ports[edge] = (byte) network.port(from, i);
      }
    }
    return new Adjacency(start, others, ports);
  }

  /** Number of an element's first edge. */
  int first(int element) {
    return start[element];
  }

  /** One more than the number of an element's last edge. */
  int end(int element) {
    return start[element + 1];
  }

  /** The other end of an edge. */
  int other(int edge) {
    return others[edge];
  }

  /** The port by which an edge enters its target. */
  int port(int edge) {
    return ports[edge];
  }
}
