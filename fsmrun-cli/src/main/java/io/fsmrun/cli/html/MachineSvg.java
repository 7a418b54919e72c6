package io.fsmrun.cli.html;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Draws a graph as SVG, in the colours of the page it stands in. */
final class MachineSvg {

  private static final int GROUP_COLOURS = 8;
  private static final int MOST_PATH_LETTERS = 18;
  private static final double CORNER = 5;
  private static final double ARROW = 6;

  private final Dfa dfa;
  private final MachineGraph graph;
  private final IntUnaryOperator groupOfState;
  private final Formatter out = new Formatter(new StringBuilder(), Locale.ROOT);

  private MachineSvg(Dfa dfa, MachineGraph graph, IntUnaryOperator groupOfState) {
    this.dfa = dfa;
    this.graph = graph;
    this.groupOfState = groupOfState;
  }

  static String of(Dfa dfa, MachineGraph graph, IntUnaryOperator groupOfState) {
    return new MachineSvg(dfa, graph, groupOfState).draw();
  }

  private String draw() {
    List<List<String>> lines = graph.nodes().stream().map(this::lines).toList();
    List<String> labels = graph.edges().stream().map(edge -> ByteLabel.of(edge.symbols())).toList();
    MachineLayout layout = MachineLayout.of(graph.edges(), lines, labels);
    out.format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\""
            + " role=\"img\" aria-label=\"%d nodes of a machine of %d states\""
            + " font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"11\">\n",
        layout.width(),
        layout.height(),
        layout.width(),
        layout.height(),
        graph.nodes().size(),
        dfa.stateCount());
    for (int i = 0; i < graph.edges().size(); i++) {
      edge(graph.edges().get(i), layout.ways().get(i), labels.get(i));
    }
    Map<Integer, Integer> colours = new LinkedHashMap<>();
    for (int i = 0; i < graph.nodes().size(); i++) {
      MachineGraph.Node node = graph.nodes().get(i);
      int fresh = colours.size() % GROUP_COLOURS + 1;
      int group = groupOfState.applyAsInt(node.first());
      Integer colour = colours.putIfAbsent(group, fresh);
      node(node, layout.boxes().get(i), lines.get(i), colour == null ? fresh : colour);
    }
    return out.format("</svg>").toString();
  }

  private List<String> lines(MachineGraph.Node node) {
    List<String> lines = new ArrayList<>();
    if (node.states().size() == 1) {
      lines.add(String.valueOf(node.first()));
    } else {
      lines.add(node.first() + "\u2026" + node.last());
      lines.add("(" + node.states().size() + " states)");
      lines.add(path(node.path()));
    }
    lines.add("set " + groupOfState.applyAsInt(node.first()));
    return lines;
  }

  private static String path(List<SymbolSet> path) {
    String text =
        path.stream()
            .map(set -> set.size() == 1 ? ByteLabel.of(set) : "[" + ByteLabel.of(set) + "]")
            .collect(Collectors.joining());
    return text.length() <= MOST_PATH_LETTERS
        ? text
        : text.substring(0, MOST_PATH_LETTERS - 1) + "\u2026";
  }

  /** Edges that lead back are fainter: the eye should follow the way forward. */
  private void edge(MachineGraph.Edge edge, MachineLayout.Way way, String label) {
    boolean isBack = edge.to() < edge.from();
    String colour = isBack ? "var(--faint, #9aa5b0)" : "var(--ink, #1b1f24)";
    List<MachineLayout.Point> corners = way.corners();
    out.format(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\"%s/>\n",
        path(corners, CORNER), colour, isBack ? " stroke-dasharray=\"4 2\"" : "");
    MachineLayout.Point end = corners.getLast();
    MachineLayout.Point before = corners.get(corners.size() - 2);
    double length = Math.hypot(end.x() - before.x(), end.y() - before.y());
    double dx = length == 0 ? 1 : (end.x() - before.x()) / length;
    double dy = length == 0 ? 0 : (end.y() - before.y()) / length;
    double x = end.x() - dx * ARROW;
    double y = end.y() - dy * ARROW;
    out.format(
        "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\" fill=\"%s\"/>\n",
        end.x(),
        end.y(),
        x - dy * ARROW / 2,
        y + dx * ARROW / 2,
        x + dy * ARROW / 2,
        y - dx * ARROW / 2,
        colour);
    out.format(
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"var(--quiet, #55606b)\">%s</text>\n",
        way.label().x() + 2, way.label().y() + 11, Html.text(label));
  }

  /** Corners are rounded. */
  private static String path(List<MachineLayout.Point> corners, double radius) {
    StringBuilder path = new StringBuilder(at("M", corners.getFirst()));
    for (int i = 1; i + 1 < corners.size(); i++) {
      MachineLayout.Point corner = corners.get(i);
      path.append(at("L", towards(corner, corners.get(i - 1), radius)));
      path.append(at("Q", corner)).append(at(" ", towards(corner, corners.get(i + 1), radius)));
    }
    return path.append(at("L", corners.getLast())).toString();
  }

  private static MachineLayout.Point towards(
      MachineLayout.Point from, MachineLayout.Point to, double most) {
    double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
    double share = length == 0 ? 0 : Math.min(most, length / 2) / length;
    return new MachineLayout.Point(
        from.x() + (to.x() - from.x()) * share, from.y() + (to.y() - from.y()) * share);
  }

  private static String at(String command, MachineLayout.Point point) {
    return String.format(Locale.ROOT, "%s%.1f %.1f", command, point.x(), point.y());
  }

  private void node(MachineGraph.Node node, MachineLayout.Box box, List<String> lines, int colour) {
    boolean isStart = node.first() == dfa.start();
    rectangle(
        box,
        0,
        "var(--group-" + colour + ", #e4e8ec)",
        (isStart ? " stroke-width=\"3\"" : "")
            + (node.isOpen() ? " stroke-dasharray=\"5 3\"" : ""));
    if (node.states().stream().anyMatch(state -> dfa.reportFlags(state) != 0)) {
      rectangle(box, 3, "none", "");
    }
    double y = box.y() + 17;
    for (int i = 0; i < lines.size(); i++) {
      out.format(
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"var(--ink, #1b1f24)\"%s>%s</text>\n",
          box.x() + box.width() / 2,
          y,
          i == 0 ? " font-weight=\"bold\"" : "",
          Html.text(lines.get(i)));
      y += 15;
    }
  }

  private void rectangle(MachineLayout.Box box, double inset, String fill, String more) {
    out.format(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"%s\""
            + " stroke=\"var(--ink, #1b1f24)\"%s/>\n",
        box.x() + inset,
        box.y() + inset,
        box.width() - 2 * inset,
        box.height() - 2 * inset,
        fill,
        more);
  }
}
