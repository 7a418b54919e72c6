package io.fsmrun.ap.anml;

import io.fsmrun.ap.convert.InputPort;
import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The grammar of ANML, over the tags of a file. */
final class AnmlParser {

  private static final int REMEMBERED_SETS = 1 << 14;

  private final XmlEvents xml;
  private final NetworkAssembly assembly;
  private final Map<String, SymbolSet> symbolSets = new HashMap<>();

  // The attributes of the element being read; null if it has not got them.
  private String id;
  private String symbolSet;
  private String start;
  private String target;
  private String atTarget;
  private String latch;
  private String endOnly;

  AnmlParser(XmlEvents xml, NetworkAssembly assembly) {
    this.xml = xml;
    this.assembly = assembly;
  }

  void parse() throws IOException {
    if (!xml.next()) {
      throw assembly.error("there is no element in the file");
    }
    switch (xml.name()) {
      case "automata-network" -> network();
      case "anml" -> anml();
      default ->
          throw assembly.error(
              "the root element is <" + xml.name() + ">, not <anml> or <automata-network>");
    }
    xml.next();
  }

  private void anml() throws IOException {
    boolean found = false;
    while (child()) {
      switch (xml.name()) {
        case "automata-network" -> {
          if (found) {
            throw assembly.error(
                "a second network, '" + attribute("id") + "'; a file may hold one only");
          }
          found = true;
          network();
        }
        case "description" -> xml.skip();
        default -> throw unknown("<anml>");
      }
    }
    if (!found) {
      throw assembly.error("there is no <automata-network> in <anml>");
    }
  }

  /** Moves to the next child of the present element; false at its end. */
  private boolean child() throws IOException {
    return xml.next() && xml.isStart();
  }

  private String attribute(String name) {
    for (int i = 0; i < xml.attributeCount(); i++) {
      if (xml.attributeName(i).equals(name)) {
        return xml.attributeValue(i);
      }
    }
    return "";
  }

  private MalformedNetworkException unknown(String parent) {
    String name = xml.name();
    String which = attribute("id").isEmpty() ? "" : " '" + attribute("id") + "'";
    return name.startsWith("macro-")
        ? assembly.error("macros are not supported: <" + name + ">" + which)
        : assembly.error("the element <" + name + ">" + which + " is not known in " + parent);
  }

  private void network() throws IOException {
    assembly.networkId(attribute("id"));
    while (child()) {
      String name = xml.name();
      switch (name) {
        case "state-transition-element" -> ste();
        case "counter" -> counter();
        case "description" -> xml.skip();
        default -> {
          GateFunction function = AnmlNames.function(name);
          if (function == null) {
            throw unknown("<automata-network>");
          }
          gate(function);
        }
      }
    }
  }

  private void ste() throws IOException {
    attributes("id symbol-set start latch latched high-only-on-eod");
    int ste = assembly.ste(required(id, "id"), symbols(required(symbolSet, "symbol-set")));
    if (start != null && !start.equals("none")) {
      assembly.builder().start(ste, startKind());
    }
    if (isTrue(latch, "latch")) {
      assembly.builder().latch(ste);
    }
    if (isTrue(endOnly, "high-only-on-eod")) {
      assembly.builder().atEndOnly(ste);
    }
    outputs(ste);
  }

  private StartKind startKind() {
    return switch (start) {
      case "start-of-data" -> StartKind.START_OF_DATA;
      case "all-input" -> StartKind.ALL_INPUT;
      default -> throw badValue("start", start, "none, start-of-data or all-input");
    };
  }

  private SymbolSet symbols(String text) {
    SymbolSet known = symbolSets.get(text);
    if (known != null) {
      return known;
    }
    try {
      SymbolSet set = SymbolSetSyntax.parse(text);
      if (symbolSets.size() == REMEMBERED_SETS) {
        symbolSets.clear();
      }
      symbolSets.put(text, set);
      return set;
    } catch (SymbolSetSyntaxException e) {
      MalformedNetworkException error =
          xml.errorIn(
              "symbol-set", e.offset(), "in the symbol set of '" + id + "': " + e.getMessage());
      error.initCause(e);
      throw error;
    }
  }

  private void counter() throws IOException {
    attributes("id target at-target");
    CounterMode mode =
        switch (atTarget == null ? "pulse" : atTarget) {
          case "pulse" -> CounterMode.PULSE;
          case "latch" -> CounterMode.LATCH;
          case "roll", "rollover" -> CounterMode.ROLL;
          default -> throw badValue("at-target", atTarget, "pulse, latch or roll");
        };
    long count;
    try {
      count = Long.parseLong(required(target, "target"));
    } catch (NumberFormatException e) {
      throw badValue("target", target, "a number from 1 to 2147483647");
    }
    outputs(assembly.counter(required(id, "id"), count, mode));
  }

  private void gate(GateFunction function) throws IOException {
    attributes("id high-only-on-eod");
    int gate = assembly.gate(required(id, "id"), function);
    if (isTrue(endOnly, "high-only-on-eod")) {
      assembly.builder().atEndOnly(gate);
    }
    outputs(gate);
  }

  /** Takes the attributes of the present tag, of which only some may be there. */
  private void attributes(String allowed) {
    id = symbolSet = start = target = atTarget = latch = endOnly = null;
    String unexpected = null;
    for (int i = 0; i < xml.attributeCount(); i++) {
      String name = xml.attributeName(i);
      String value = xml.attributeValue(i);
      if (!name.isEmpty() && !name.equals("name") && !isAmong(name, allowed)) {
        unexpected = name;
      }
      switch (name) {
        case "id" -> id = value;
        case "symbol-set" -> symbolSet = value;
        case "start" -> start = value;
        case "target" -> target = value;
        case "at-target" -> atTarget = value;
        case "latch", "latched" -> latch = value;
        case "high-only-on-eod" -> endOnly = value;
        default -> {
          // A name, or of another namespace; else it is reported below, once the id is known.
        }
      }
    }
    if (unexpected != null) {
      throw assembly.error(
          "the attribute '%s' is not known in <%s> '%s'"
              .formatted(unexpected, xml.name(), id == null ? "" : id));
    }
  }

  private static boolean isAmong(String name, String names) {
    int at = names.indexOf(name);
    return at >= 0 && (" " + names + " ").contains(" " + name + " ");
  }

  private String required(String value, String name) {
    if (value == null) {
      throw assembly.error(
          "<" + xml.name() + ">" + (id == null ? "" : " '" + id + "'") + " has no " + name);
    }
    return value;
  }

  private boolean isTrue(String value, String name) {
    if (value == null) {
      return false;
    }
    return switch (value) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw badValue(name, value, "true or false");
    };
  }

  private MalformedNetworkException badValue(String name, String value, String wanted) {
    return assembly.error(
        "the %s of '%s' is '%s', which is not %s".formatted(name, id, value, wanted));
  }

  /** The children of an element: what it drives and what it reports. */
  private void outputs(int element) throws IOException {
    String reported = null;
    while (child()) {
      switch (xml.name()) {
        case "activate-on-match", "activate-on-target", "activate-on-high" -> edge(element);
        case "report-on-match", "report-on-target", "report-on-high" -> {
          String code = onlyAttribute("reportcode", false);
          if (reported != null && !reported.equals(code)) {
            throw assembly.error(
                "'%s' has two report codes, '%s' and '%s'".formatted(id, reported, code));
          }
          reported = code;
          assembly.builder().report(element, code);
          empty();
        }
        case "description" -> xml.skip();
        default -> throw unknown("'" + id + "'");
      }
    }
  }

  private void edge(int from) throws IOException {
    String reference = onlyAttribute("element", true);
    int colon = reference.lastIndexOf(':');
    InputPort port = colon < 0 ? null : AnmlNames.port(reference.substring(colon + 1));
    if (port == null) {
      assembly.edge(from, reference, InputPort.ONLY);
    } else {
      assembly.edge(from, reference.substring(0, colon), port);
    }
    empty();
  }

  private String onlyAttribute(String wanted, boolean mustBeThere) {
    String found = null;
    for (int i = 0; i < xml.attributeCount(); i++) {
      String name = xml.attributeName(i);
      if (name.equals(wanted)) {
        found = xml.attributeValue(i);
      } else if (!name.isEmpty()) {
        throw assembly.error(
            "the attribute '%s' is not known in <%s> of '%s'".formatted(name, xml.name(), id));
      }
    }
    if (found == null && mustBeThere) {
      throw assembly.error("<%s> of '%s' has no %s".formatted(xml.name(), id, wanted));
    }
    return found == null ? "" : found;
  }

  private void empty() throws IOException {
    if (child()) {
      throw unknown("an edge or report of '" + id + "'");
    }
  }
}
