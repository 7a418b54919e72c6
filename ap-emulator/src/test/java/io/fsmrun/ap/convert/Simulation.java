package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs a network symbol by symbol, straight from the meaning that AutomataNetwork states. */
public final class Simulation {

  private final AutomataNetwork network;
  private final int[] order;
  private boolean[] active;
  private final int[] count;
  private final boolean[] spent;

  /** A report: its name is the code, or the id of the element if there is none. */
  public record NamedReport(long symbol, String name) implements Comparable<NamedReport> {
    @Override
    public int compareTo(NamedReport other) {
      int bySymbol = Long.compare(symbol, other.symbol);
      return bySymbol != 0 ? bySymbol : name.compareTo(other.name);
    }
  }

  private Simulation(AutomataNetwork network) {
    this.network = network;
    this.order = network.settlingOrder();
    this.active = new boolean[network.size()];
    this.count = new int[network.size()];
    this.spent = new boolean[network.size()];
  }

  /** All reports on a whole input, each once. */
  public static SortedSet<NamedReport> reports(AutomataNetwork network, byte[] input) {
    Simulation simulation = new Simulation(network);
    SortedSet<NamedReport> reports = new TreeSet<>();
    for (int symbol = 0; symbol < input.length; symbol++) {
      simulation.step(input[symbol] & 0xff, symbol == 0, symbol == input.length - 1);
      for (int e = 0; e < network.size(); e++) {
        boolean counts = !network.isAtEndOnly(e) || symbol == input.length - 1;
        if (simulation.active[e] && network.isReporting(e) && counts) {
          String code = network.reportCode(e);
          reports.add(new NamedReport(symbol, code.isEmpty() ? network.id(e) : code));
        }
      }
    }
    return reports;
  }

  private void step(int symbol, boolean first, boolean last) {
    boolean[] next = new boolean[network.size()];
    for (int e = 0; e < network.size(); e++) {
      if (network.kind(e) == ElementKind.STE) {
        boolean enabled =
            network.start(e) == StartKind.ALL_INPUT
                || network.start(e) == StartKind.START_OF_DATA && first
                || inputs(e, Ports.INPUT, active).contains(true);
        next[e] =
            enabled && network.symbols(e).contains(symbol) || network.isLatched(e) && active[e];
      }
    }
    for (int e : order) {
      next[e] =
          network.kind(e) == ElementKind.GATE
              ? gate(e, next) && (last || !network.isAtEndOnly(e))
              : counter(e, next);
    }
    active = next;
  }

  private boolean counter(int e, boolean[] now) {
    if (inputs(e, Ports.RESET, now).contains(true)) {
      count[e] = 0;
      spent[e] = false;
      return false;
    }
    CounterMode mode = network.counterMode(e);
    if (spent[e]) {
      return mode == CounterMode.LATCH;
    }
    if (!inputs(e, Ports.COUNT, now).contains(true) || ++count[e] < network.target(e)) {
      return false;
    }
    count[e] = 0;
    spent[e] = mode != CounterMode.ROLL;
    return true;
  }

  private boolean gate(int e, boolean[] now) {
    Collection<List<Boolean>> terms = terms(e, now).values();
    List<Boolean> all = terms.stream().flatMap(List::stream).toList();
    boolean positive =
        switch (network.gateFunction(e)) {
          case AND, NAND -> !all.isEmpty() && !all.contains(false);
          case OR, NOR, NOT -> all.contains(true);
          case SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS ->
              terms.stream().anyMatch(term -> !term.contains(false));
          case PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS ->
              !terms.isEmpty() && terms.stream().allMatch(term -> term.contains(true));
        };
    return positive != network.gateFunction(e).isNegated();
  }

  private List<Boolean> inputs(int e, int port, boolean[] activity) {
    return terms(e, activity).getOrDefault(port, List.of());
  }

  private Map<Integer, List<Boolean>> terms(int e, boolean[] activity) {
    Map<Integer, List<Boolean>> byPort = new TreeMap<>();
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        if (network.successor(from, i) == e) {
          byPort.computeIfAbsent(network.port(from, i), p -> new ArrayList<>()).add(activity[from]);
        }
      }
    }
    return byPort;
  }
}
