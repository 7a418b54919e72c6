package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.network.StartKind;
import java.util.HashSet;
import java.util.Set;

/** What transformations need to write elements of one network into another. */
final class Writing {

  private final AutomataNetwork network;
  private Set<String> taken = Set.of();

  Writing(AutomataNetwork network) {
    this.network = network;
  }

  /** A builder for what a network becomes; ids may be as long as they are. */
  NetworkBuilder builder() {
    NetworkLimits usual = NetworkLimits.DEFAULT;
    return new NetworkBuilder(
        network.networkId(), new NetworkLimits(usual.elements(), usual.edges(), Integer.MAX_VALUE));
  }

  /** An id that no element has, given once only. */
  String freshId(String wanted) {
    if (taken.isEmpty()) {
      taken = new HashSet<>();
      for (int element = 0; element < network.size(); element++) {
        taken.add(network.id(element));
      }
    }
    String id = wanted;
    for (int number = 2; !taken.add(id); number++) {
      id = wanted + "~" + number;
    }
    return id;
  }

  /** What an element's reports are called. */
  String name(int element) {
    String code = network.reportCode(element);
    return code.isEmpty() ? network.id(element) : code;
  }

  /** Defines an element with all its attributes. */
  int copy(int element, NetworkBuilder to) {
    int handle = define(element, network.id(element), to);
    if (network.isReporting(element)) {
      to.report(handle, network.reportCode(element));
    }
    return handle;
  }

  /** Defines an element with all its attributes but its id and its report. */
  int define(int element, String id, NetworkBuilder to) {
    int handle =
        switch (network.kind(element)) {
          case STE -> to.ste(id, network.symbols(element));
          case COUNTER -> to.counter(id, network.target(element), network.counterMode(element));
          case GATE -> to.gate(id, network.gateFunction(element));
        };
    if (network.start(element) != StartKind.NONE) {
      to.start(handle, network.start(element));
    }
    if (network.isLatched(element)) {
      to.latch(handle);
    }
    if (network.isAtEndOnly(element)) {
      to.atEndOnly(handle);
    }
    return handle;
  }

  /**
   * Whether an element is a gate for which it matters how many of several inputs are active: two
   * drivers of it cannot stand for each other.
   */
  static boolean needsEveryInput(AutomataNetwork network, int element) {
    if (network.kind(element) != ElementKind.GATE) {
      return false;
    }
    GateFunction function = network.gateFunction(element);
    return switch (function) {
      case AND, NAND, SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS, NOT -> true;
      case OR, NOR, PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS -> false;
    };
  }
}
