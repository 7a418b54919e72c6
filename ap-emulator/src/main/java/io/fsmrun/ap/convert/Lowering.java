package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.network.StartKind;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Says what a file format has no word for by means of what it has. Reports keep their symbols and
 * their names, which are the report code, or the id where there is none; an element that reports in
 * place of one without a code gets its id as the code.
 *
 * <p>Elements keep their order; new ones follow them. Each step is O(elements + edges), and gives
 * the network itself if there is nothing to do.
 */
public final class Lowering {

  private static final NetworkLimits NO_LIMITS =
      new NetworkLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  private final AutomataNetwork network;
  private final NetworkBuilder builder;
  private final Set<String> ids = new HashSet<>();

  private Lowering(AutomataNetwork network) {
    this.network = network;
    this.builder = new NetworkBuilder(network.networkId(), NO_LIMITS);
    for (int element = 0; element < network.size(); element++) {
      ids.add(network.id(element));
    }
  }

  /**
   * Replaces gates with many terms by a gate for each term and one over those.
   *
   * @param network a network
   * @param mostTerms gates that use no port from this number on are left as they are; 0 replaces
   *     all that have terms
   * @return a network with the same reports
   */
  public static AutomataNetwork termsAsGates(AutomataNetwork network, int mostTerms) {
    BitSet replaced = new BitSet();
    for (int element = 0; element < network.size(); element++) {
      if (mostTerms == 0 && hasTerms(network, element)) {
        replaced.set(element);
      }
      for (int i = 0; i < network.successorCount(element); i++) {
        int to = network.successor(element, i);
        if (network.port(element, i) >= mostTerms && hasTerms(network, to)) {
          replaced.set(to);
        }
      }
    }
    return replaced.isEmpty() ? network : new Lowering(network).withTermGates(replaced);
  }

  private static boolean hasTerms(AutomataNetwork network, int element) {
    return network.kind(element) == ElementKind.GATE && network.gateFunction(element).hasTerms();
  }

  private AutomataNetwork withTermGates(BitSet replaced) {
    for (int element = 0; element < network.size(); element++) {
      if (replaced.get(element)) {
        int gate = builder.gate(network.id(element), outer(network.gateFunction(element)));
        copyReport(element, gate);
      } else {
        copy(element, false);
      }
    }
    Long2IntOpenHashMap terms = new Long2IntOpenHashMap();
    terms.defaultReturnValue(-1);
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        int port = network.port(from, i);
        if (!replaced.get(to)) {
          builder.edge(handle(from), handle(to), port);
          continue;
        }
        long key = (long) to << 32 | port;
        int term = terms.get(key);
        if (term < 0) {
          String id = fresh(network.id(to) + "_t" + (port + 1));
          term = builder.gate(id, inner(network.gateFunction(to)));
          terms.put(key, term);
          builder.edge(term, handle(to));
        }
        builder.edge(handle(from), term);
      }
    }
    return builder.build();
  }

  private static GateFunction outer(GateFunction function) {
    return switch (function) {
      case SUM_OF_PRODUCTS -> GateFunction.OR;
      case PRODUCT_OF_SUMS -> GateFunction.AND;
      case NEGATED_SUM_OF_PRODUCTS -> GateFunction.NOR;
      case NEGATED_PRODUCT_OF_SUMS -> GateFunction.NAND;
      case AND, OR, NOR, NAND, NOT ->
          throw new IllegalArgumentException(function + " has no terms");
    };
  }

  private static GateFunction inner(GateFunction function) {
    return switch (function) {
      case SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS -> GateFunction.AND;
      case PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS -> GateFunction.OR;
      case AND, OR, NOR, NAND, NOT ->
          throw new IllegalArgumentException(function + " has no terms");
    };
  }

  /**
   * Moves reports that are made at the end only from STEs and counters to gates that are high at
   * the end only.
   *
   * @param network a network
   * @param elements which elements to change; gates are left as they are in any case
   * @return a network with the same reports
   */
  public static AutomataNetwork endReportsAsGates(AutomataNetwork network, IntPredicate elements) {
    BitSet moved = new BitSet();
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) != ElementKind.GATE
          && network.isAtEndOnly(element)
          && elements.test(element)) {
        moved.set(element);
      }
    }
    return moved.isEmpty() ? network : new Lowering(network).withEndGates(moved);
  }

  private AutomataNetwork withEndGates(BitSet moved) {
    for (int element = 0; element < network.size(); element++) {
      copy(element, moved.get(element));
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        builder.edge(handle(from), handle(network.successor(from, i)), network.port(from, i));
      }
    }
    for (int element : moved.stream().toArray()) {
      if (network.isReporting(element)) {
        String id = network.id(element);
        String code = network.reportCode(element);
        int gate = builder.gate(fresh(id + "_end"), GateFunction.AND);
        builder.atEndOnly(gate);
        builder.report(gate, code.isEmpty() ? id : code);
        builder.edge(handle(element), gate);
      }
    }
    return builder.build();
  }

  /** Handles are given in the order of definition, and elements are copied first, in order. */
  private static int handle(int element) {
    return element;
  }

  private void copy(int element, boolean withoutReport) {
    String id = network.id(element);
    int handle =
        switch (network.kind(element)) {
          case STE -> builder.ste(id, network.symbols(element));
          case COUNTER ->
              builder.counter(id, network.target(element), network.counterMode(element));
          case GATE -> builder.gate(id, network.gateFunction(element));
        };
    if (network.start(element) != StartKind.NONE) {
      builder.start(handle, network.start(element));
    }
    if (network.isLatched(element)) {
      builder.latch(handle);
    }
    if (!withoutReport) {
      copyReport(element, handle);
    }
  }

  private void copyReport(int element, int handle) {
    if (network.isReporting(element)) {
      builder.report(handle, network.reportCode(element));
    }
    if (network.isAtEndOnly(element)) {
      builder.atEndOnly(handle);
    }
  }

  private String fresh(String wanted) {
    String id = wanted;
    for (int i = 2; !ids.add(id); i++) {
      id = wanted + "_" + i;
    }
    return id;
  }
}
