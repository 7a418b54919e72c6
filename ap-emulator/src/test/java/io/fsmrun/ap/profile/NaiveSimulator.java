package io.fsmrun.ap.profile;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.StartKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The meaning of a network, written down once more with sets and no care for speed: each symbol
 * looks at every element and all edges into it.
 */
final class NaiveSimulator {

  /** An edge into an element. */
  private record Into(int from, int port) {}

  private final AutomataNetwork network;
  private final List<List<Into>> into = new ArrayList<>();
  private final Map<Integer, Integer> counts = new HashMap<>();
  final List<SortedSet<Integer>> activeSets = new ArrayList<>();
  final List<SortedSet<Integer>> enabledSets = new ArrayList<>();
  final List<String> reports = new ArrayList<>();

  NaiveSimulator(AutomataNetwork network) {
    this.network = network;
    for (int i = 0; i < network.size(); i++) {
      into.add(new ArrayList<>());
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        into.get(network.successor(from, i)).add(new Into(from, network.port(from, i)));
      }
    }
  }

  void run(byte[] input) {
    SortedSet<Integer> before = new TreeSet<>();
    for (int at = 0; at < input.length; at++) {
      boolean last = at == input.length - 1;
      SortedSet<Integer> enabled = new TreeSet<>();
      SortedSet<Integer> active = new TreeSet<>();
      for (int e = 0; e < network.size(); e++) {
        if (network.kind(e) == ElementKind.STE) {
          ste(e, at, input[at] & 0xff, before, enabled, active);
        }
      }
      for (int e : network.settlingOrder()) {
        boolean high =
            network.kind(e) == ElementKind.COUNTER ? counter(e, active) : gate(e, active, last);
        if (high) {
          active.add(e);
        }
      }
      for (int e : active) {
        if (network.isReporting(e) && (last || !network.isAtEndOnly(e))) {
          reports.add(e + "@" + at);
        }
      }
      activeSets.add(active);
      enabledSets.add(enabled);
      before = active;
    }
  }

  private void ste(
      int e,
      int at,
      int symbol,
      SortedSet<Integer> before,
      SortedSet<Integer> enabled,
      SortedSet<Integer> active) {
    boolean on =
        network.start(e) == StartKind.ALL_INPUT
            || (network.start(e) == StartKind.START_OF_DATA && at == 0)
            || into.get(e).stream().anyMatch(edge -> before.contains(edge.from));
    if (on) {
      enabled.add(e);
    }
    if ((on && network.symbols(e).contains(symbol))
        || (network.isLatched(e) && before.contains(e))) {
      active.add(e);
    }
  }

  private boolean anyActive(int e, int port, SortedSet<Integer> active) {
    return into.get(e).stream().anyMatch(i -> i.port == port && active.contains(i.from));
  }

  /** Counts go on past the target as "target + 1: done" and, for a latch, "target: high". */
  private boolean counter(int e, SortedSet<Integer> active) {
    int target = network.target(e);
    int count = counts.getOrDefault(e, 0);
    if (anyActive(e, 1, active)) {
      counts.put(e, 0);
      return false;
    }
    if (count == target) {
      return network.counterMode(e) == CounterMode.LATCH;
    }
    if (!anyActive(e, 0, active)) {
      return false;
    }
    boolean arrived = count + 1 == target;
    counts.put(e, arrived && network.counterMode(e) == CounterMode.ROLL ? 0 : count + 1);
    return arrived;
  }

  private boolean gate(int e, SortedSet<Integer> active, boolean last) {
    if (network.isAtEndOnly(e) && !last) {
      return false;
    }
    List<Into> inputs = into.get(e);
    boolean all = inputs.stream().allMatch(i -> active.contains(i.from));
    boolean any = inputs.stream().anyMatch(i -> active.contains(i.from));
    boolean driven = !inputs.isEmpty();
    return switch (network.gateFunction(e)) {
      case AND -> driven && all;
      case OR -> any;
      case NOR, NOT -> !any;
      case NAND -> !(driven && all);
      case SUM_OF_PRODUCTS -> sumOfProducts(inputs, active);
      case PRODUCT_OF_SUMS -> productOfSums(inputs, active);
      case NEGATED_SUM_OF_PRODUCTS -> !sumOfProducts(inputs, active);
      case NEGATED_PRODUCT_OF_SUMS -> !productOfSums(inputs, active);
    };
  }

  private static boolean sumOfProducts(List<Into> inputs, SortedSet<Integer> active) {
    return inputs.stream()
        .map(Into::port)
        .distinct()
        .anyMatch(
            port ->
                inputs.stream().filter(i -> i.port == port).allMatch(i -> active.contains(i.from)));
  }

  private static boolean productOfSums(List<Into> inputs, SortedSet<Integer> active) {
    return !inputs.isEmpty()
        && inputs.stream()
            .map(Into::port)
            .distinct()
            .allMatch(
                port -> inputs.stream().anyMatch(i -> i.port == port && active.contains(i.from)));
  }
}
