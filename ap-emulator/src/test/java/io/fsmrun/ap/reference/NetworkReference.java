package io.fsmrun.ap.reference;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs a network by the letter of {@link AutomataNetwork}'s documentation, one element after the
 * other on every symbol. Slow on purpose: O(elements + edges) a symbol, and nothing is skipped.
 */
public final class NetworkReference {

  /** An edge as its target sees it. */
  private record Input(int from, int port) {}

  private final AutomataNetwork network;
  private final byte[] input;
  private final List<List<Input>> inputs = new ArrayList<>();
  private final List<NetworkReport> reports = new ArrayList<>();
  private final int[] counts;

  /** Counters that reached their target and were not reset since; ROLL counters never stay so. */
  private final boolean[] arrived;

  private boolean[] before;
  private boolean[] active;

  private NetworkReference(AutomataNetwork network, byte[] input) {
    this.network = network;
    this.input = input;
    int size = network.size();
    for (int element = 0; element < size; element++) {
      inputs.add(new ArrayList<>());
    }
    for (int from = 0; from < size; from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        inputs.get(network.successor(from, i)).add(new Input(from, network.port(from, i)));
      }
    }
    counts = new int[size];
    arrived = new boolean[size];
    before = new boolean[size];
    active = new boolean[size];
  }

  /**
   * All reports on an input.
   *
   * @param network the network
   * @param input the input
   * @return its reports, by symbol, then by element
   */
  public static List<NetworkReport> run(AutomataNetwork network, byte[] input) {
    NetworkReference run = new NetworkReference(network, input);
    for (int at = 0; at < input.length; at++) {
      run.step(at);
    }
    Collections.sort(run.reports);
    return List.copyOf(run.reports);
  }

  /**
   * All reports on an input, by name; several of one name on one symbol are one.
   *
   * @param network the network
   * @param input the input
   * @return the set of its reports
   */
  public static SortedSet<NamedReport> named(AutomataNetwork network, byte[] input) {
    return named(network, run(network, input));
  }

  /**
   * Reports by name.
   *
   * @param network the network they come from
   * @param reports what it reported
   * @return the same with report codes, or ids where there is no code
   */
  public static SortedSet<NamedReport> named(
      AutomataNetwork network, Collection<NetworkReport> reports) {
    SortedSet<NamedReport> named = new TreeSet<>();
    for (NetworkReport report : reports) {
      String code = network.reportCode(report.element());
      String name = code.isEmpty() ? network.id(report.element()) : code;
      named.add(new NamedReport(name, report.symbol()));
    }
    return named;
  }

  private void step(int at) {
    boolean last = at == input.length - 1;
    boolean[] spare = before;
    before = active;
    active = spare;
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) == ElementKind.STE) {
        active[element] = ste(element, at);
      }
    }
    for (int element : network.settlingOrder()) {
      active[element] =
          network.kind(element) == ElementKind.COUNTER
              ? counter(element)
              : gate(element) && (last || !network.isAtEndOnly(element));
    }
    for (int element = 0; element < network.size(); element++) {
      if (active[element]
          && network.isReporting(element)
          && (last || !network.isAtEndOnly(element))) {
        reports.add(new NetworkReport(element, at));
      }
    }
  }

  private boolean ste(int ste, int at) {
    if (network.isLatched(ste) && before[ste]) {
      return true;
    }
    boolean enabled =
        network.start(ste) == StartKind.ALL_INPUT
            || network.start(ste) == StartKind.START_OF_DATA && at == 0
            || inputs.get(ste).stream().anyMatch(edge -> before[edge.from()]);
    return enabled && network.symbols(ste).contains(input[at] & 0xff);
  }

  private boolean counter(int counter) {
    if (isDriven(counter, Ports.RESET)) {
      counts[counter] = 0;
      arrived[counter] = false;
      return false;
    }
    if (arrived[counter]) {
      return switch (network.counterMode(counter)) {
        case LATCH -> true;
        case PULSE, ROLL -> false;
      };
    }
    if (!isDriven(counter, Ports.COUNT)) {
      return false;
    }
    counts[counter]++;
    if (counts[counter] < network.target(counter)) {
      return false;
    }
    switch (network.counterMode(counter)) {
      case LATCH, PULSE -> arrived[counter] = true;
      case ROLL -> counts[counter] = 0;
    }
    return true;
  }

  private boolean isDriven(int element, int port) {
    return inputs.get(element).stream()
        .anyMatch(edge -> edge.port() == port && active[edge.from()]);
  }

  private boolean gate(int gate) {
    Map<Integer, List<Boolean>> terms = new TreeMap<>();
    List<Boolean> all = new ArrayList<>();
    for (Input edge : inputs.get(gate)) {
      terms.computeIfAbsent(edge.port(), port -> new ArrayList<>()).add(active[edge.from()]);
      all.add(active[edge.from()]);
    }
    GateFunction function = network.gateFunction(gate);
    if (all.isEmpty()) {
      return function.isNegated();
    }
    boolean any = all.contains(true);
    boolean every = !all.contains(false);
    boolean anyFullTerm = terms.values().stream().anyMatch(term -> !term.contains(false));
    boolean everyTerm = terms.values().stream().allMatch(term -> term.contains(true));
    return switch (function) {
      case AND -> every;
      case NAND -> !every;
      case OR -> any;
      case NOR, NOT -> !any;
      case SUM_OF_PRODUCTS -> anyFullTerm;
      case NEGATED_SUM_OF_PRODUCTS -> !anyFullTerm;
      case PRODUCT_OF_SUMS -> everyTerm;
      case NEGATED_PRODUCT_OF_SUMS -> !everyTerm;
    };
  }
}
