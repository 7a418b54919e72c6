package io.fsmrun.ap.dot;

import io.fsmrun.ap.anml.SymbolSetSyntax;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
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
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Writes a network as a graph in the DOT language of Graphviz, in UTF-8, element by element. STEs
 * are circles, counters boxes, boolean elements diamonds; what reports has a double outline, what
 * starts a thick one. Nodes are called by their number, {@code n0} and on, so that no id can break
 * the graph; ids are in the labels.
 *
 * <p>A style says the colour of each element and more text for its label, for heat maps. All
 * methods may be called by several threads.
 */
public final class DotWriter {

  private final AutomataNetwork network;
  private final Writer out;
  private final IntFunction<Style> styles;

  /**
   * How an element looks.
   *
   * @param fillColour a colour as Graphviz takes it, such as {@code #ff8800}; empty for none
   * @param note a line to add to the label; empty for none
   */
  public record Style(String fillColour, String note) {

    /** No colour and no note. */
    public static final Style PLAIN = new Style("", "");
  }

  private DotWriter(AutomataNetwork network, Writer out, IntFunction<Style> styles) {
    this.network = network;
    this.out = out;
    this.styles = styles;
  }

  /**
   * Writes a file.
   *
   * @param network the network
   * @param file the file, replaced if it is there
   * @param styles the style of each element, by its number
   * @throws IOException if it cannot be written
   */
  public static void write(AutomataNetwork network, Path file, IntFunction<Style> styles)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(network, out, styles);
    }
  }

  /**
   * Writes to a stream, and leaves it open.
   *
   * @param network the network
   * @param stream where to write to
   * @param styles the style of each element, by its number
   * @throws IOException if it cannot be written
   */
  public static void write(AutomataNetwork network, OutputStream stream, IntFunction<Style> styles)
      throws IOException {
    Writer out =
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), 1 << 16);
    new DotWriter(network, out, styles).graph();
    out.flush();
  }

  private void graph() throws IOException {
    out.write("digraph " + quoted(network.networkId()) + " {\n  rankdir=LR;\n");
    for (int element = 0; element < network.size(); element++) {
      node(element);
    }
    for (int element = 0; element < network.size(); element++) {
      for (int i = 0; i < network.successorCount(element); i++) {
        int to = network.successor(element, i);
        out.write("  n" + element + " -> n" + to);
        String port = portName(to, network.port(element, i));
        out.write(port.isEmpty() ? ";\n" : " [label=" + quoted(port) + "];\n");
      }
    }
    out.write("}\n");
  }

  private void node(int element) throws IOException {
    Style style = styles.apply(element);
    StringBuilder label = new StringBuilder(network.id(element));
    label.append('\n').append(what(element));
    if (network.isReporting(element) && !network.reportCode(element).isEmpty()) {
      label.append("\nreports ").append(network.reportCode(element));
    }
    if (!style.note().isEmpty()) {
      label.append('\n').append(style.note());
    }
    out.write("  n" + element + " [label=" + quoted(label.toString()));
    out.write(", shape=" + shape(network.kind(element)));
    if (network.isReporting(element)) {
      out.write(", peripheries=2");
    }
    if (network.start(element) != StartKind.NONE) {
      out.write(", penwidth=3");
    }
    if (!style.fillColour().isEmpty()) {
      out.write(", style=filled, fillcolor=" + quoted(style.fillColour()));
    }
    out.write("];\n");
  }

  private String what(int element) {
    String what =
        switch (network.kind(element)) {
          case STE -> SymbolSetSyntax.print(network.symbols(element));
          case COUNTER -> lower(network.counterMode(element)) + " at " + network.target(element);
          case GATE -> lower(network.gateFunction(element));
        };
    String start =
        switch (network.start(element)) {
          case NONE -> "";
          case START_OF_DATA -> ", start of data";
          case ALL_INPUT -> ", all input";
        };
    String latched = network.isLatched(element) ? ", latched" : "";
    return what + start + latched + (network.isAtEndOnly(element) ? ", at the end only" : "");
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String shape(ElementKind kind) {
    return switch (kind) {
      case STE -> "ellipse";
      case COUNTER -> "box";
      case GATE -> "diamond";
    };
  }

  private String portName(int element, int port) {
    return switch (network.kind(element)) {
      case STE -> "";
      case COUNTER -> port == Ports.RESET ? "reset" : "count";
      case GATE -> network.gateFunction(element).hasTerms() ? "term " + (port + 1) : "";
    };
  }

  /** A quoted string that Graphviz shows as the text is, entities and escapes included. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '&' -> quoted.append("&amp;");
        default -> {
          if (c < ' ' || c == 0x7f) {
            quoted.append("\\\\x%02x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
