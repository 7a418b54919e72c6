package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import java.util.Arrays;

/**
 * A component as an undirected graph on its elements, numbered from 0 in their order. Edges both
 * ways between two elements count twice; an edge of an element to itself is left out.
 */
final class ComponentGraph {

  private final Resources[] demands;
  private final int[] rowStart;
  private final int[] neighbours;

  /** The members must be a whole component, ascending. */
  ComponentGraph(AutomataNetwork network, DeviceModel device, int[] members) {
    int size = members.length;
    demands = new Resources[size];
    rowStart = new int[size + 1];
    for (int node = 0; node < size; node++) {
      demands[node] = Units.demand(network, device, members[node]);
      for (int i = 0; i < network.successorCount(members[node]); i++) {
        int to = Arrays.binarySearch(members, network.successor(members[node], i));
        if (to != node) {
          rowStart[node + 1]++;
          rowStart[to + 1]++;
        }
      }
    }
    for (int node = 0; node < size; node++) {
      rowStart[node + 1] = Math.addExact(rowStart[node + 1], rowStart[node]);
    }
    neighbours = new int[rowStart[size]];
    int[] next = rowStart.clone();
    for (int node = 0; node < size; node++) {
      for (int i = 0; i < network.successorCount(members[node]); i++) {
        int to = Arrays.binarySearch(members, network.successor(members[node], i));
        if (to != node) {
          neighbours[next[node]++] = to;
          neighbours[next[to]++] = node;
        }
      }
    }
  }

  int size() {
    return demands.length;
  }

  Resources demand(int node) {
    return demands[node];
  }

  int degree(int node) {
    return rowStart[node + 1] - rowStart[node];
  }

  int neighbour(int node, int index) {
    return neighbours[rowStart[node] + index];
  }

  /** Edges between different pieces. */
  long cutEdges(int[] pieceOf) {
    long ends = 0;
    for (int node = 0; node < size(); node++) {
      for (int i = rowStart[node]; i < rowStart[node + 1]; i++) {
        ends += pieceOf[node] == pieceOf[neighbours[i]] ? 0 : 1;
      }
    }
    return ends / 2;
  }
}
