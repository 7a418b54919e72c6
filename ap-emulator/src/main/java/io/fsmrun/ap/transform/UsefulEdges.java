package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.StartKind;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Which edges can change what their target does. To leave out all others changes the activity of no
 * element that may be active.
 */
final class UsefulEdges {

  private static final int PORT_BITS = 7;

  private final AutomataNetwork network;
  private final boolean[] possible;

  /** Gates that are true on every symbol. */
  private final boolean[] constant;

  /** Terms of sums of products that are false on every symbol. */
  private final LongOpenHashSet falseTerms = new LongOpenHashSet();

  UsefulEdges(AutomataNetwork network, Adjacency drivers, boolean[] possible) {
    this.network = network;
    this.possible = possible;
    constant = new boolean[network.size()];
    for (int gate = 0; gate < network.size(); gate++) {
      if (network.kind(gate) == ElementKind.GATE && possible[gate]) {
        settle(gate, drivers);
      }
    }
  }

  private void settle(int gate, Adjacency drivers) {
    GateFunction function = network.gateFunction(gate);
    for (int edge = drivers.first(gate); edge < drivers.end(gate); edge++) {
      if (!possible[drivers.other(edge)]) {
        switch (function) {
          case NAND -> constant[gate] = true;
          case SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS ->
              falseTerms.add(term(gate, drivers.port(edge)));
          case AND, OR, NOR, NOT, PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS -> {
            // The input may go: nothing but the edge itself is settled by it.
          }
        }
      }
    }
    if (function == GateFunction.NEGATED_PRODUCT_OF_SUMS) {
      constant[gate] = new Possible.Terms(drivers, gate, possible).hasEmptyTerm();
    }
  }

  private static long term(int gate, int port) {
    return (long) gate << PORT_BITS | port;
  }

  boolean mayBeActive(int element) {
    return possible[element];
  }

  boolean isUseful(int from, int to, int port) {
    if (!possible[from] || !possible[to]) {
      return false;
    }
    return switch (network.kind(to)) {
      case STE ->
          network.start(to) != StartKind.ALL_INPUT
              && !Possible.isTooLate(network, from)
              && !(from == to && network.isLatched(to));
      case COUNTER -> true;
      case GATE -> !constant[to] && !falseTerms.contains(term(to, port));
    };
  }
}
