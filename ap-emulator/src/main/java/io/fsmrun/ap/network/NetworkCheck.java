package io.fsmrun.ap.network;

import java.util.Arrays;

/** What must hold in every network and cannot be seen edge by edge. */
final class NetworkCheck {

  private NetworkCheck() {}

  /** What is wrong, and with which element. */
  record Flaw(int element, String message) {}

  /** The first thing that is wrong; null if nothing is. O(elements + edges). */
  static Flaw firstFlaw(AutomataNetwork network) {
    int[] inputs = new int[network.size()];
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        int port = network.port(from, i);
        if (port > lastPort(network, to)) {
          return new Flaw(
              from,
              "the edge from '%s' enters '%s' by port %d, which it does not have"
                  .formatted(network.id(from), network.id(to), port));
        }
        inputs[to]++;
        if (inputs[to] > 1
            && network.kind(to) == ElementKind.GATE
            && network.gateFunction(to) == GateFunction.NOT) {
          return new Flaw(to, "the inverter '" + network.id(to) + "' has more than one input");
        }
      }
    }
    return circle(network, network.settlingOrder());
  }

  private static int lastPort(AutomataNetwork network, int element) {
    return switch (network.kind(element)) {
      case STE -> 0;
      case COUNTER -> Ports.RESET;
      case GATE -> network.gateFunction(element).hasTerms() ? Ports.MAX_TERMS : 0;
    };
  }

  private static Flaw circle(AutomataNetwork network, int[] order) {
    boolean[] settled = new boolean[network.size()];
    for (int element : order) {
      settled[element] = true;
    }
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) != ElementKind.STE && !settled[element]) {
        return new Flaw(
            element,
            "'%s' is in, or behind, a circle of counters and boolean elements with no STE in it"
                .formatted(network.id(element)));
      }
    }
    return null;
  }

  /**
   * Counters and gates, each after those that drive it; those in or behind a circle are left out.
   */
  static int[] settlingOrder(AutomataNetwork network) {
    int size = network.size();
    int[] waitsFor = new int[size];
    int specials = 0;
    for (int from = 0; from < size; from++) {
      if (network.kind(from) != ElementKind.STE) {
        specials++;
        for (int i = 0; i < network.successorCount(from); i++) {
          waitsFor[network.successor(from, i)]++;
        }
      }
    }
    int[] order = new int[specials];
    int filled = 0;
    for (int element = 0; element < size; element++) {
      if (network.kind(element) != ElementKind.STE && waitsFor[element] == 0) {
        order[filled++] = element;
      }
    }
    for (int next = 0; next < filled; next++) {
      int from = order[next];
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        if (--waitsFor[to] == 0 && network.kind(to) != ElementKind.STE) {
          order[filled++] = to;
        }
      }
    }
    return filled == specials ? order : Arrays.copyOf(order, filled);
  }
}
