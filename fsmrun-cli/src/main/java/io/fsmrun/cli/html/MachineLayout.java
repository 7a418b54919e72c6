package io.fsmrun.cli.html;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.CycleBreakingStrategy;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.WrappingStrategy;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkLabel;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Places of nodes and edges, from left to right, in several rows if the machine is long.
 *
 * @param width of the drawing
 * @param height of the drawing
 * @param boxes of the nodes, in their order
 * @param ways of the edges, in their order
 */
record MachineLayout(double width, double height, List<Box> boxes, List<Way> ways) {

  /** Width of a letter of a label for its size, in a font whose letters are equally wide. */
  static final double LETTER = 6.8;

  private static final double LINE = 15;
  private static final double LABEL_HEIGHT = 14;
  private static final double ASPECT = 1.7;

  /** A rectangle. */
  record Box(double x, double y, double width, double height) {}

  /** A point. */
  record Point(double x, double y) {}

  /** An edge: its corners from end to end, and the left and the top of its label. */
  record Way(List<Point> corners, Point label) {
    Way {
      corners = List.copyOf(corners);
    }
  }

  /**
   * Places everything. The same input gives the same places.
   *
   * @param edges between nodes
   * @param nodeLines the text in each node, line by line
   * @param edgeLabels the text beside each edge
   */
  static MachineLayout of(
      List<MachineGraph.Edge> edges, List<List<String>> nodeLines, List<String> edgeLabels) {
    ElkNode graph = ElkGraphUtil.createGraph();
    graph.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
    graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    graph.setProperty(LayeredOptions.ASPECT_RATIO, ASPECT);
    graph.setProperty(LayeredOptions.WRAPPING_STRATEGY, WrappingStrategy.MULTI_EDGE);
    // Nodes come breadth first, so that edges against their order are those that lead back.
    graph.setProperty(LayeredOptions.CYCLE_BREAKING_STRATEGY, CycleBreakingStrategy.MODEL_ORDER);
    graph.setProperty(LayeredOptions.RANDOM_SEED, 1);
    graph.setProperty(LayeredOptions.PADDING, new ElkPadding(8));
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE, 22.0);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 22.0);
    graph.setProperty(LayeredOptions.SPACING_EDGE_NODE, 12.0);
    graph.setProperty(LayeredOptions.SPACING_EDGE_LABEL, 2.0);
    List<ElkNode> nodes = new ArrayList<>();
    for (List<String> lines : nodeLines) {
      ElkNode node = ElkGraphUtil.createNode(graph);
      int longest = lines.stream().mapToInt(String::length).max().orElse(0);
      node.setDimensions(Math.max(34, longest * LETTER + 16), lines.size() * LINE + 12);
      nodes.add(node);
    }
    List<ElkEdge> drawn = new ArrayList<>();
    for (int i = 0; i < edges.size(); i++) {
      MachineGraph.Edge edge = edges.get(i);
      ElkEdge line = ElkGraphUtil.createSimpleEdge(nodes.get(edge.from()), nodes.get(edge.to()));
      ElkLabel label = ElkGraphUtil.createLabel(edgeLabels.get(i), line);
      label.setDimensions(edgeLabels.get(i).length() * LETTER + 4, LABEL_HEIGHT);
      label.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
      drawn.add(line);
    }
    // Tells the library about its own options, once.
    LayoutMetaDataService.getInstance();
    new LayeredLayoutProvider().layout(graph, new BasicProgressMonitor());
    return new MachineLayout(
        graph.getWidth(),
        graph.getHeight(),
        nodes.stream().map(n -> new Box(n.getX(), n.getY(), n.getWidth(), n.getHeight())).toList(),
        drawn.stream().map(MachineLayout::way).toList());
  }

  private static Way way(ElkEdge edge) {
    List<Point> corners = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      corners.add(new Point(section.getStartX(), section.getStartY()));
      for (ElkBendPoint bend : section.getBendPoints()) {
        corners.add(new Point(bend.getX(), bend.getY()));
      }
      corners.add(new Point(section.getEndX(), section.getEndY()));
    }
    ElkLabel label = edge.getLabels().getFirst();
    return new Way(corners, new Point(label.getX(), label.getY()));
  }
}
