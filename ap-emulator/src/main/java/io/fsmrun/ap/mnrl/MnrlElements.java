package io.fsmrun.ap.mnrl;

import io.fsmrun.ap.anml.SymbolSetSyntax;
import io.fsmrun.ap.anml.SymbolSetSyntaxException;
import io.fsmrun.ap.convert.InputPort;
import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.HashMap;
import java.util.Map;

/** Makes elements of nodes. */
final class MnrlElements {

  private static final int REMEMBERED_SETS = 1 << 14;

  private final NetworkAssembly assembly;
  private final Map<String, SymbolSet> symbolSets = new HashMap<>();

  MnrlElements(NetworkAssembly assembly) {
    this.assembly = assembly;
  }

  void add(MnrlNode node) {
    assembly.at(node.line, node.column);
    required(node.id, "a node", "id");
    int element =
        switch (required(node.type, node.name(), "type")) {
          case "hState" -> ste(node);
          case "upCounter" -> counter(node);
          case "boolean" -> gate(node);
          case "state" ->
              throw assembly.error(
                  node.name()
                      + " is a state, whose edges carry symbols; only hStates are supported");
          default -> throw assembly.error("the type of " + node.name() + " is '" + node.type + "'");
        };
    if (node.report == null) {
      throw assembly.error(node.name() + " has no report");
    }
    if (node.report) {
      assembly.builder().report(element, node.reportId == null ? "" : node.reportId);
    }
    for (MnrlNode.Edge edge : node.edges) {
      assembly.at(edge.line(), edge.column());
      assembly.edge(element, edge.id(), port(node, edge));
    }
  }

  private InputPort port(MnrlNode node, MnrlNode.Edge edge) {
    InputPort port = edge.port().equals("i") ? InputPort.ONLY : InputPort.named(edge.port());
    if (port == null) {
      throw assembly.error(
          "the port '%s' in an edge of %s to '%s' is not known"
              .formatted(edge.port(), node.name(), edge.id()));
    }
    return port;
  }

  private int ste(MnrlNode node) {
    SymbolSet symbols = symbols(node);
    String enable = required(node.enable, node.name(), "enable");
    int ste = assembly.ste(node.id, symbols);
    switch (enable) {
      case "onActivateIn" -> {
        // As it is.
      }
      case "onStartAndActivateIn" -> assembly.builder().start(ste, StartKind.START_OF_DATA);
      case "always" -> assembly.builder().start(ste, StartKind.ALL_INPUT);
      case "onLast" -> assembly.builder().atEndOnly(ste);
      default -> throw badEnable(node);
    }
    if (node.latched) {
      assembly.builder().latch(ste);
    }
    return ste;
  }

  private MalformedNetworkException badEnable(MnrlNode node) {
    return assembly.error(
        "the enable of %s is '%s', which is not onActivateIn, onStartAndActivateIn, onLast or always"
            .formatted(node.name(), node.enable));
  }

  private SymbolSet symbols(MnrlNode node) {
    if (node.symbolSet == null) {
      throw assembly.error(node.name() + " has no symbolSet that is a string");
    }
    SymbolSet known = symbolSets.get(node.symbolSet);
    if (known != null) {
      return known;
    }
    try {
      SymbolSet set = SymbolSetSyntax.parse(node.symbolSet);
      if (symbolSets.size() == REMEMBERED_SETS) {
        symbolSets.clear();
      }
      symbolSets.put(node.symbolSet, set);
      return set;
    } catch (SymbolSetSyntaxException e) {
      MalformedNetworkException error =
          new MalformedNetworkException(
              "in the symbol set of " + node.name() + ": " + e.getMessage(),
              node.symbolSetLine,
              node.symbolSetColumn + 1 + inFile(node.symbolSet, e.offset()));
      error.initCause(e);
      throw error;
    }
  }

  /** Characters that the start of a string takes in a file, where some are escaped. */
  private static int inFile(String text, int length) {
    int characters = 0;
    for (int i = 0; i < length && i < text.length(); i++) {
      characters += "\\\"\n\t\r\b\f".indexOf(text.charAt(i)) >= 0 ? 2 : 1;
    }
    return characters;
  }

  private int counter(MnrlNode node) {
    CounterMode mode =
        switch (required(node.mode, node.name(), "mode")) {
          case "trigger" -> CounterMode.PULSE;
          case "high" -> CounterMode.LATCH;
          case "rollover" -> CounterMode.ROLL;
          default ->
              throw assembly.error(
                  "the mode of %s is '%s', which is not trigger, high or rollover"
                      .formatted(node.name(), node.mode));
        };
    if (isOnLast(node)) {
      throw assembly.error(
          "the counter " + node.name() + " is enabled onLast, which means nothing");
    }
    String threshold = required(node.threshold, node.name(), "threshold");
    try {
      return assembly.counter(node.id, Long.parseLong(threshold), mode);
    } catch (NumberFormatException e) {
      throw assembly.error(
          "the threshold of %s is %s, which is no whole number from 1 to 2147483647"
              .formatted(node.name(), threshold));
    }
  }

  private int gate(MnrlNode node) {
    GateFunction function =
        switch (required(node.gateType, node.name(), "gateType")) {
          case "and" -> GateFunction.AND;
          case "or" -> GateFunction.OR;
          case "nor" -> GateFunction.NOR;
          case "nand" -> GateFunction.NAND;
          case "not" -> GateFunction.NOT;
          case "sop", "sum-of-products" -> GateFunction.SUM_OF_PRODUCTS;
          case "pos", "product-of-sums" -> GateFunction.PRODUCT_OF_SUMS;
          case "nsop", "nsum-of-products" -> GateFunction.NEGATED_SUM_OF_PRODUCTS;
          case "npos", "nproduct-of-sums" -> GateFunction.NEGATED_PRODUCT_OF_SUMS;
          default ->
              throw assembly.error(
                  "the gateType of %s is '%s', which is not known"
                      .formatted(node.name(), node.gateType));
        };
    boolean onLast = isOnLast(node);
    int gate = assembly.gate(node.id, function);
    if (onLast) {
      assembly.builder().atEndOnly(gate);
    }
    return gate;
  }

  private boolean isOnLast(MnrlNode node) {
    return switch (required(node.enable, node.name(), "enable")) {
      case "onLast" -> true;
      case "onActivateIn", "onStartAndActivateIn", "always" -> false;
      default -> throw badEnable(node);
    };
  }

  private String required(String value, String node, String what) {
    if (value == null) {
      throw assembly.error(node + " has no " + what);
    }
    return value;
  }
}
