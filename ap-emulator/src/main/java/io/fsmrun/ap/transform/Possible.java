package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Which elements may ever be active: the least set that contains what is active of itself and what
 * members of the set can activate. An element outside of it is active on no input.
 */
final class Possible {

  private final AutomataNetwork network;
  private final Adjacency drivers;
  private final boolean[] possible;
  private final IntArrayList open = new IntArrayList();

  /** Inputs of an AND that are not known to be possible. */
  private final int[] missing;

  private Possible(AutomataNetwork network, Adjacency drivers) {
    this.network = network;
    this.drivers = drivers;
    possible = new boolean[network.size()];
    missing = new int[network.size()];
  }

  static boolean[] of(AutomataNetwork network, Adjacency drivers) {
    Possible search = new Possible(network, drivers);
    for (int element = 0; element < network.size(); element++) {
      search.missing[element] = drivers.end(element) - drivers.first(element);
      if (search.isActiveOfItself(element)) {
        search.add(element);
      }
    }
    while (!search.open.isEmpty()) {
      int from = search.open.popInt();
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        if (search.activates(from, to, network.port(from, i))) {
          search.add(to);
        }
      }
    }
    return search.possible;
  }

  private void add(int element) {
    if (!possible[element]) {
      possible[element] = true;
      open.add(element);
    }
  }

  private boolean isActiveOfItself(int element) {
    return switch (network.kind(element)) {
      case STE -> network.start(element) != StartKind.NONE && !network.symbols(element).isEmpty();
      case COUNTER -> false;
      case GATE -> network.gateFunction(element).isNegated();
    };
  }

  private boolean activates(int from, int to, int port) {
    return switch (network.kind(to)) {
      case STE -> !network.symbols(to).isEmpty() && !isTooLate(network, from);
      case COUNTER -> port == Ports.COUNT;
      case GATE ->
          switch (network.gateFunction(to)) {
            case OR -> true;
            case AND -> --missing[to] == 0;
            case SUM_OF_PRODUCTS -> new Terms(drivers, to, possible).hasFullTerm();
            case PRODUCT_OF_SUMS -> !new Terms(drivers, to, possible).hasEmptyTerm();
            case NOR, NAND, NOT, NEGATED_SUM_OF_PRODUCTS, NEGATED_PRODUCT_OF_SUMS -> true;
          };
    };
  }

  /** Whether an element is active on the last symbol only, so that no STE can follow. */
  static boolean isTooLate(AutomataNetwork network, int element) {
    return network.kind(element) == ElementKind.GATE && network.isAtEndOnly(element);
  }

  /** The terms of a gate, by how many of their inputs may be active. */
  static final class Terms {

    private final int[] inputs = new int[Ports.MAX_TERMS + 1];
    private final int[] possibleInputs = new int[Ports.MAX_TERMS + 1];

    Terms(Adjacency drivers, int gate, boolean[] possible) {
      for (int edge = drivers.first(gate); edge < drivers.end(gate); edge++) {
        inputs[drivers.port(edge)]++;
        possibleInputs[drivers.port(edge)] += possible[drivers.other(edge)] ? 1 : 0;
      }
    }

    boolean isFull(int term) {
      return inputs[term] > 0 && possibleInputs[term] == inputs[term];
    }

    boolean hasFullTerm() {
      for (int term = 0; term < inputs.length; term++) {
        if (isFull(term)) {
          return true;
        }
      }
      return false;
    }

    boolean hasEmptyTerm() {
      for (int term = 0; term < inputs.length; term++) {
        if (inputs[term] > 0 && possibleInputs[term] == 0) {
          return true;
        }
      }
      return false;
    }
  }
}
