package io.fsmrun.ap.mnrl;

import io.fsmrun.ap.anml.SymbolSetSyntax;
import io.fsmrun.ap.convert.Lowering;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes MNRL files that conform to the MNRL schema, in UTF-8, node by node, a line each. {@link
 * MnrlReader} takes back the same network; what MNRL has no word for is said by other nodes with
 * the same reports:
 *
 * <ul>
 *   <li>an STE that starts, and a counter, that report at the end only drive a boolean that does;
 *   <li>boolean elements with terms become one for each term and one over those.
 * </ul>
 *
 * <p>All methods may be called by several threads.
 */
public final class MnrlWriter {

  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final AutomataNetwork network;
  private final String[] symbolSets;
  private final JsonGenerator json;

  private MnrlWriter(AutomataNetwork network, JsonGenerator json) {
    this.network = network;
    this.symbolSets = SymbolSetSyntax.printAll(network);
    this.json = json;
  }

  /**
   * Writes a file.
   *
   * @param network the network
   * @param file the file, replaced if it is there
   * @throws IOException if it cannot be written
   */
  public static void write(AutomataNetwork network, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      write(network, out);
    }
  }

  /**
   * Writes to a stream, and leaves it open.
   *
   * @param network the network
   * @param out where to write to
   * @throws IOException if it cannot be written
   */
  public static void write(AutomataNetwork network, OutputStream out) throws IOException {
    AutomataNetwork withoutTerms = Lowering.termsAsGates(network, 0);
    AutomataNetwork written =
        Lowering.endReportsAsGates(
            withoutTerms,
            element ->
                withoutTerms.kind(element) == ElementKind.COUNTER
                    || withoutTerms.start(element) != StartKind.NONE);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      new MnrlWriter(written, json).document();
    } catch (JacksonIOException e) {
      throw e.getCause();
    }
  }

  private void document() {
    json.writeStartObject();
    json.writeStringProperty("id", network.networkId());
    json.writeArrayPropertyStart("nodes");
    for (int element = 0; element < network.size(); element++) {
      json.writeRaw('\n');
      json.writeStartObject();
      node(element);
      json.writeEndObject();
    }
    json.writeRaw('\n');
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void node(int element) {
    json.writeStringProperty("id", network.id(element));
    json.writeStringProperty("type", type(element));
    json.writeStringProperty("enable", enable(element));
    json.writeBooleanProperty("report", network.isReporting(element));
    json.writeArrayPropertyStart("inputDefs");
    switch (network.kind(element)) {
      case STE -> port("i");
      case COUNTER -> {
        port("cnt");
        port("rst");
      }
      case GATE -> port("b0");
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("outputDefs");
    json.writeStartObject();
    json.writeStringProperty("portId", "o");
    json.writeNumberProperty("width", 1);
    edges(element);
    json.writeEndObject();
    json.writeEndArray();
    json.writeObjectPropertyStart("attributes");
    attributes(element);
    json.writeEndObject();
  }

  private String type(int element) {
    return switch (network.kind(element)) {
      case STE -> "hState";
      case COUNTER -> "upCounter";
      case GATE -> "boolean";
    };
  }

  private String enable(int element) {
    boolean atEnd = network.isAtEndOnly(element);
    return switch (network.kind(element)) {
      case STE ->
          switch (network.start(element)) {
            case NONE -> atEnd && network.isReporting(element) ? "onLast" : "onActivateIn";
            case START_OF_DATA -> "onStartAndActivateIn";
            case ALL_INPUT -> "always";
          };
      case COUNTER -> "onStartAndActivateIn";
      case GATE -> atEnd ? "onLast" : "onStartAndActivateIn";
    };
  }

  private void port(String id) {
    json.writeStartObject();
    json.writeStringProperty("portId", id);
    json.writeNumberProperty("width", 1);
    json.writeEndObject();
  }

  private void edges(int element) {
    json.writeArrayPropertyStart("activate");
    for (int i = 0; i < network.successorCount(element); i++) {
      int to = network.successor(element, i);
      json.writeStartObject();
      json.writeStringProperty("id", network.id(to));
      json.writeStringProperty(
          "portId",
          switch (network.kind(to)) {
            case STE -> "i";
            case COUNTER -> network.port(element, i) == Ports.RESET ? "rst" : "cnt";
            case GATE -> "b0";
          });
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void attributes(int element) {
    switch (network.kind(element)) {
      case STE -> {
        json.writeStringProperty("symbolSet", symbolSets[network.symbolSetIndex(element)]);
        json.writeBooleanProperty("latched", network.isLatched(element));
      }
      case COUNTER -> {
        json.writeNumberProperty("threshold", network.target(element));
        json.writeStringProperty("mode", mode(network.counterMode(element)));
      }
      case GATE -> json.writeStringProperty("gateType", gateType(network.gateFunction(element)));
    }
    json.writeStringProperty("reportId", network.reportCode(element));
  }

  private static String mode(CounterMode mode) {
    return switch (mode) {
      case PULSE -> "trigger";
      case LATCH -> "high";
      case ROLL -> "rollover";
    };
  }

  private static String gateType(GateFunction function) {
    return switch (function) {
      case AND -> "and";
      case OR -> "or";
      case NOR -> "nor";
      case NAND -> "nand";
      case NOT -> "not";
      case SUM_OF_PRODUCTS, PRODUCT_OF_SUMS, NEGATED_SUM_OF_PRODUCTS, NEGATED_PRODUCT_OF_SUMS ->
          throw new IllegalStateException(function + " has been replaced before");
    };
  }
}
