package io.fsmrun.ap.reference;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A network that can still be changed: what random networks are drawn on. */
final class NetworkDraft {

  /** An element; what its kind has no use for is ignored. */
  record Element(
      ElementKind kind,
      SymbolSet symbols,
      StartKind start,
      boolean latched,
      int target,
      CounterMode mode,
      GateFunction function,
      Reporting reporting) {

    /** Whether counters and gates, which settle within a symbol, are meant. */
    boolean isSpecial() {
      return kind != ElementKind.STE;
    }

    Element withSymbols(SymbolSet others) {
      return new Element(kind, others, start, latched, target, mode, function, reporting);
    }

    Element withStart(StartKind other) {
      return new Element(kind, symbols, other, latched, target, mode, function, reporting);
    }

    Element withReporting(Reporting other) {
      return new Element(kind, symbols, start, latched, target, mode, function, other);
    }
  }

  /** Whether an element reports, under which code, and whether at the end only. */
  record Reporting(boolean reports, String code, boolean atEndOnly) {}

  /** An edge. */
  record Edge(int from, int to, int port) {}

  final List<Element> elements = new ArrayList<>();
  final Set<Edge> edges = new LinkedHashSet<>();

  int add(Element element) {
    elements.add(element);
    return elements.size() - 1;
  }

  /** Adds an edge, unless its target is an inverter that has an input already. */
  void edge(int from, int to, int port) {
    boolean isNot = elements.get(to).function() == GateFunction.NOT && elements.get(to).isSpecial();
    if (isNot && edges.stream().anyMatch(edge -> edge.to() == to)) {
      return;
    }
    edges.add(new Edge(from, to, port));
  }

  List<Edge> edgesInto(int element) {
    return edges.stream().filter(edge -> edge.to() == element).toList();
  }

  List<Edge> edgesOutOf(int element) {
    return edges.stream().filter(edge -> edge.from() == element).toList();
  }

  /**
   * The network, with elements named e0, e1, … by their index here and defined in a given order.
   *
   * @param order the indices, each once
   */
  AutomataNetwork build(String id, int[] order) {
    NetworkBuilder builder = new NetworkBuilder(id);
    for (int index : order) {
      define(builder, "e" + index, elements.get(index));
    }
    for (Edge edge : edges) {
      builder.edge(builder.handle("e" + edge.from()), builder.handle("e" + edge.to()), edge.port());
    }
    return builder.build();
  }

  private static void define(NetworkBuilder builder, String id, Element element) {
    int handle =
        switch (element.kind()) {
          case STE -> builder.ste(id, element.symbols());
          case COUNTER -> builder.counter(id, element.target(), element.mode());
          case GATE -> builder.gate(id, element.function());
        };
    if (element.kind() == ElementKind.STE) {
      builder.start(handle, element.start());
      if (element.latched()) {
        builder.latch(handle);
      }
    }
    if (element.reporting().reports()) {
      builder.report(handle, element.reporting().code());
    }
    if (element.reporting().atEndOnly()) {
      builder.atEndOnly(handle);
    }
  }
}
