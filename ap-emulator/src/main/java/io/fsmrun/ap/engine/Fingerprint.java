package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;

/** A number that tells networks apart by what they do, ids and report codes not counted. */
final class Fingerprint {

  private long hash = 0xCBF29CE484222325L;

  private Fingerprint() {}

  static long of(AutomataNetwork network) {
    Fingerprint print = new Fingerprint();
    print.add(network.size());
    for (int element = 0; element < network.size(); element++) {
      print.addElement(network, element);
    }
    return print.hash;
  }

  private void addElement(AutomataNetwork network, int element) {
    ElementKind kind = network.kind(element);
    switch (kind) {
      case STE -> {
        add(1);
        add(network.symbols(element).hashCode());
        add(network.start(element).name().hashCode());
      }
      case COUNTER -> {
        add(2);
        add(network.target(element));
        add(network.counterMode(element).name().hashCode());
      }
      case GATE -> {
        add(3);
        add(network.gateFunction(element).name().hashCode());
      }
    }
    add(
        (network.isLatched(element) ? 1 : 0)
            | (network.isReporting(element) ? 2 : 0)
            | (network.isAtEndOnly(element) ? 4 : 0));
    add(network.successorCount(element));
    for (int i = 0; i < network.successorCount(element); i++) {
      add((long) network.successor(element, i) << 7 | network.port(element, i));
    }
  }

  private void add(long value) {
    hash = (hash ^ value) * 0x100000001B3L;
    hash ^= hash >>> 29;
  }
}
