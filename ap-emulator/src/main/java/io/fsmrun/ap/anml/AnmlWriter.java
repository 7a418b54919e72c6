package io.fsmrun.ap.anml;

import io.fsmrun.ap.convert.Lowering;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes ANML files, in UTF-8, element by element. {@link AnmlReader} takes back the same network;
 * what ANML has no word for is said by other elements with the same reports:
 *
 * <ul>
 *   <li>a counter that reports at the end only drives a boolean element that does;
 *   <li>so does such an STE, if asked for ({@link EndReports});
 *   <li>boolean elements with more than three terms become one for each term and one over those.
 * </ul>
 *
 * <p>An id that XML cannot hold, or that ANML takes for a port, is an error before anything is
 * written. All methods may be called by several threads.
 */
public final class AnmlWriter {

  private static final int TERMS_OF_ANML = 3;

  private final AutomataNetwork network;
  private final String[] symbolSets;
  private final Writer out;

  /** How the report of an STE that is made at the end of the input only is said. */
  public enum EndReports {
    /** By the attribute {@code high-only-on-eod} of the STE, which VASim has added to ANML. */
    ATTRIBUTE,
    /** By a boolean element with that attribute, which the STE drives: ANML as documented. */
    GATE
  }

  private AnmlWriter(AutomataNetwork network, Writer out) {
    this.network = network;
    this.symbolSets = SymbolSetSyntax.printAll(network);
    this.out = out;
  }

  /**
   * Writes a file, with end reports as attributes.
   *
   * @param network the network
   * @param file the file, replaced if it is there
   * @throws IOException if it cannot be written
   * @throws MalformedNetworkException if ANML cannot express an id
   */
  public static void write(AutomataNetwork network, Path file) throws IOException {
    AutomataNetwork written = expressible(network, EndReports.ATTRIBUTE);
    try (OutputStream out = Files.newOutputStream(file)) {
      emit(written, out);
    }
  }

  /**
   * Writes to a stream, and leaves it open.
   *
   * @param network the network
   * @param out where to write to
   * @param endReports how to say that an STE reports at the end only
   * @throws IOException if it cannot be written
   * @throws MalformedNetworkException if ANML cannot express an id
   */
  public static void write(AutomataNetwork network, OutputStream out, EndReports endReports)
      throws IOException {
    emit(expressible(network, endReports), out);
  }

  private static AutomataNetwork expressible(AutomataNetwork network, EndReports endReports) {
    AutomataNetwork fewTerms = Lowering.termsAsGates(network, TERMS_OF_ANML);
    AutomataNetwork lowered =
        Lowering.endReportsAsGates(
            fewTerms,
            element ->
                endReports == EndReports.GATE || fewTerms.kind(element) == ElementKind.COUNTER);
    XmlText.check("the network", lowered.networkId(), lowered.networkId());
    for (int element = 0; element < lowered.size(); element++) {
      String id = lowered.id(element);
      XmlText.check("the id", id, id);
      XmlText.check("the report code", id, lowered.reportCode(element));
      int colon = id.lastIndexOf(':');
      if (colon >= 0 && AnmlNames.port(id.substring(colon + 1)) != null) {
        throw new MalformedNetworkException(
            "the id '" + id + "' ends like a port, so ANML cannot refer to it");
      }
    }
    return lowered;
  }

  private static void emit(AutomataNetwork network, OutputStream stream) throws IOException {
    Writer out =
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
    new AnmlWriter(network, out).document();
    out.flush();
  }

  private void document() throws IOException {
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<anml version=\"1.0\">\n");
    out.write("  <automata-network");
    if (!network.networkId().isEmpty()) {
      attribute("id", network.networkId());
      attribute("name", network.networkId());
    }
    out.write(">\n");
    for (int element = 0; element < network.size(); element++) {
      switch (network.kind(element)) {
        case STE -> ste(element);
        case COUNTER -> counter(element);
        case GATE -> gate(element);
      }
    }
    out.write("  </automata-network>\n</anml>\n");
  }

  private void ste(int ste) throws IOException {
    open("state-transition-element", ste);
    attribute("symbol-set", symbolSets[network.symbolSetIndex(ste)]);
    if (network.start(ste) != StartKind.NONE) {
      attribute("start", AnmlNames.of(network.start(ste)));
    }
    if (network.isLatched(ste)) {
      attribute("latch", "true");
    }
    endOnly(ste);
    close("state-transition-element", ste, "match");
  }

  private void counter(int counter) throws IOException {
    open("counter", counter);
    attribute("target", Integer.toString(network.target(counter)));
    attribute("at-target", AnmlNames.of(network.counterMode(counter)));
    close("counter", counter, "target");
  }

  private void gate(int gate) throws IOException {
    String name = AnmlNames.of(network.gateFunction(gate));
    open(name, gate);
    endOnly(gate);
    close(name, gate, "high");
  }

  private void open(String name, int element) throws IOException {
    out.write("    <");
    out.write(name);
    attribute("id", network.id(element));
  }

  private void endOnly(int element) throws IOException {
    if (network.isAtEndOnly(element)) {
      attribute("high-only-on-eod", "true");
    }
  }

  /** What an element reports and drives, and its end. */
  private void close(String name, int element, String when) throws IOException {
    if (!network.isReporting(element) && network.successorCount(element) == 0) {
      out.write("/>\n");
      return;
    }
    out.write(">\n");
    if (network.isReporting(element)) {
      out.write("      <report-on-");
      out.write(when);
      if (!network.reportCode(element).isEmpty()) {
        attribute("reportcode", network.reportCode(element));
      }
      out.write("/>\n");
    }
    for (int i = 0; i < network.successorCount(element); i++) {
      out.write("      <activate-on-");
      out.write(when);
      attribute("element", reference(network.successor(element, i), network.port(element, i)));
      out.write("/>\n");
    }
    out.write("    </");
    out.write(name);
    out.write(">\n");
  }

  private String reference(int element, int port) {
    String id = network.id(element);
    return switch (network.kind(element)) {
      case STE -> id;
      case COUNTER -> id + (port == Ports.RESET ? ":rst" : ":cnt");
      case GATE -> network.gateFunction(element).hasTerms() ? id + ":t" + (port + 1) : id;
    };
  }

  private void attribute(String name, String value) throws IOException {
    out.write(' ');
    out.write(name);
    out.write("=\"");
    XmlText.escape(value, out);
    out.write('"');
  }
}
