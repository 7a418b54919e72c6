package io.fsmrun.cli.html;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Draws the machine of a rule, small enough to be looked at. */
public final class MachineDrawing {

  /** States of a machine that are written as DOT; of a larger one those nearest to its start. */
  public static final int MOST_DOT_STATES = 2_000;

  /** States that are looked at for a drawing. */
  private static final int MOST_STATES = 4_096;

  /** Targets that are named of those to which edges are left out. */
  private static final int MOST_NAMED = 8;

  private MachineDrawing() {}

  /**
   * A machine as a drawing and as text.
   *
   * @param svg an svg element in the colours of the page; empty space around it is its own
   * @param dot the machine in the language of Graphviz, with all its steps, up to {@value
   *     MachineDrawing#MOST_DOT_STATES} states
   * @param note how to read the drawing, and what is not in it; sentences of plain text
   */
  public record Drawing(String svg, String dot, String note) {}

  /**
   * Draws the states nearest to the start. States of one group have one colour and carry its
   * number. Edges to the start and to other targets of many states are left out. A machine of more
   * states than may be drawn is reduced first: a node stands for all states of a chain. The same
   * machine gives the same drawing. Takes O(states * classes), with at most {@value #MOST_STATES}
   * states.
   *
   * @param dfa the machine
   * @param groupOfState a number for each state, such as that of its convergence set
   * @param mostNodes the most nodes of the drawing, at least 1
   * @return the drawing
   * @throws IllegalArgumentException if it may have no node
   */
  public static Drawing of(Dfa dfa, IntUnaryOperator groupOfState, int mostNodes) {
    if (mostNodes < 1) {
      throw new IllegalArgumentException("a drawing of " + mostNodes + " nodes");
    }
    MachineGraph graph =
        MachineGraph.of(new MachineSteps(dfa, MOST_STATES), groupOfState, mostNodes);
    return new Drawing(
        MachineSvg.of(dfa, graph, groupOfState), dot(dfa, groupOfState), note(dfa, graph));
  }

  private static String note(Dfa dfa, MachineGraph graph) {
    List<String> sentences = new ArrayList<>();
    sentences.add("Thick outline: the start. Double outline: reports.");
    if (!graph.leftOut().isEmpty()) {
      String targets =
          graph.leftOut().stream()
              .limit(MOST_NAMED)
              .map(state -> state == dfa.start() ? state + " (the start)" : String.valueOf(state))
              .collect(Collectors.joining(", "));
      int more = graph.leftOut().size() - MOST_NAMED;
      sentences.add(
          "Edges to "
              + targets
              + (more > 0 ? " and " + more + " others" : "")
              + " are left out: a byte without an edge leads to one of these.");
    }
    if (graph.edges().stream().anyMatch(edge -> edge.to() < edge.from())) {
      sentences.add("Dashed edge: to a state that was reached before.");
    }
    if (graph.nodes().stream().anyMatch(node -> node.states().size() > 1)) {
      sentences.add("A node of several states is a chain, with the bytes along it.");
    }
    int drawn = graph.nodes().stream().mapToInt(node -> node.states().size()).sum();
    if (drawn < dfa.stateCount()) {
      sentences.add(
          "%,d of %,d states are drawn, those nearest to the start; dashed outline: leads to others."
              .formatted(drawn, dfa.stateCount()));
    }
    if (dfa.stateCount() > MOST_DOT_STATES) {
      sentences.add("The text has the %,d nearest states.".formatted(MOST_DOT_STATES));
    }
    return String.join(" ", sentences);
  }

  private static String dot(Dfa dfa, IntUnaryOperator groupOfState) {
    MachineSteps steps = new MachineSteps(dfa, MOST_DOT_STATES);
    StringBuilder dot = new StringBuilder("digraph {\n  rankdir=LR;\n");
    if (steps.isCut()) {
      dot.append("  // The first %d of %d states.%n".formatted(MOST_DOT_STATES, dfa.stateCount()));
    }
    for (int state : steps.states()) {
      dot.append("  s").append(state).append(" [label=\"").append(state).append("\\nset ");
      dot.append(groupOfState.applyAsInt(state)).append('"');
      dot.append(dfa.reportFlags(state) != 0 ? ", peripheries=2" : "");
      dot.append(state == dfa.start() ? ", penwidth=3" : "").append("];\n");
    }
    for (int state : steps.states()) {
      for (Map.Entry<Integer, SymbolSet> step : steps.from(state).entrySet()) {
        if (steps.contains(step.getKey())) {
          String label = ByteLabel.complete(step.getValue());
          dot.append("  s").append(state).append(" -> s").append(step.getKey());
          dot.append(" [label=\"").append(label.replace("\\", "\\\\").replace("\"", "\\\""));
          dot.append("\"];\n");
        }
      }
    }
    return dot.append("}\n").toString();
  }
}
