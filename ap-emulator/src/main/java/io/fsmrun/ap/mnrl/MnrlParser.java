package io.fsmrun.ap.mnrl;

import io.fsmrun.ap.convert.NetworkAssembly;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/** The grammar of MNRL, over the tokens of a file. */
final class MnrlParser {

  private final JsonParser json;
  private final NetworkAssembly assembly;
  private final NetworkLimits limits;
  private final MnrlNode node = new MnrlNode();
  private final MnrlElements elements;

  MnrlParser(JsonParser json, NetworkAssembly assembly, NetworkLimits limits) {
    this.json = json;
    this.assembly = assembly;
    this.limits = limits;
    this.elements = new MnrlElements(assembly);
  }

  void parse() {
    JsonToken first = json.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw error(first == null ? "there is nothing in the file" : "the file is no JSON object");
    }
    boolean named = false;
    boolean filled = false;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String property = json.currentName();
      json.nextToken();
      switch (property) {
        case "id" -> {
          assembly.networkId(text("the id of the network"));
          named = true;
        }
        case "nodes" -> {
          nodes();
          filled = true;
        }
        default -> json.skipChildren();
      }
    }
    if (!named || !filled) {
      throw error("the network has no " + (named ? "nodes" : "id"));
    }
    if (json.nextToken() != null) {
      throw error("something follows the network");
    }
  }

  private void nodes() {
    expectArray("the nodes");
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expectObject("a node");
      node.clear(line(), column());
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String property = json.currentName();
        json.nextToken();
        property(property);
      }
      elements.add(node);
    }
  }

  private void property(String property) {
    switch (property) {
      case "id" -> node.id = text("an id");
      case "type" -> node.type = text("the type of " + node.name());
      case "enable" -> node.enable = text("the enable of " + node.name());
      case "report" -> node.report = truth("the report of " + node.name());
      case "attributes" -> attributes();
      case "outputDefs" -> outputs();
      default -> json.skipChildren(); // What an input is called says the edge that enters by it.
    }
  }

  /** Which attributes must be there, and of which form, depends on the type, which may follow. */
  private void attributes() {
    expectObject("the attributes of " + node.name());
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "symbolSet" -> {
          node.symbolSet = value == JsonToken.VALUE_STRING ? json.getString() : null;
          node.symbolSetLine = line();
          node.symbolSetColumn = column();
        }
        case "latched" -> node.latched = value == JsonToken.VALUE_TRUE;
        case "reportId" -> {
          node.reportId = scalar(value);
          require(
              node.reportId != null || value == JsonToken.VALUE_NULL,
              "the reportId of " + node.name() + " must be a string or a number");
        }
        case "threshold" -> node.threshold = scalar(value);
        case "mode" -> node.mode = scalar(value);
        case "gateType" -> node.gateType = scalar(value);
        default -> {
          // Of use to others.
        }
      }
      if (name.equals("latched") && value != JsonToken.VALUE_TRUE) {
        require(value == JsonToken.VALUE_FALSE, "latched of " + node.name() + " must be a boolean");
      }
      json.skipChildren();
    }
  }

  /** A string or a number as it is written; null for anything else. */
  private String scalar(JsonToken value) {
    return value == JsonToken.VALUE_STRING || value.isNumeric() ? json.getString() : null;
  }

  private void outputs() {
    expectArray("the outputDefs of " + node.name());
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expectObject("an output of " + node.name());
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String property = json.currentName();
        json.nextToken();
        if (property.equals("activate")) {
          expectArray("what " + node.name() + " activates");
          while (json.nextToken() != JsonToken.END_ARRAY) {
            edge();
          }
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private void edge() {
    expectObject("an edge of " + node.name());
    int line = line();
    int column = column();
    String id = null;
    String port = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String property = json.currentName();
      json.nextToken();
      switch (property) {
        case "id" -> id = text("the id in an edge of " + node.name());
        case "portId" -> port = text("the portId in an edge of " + node.name());
        default -> json.skipChildren();
      }
    }
    require(id != null && port != null, "an edge of " + node.name() + " has no id or no portId");
    if (node.edges.size() >= limits.edges()) {
      assembly.at(line, column);
      throw new LimitExceededException("edges", limits.edges(), limits.edges() + 1L);
    }
    node.edges.add(new MnrlNode.Edge(id, port, line, column));
  }

  private String text(String what) {
    require(json.currentToken() == JsonToken.VALUE_STRING, what + " must be a string");
    return json.getString();
  }

  private boolean truth(String what) {
    JsonToken token = json.currentToken();
    require(
        token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE,
        what + " must be a boolean");
    return token == JsonToken.VALUE_TRUE;
  }

  private void expectArray(String what) {
    require(json.currentToken() == JsonToken.START_ARRAY, what + " must be an array");
  }

  private void expectObject(String what) {
    require(json.currentToken() == JsonToken.START_OBJECT, what + " must be an object");
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw error(message);
    }
  }

  private int line() {
    return json.currentTokenLocation().getLineNr();
  }

  private int column() {
    return json.currentTokenLocation().getColumnNr();
  }

  private MalformedNetworkException error(String message) {
    TokenStreamLocation at = json.currentTokenLocation();
    return new MalformedNetworkException(
        message, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
  }
}
