package io.fsmrun.ap.chip;

/**
 * Cuts a component into pieces that fit, with few edges between them: nodes are taken in an order
 * that keeps neighbours together, pieces are filled evenly, and {@link CutRefinement} moves nodes
 * over the borders. Two orders are tried, breadth first and as defined; the better one is kept.
 */
final class ComponentCutter {

  private final ComponentGraph graph;
  private final Resources capacity;

  private ComponentCutter(ComponentGraph graph, Resources capacity) {
    this.graph = graph;
    this.capacity = capacity;
  }

  /** The piece of each node, numbered from 0. Every node must fit into an empty piece. */
  static int[] cut(ComponentGraph graph, Resources capacity) {
    ComponentCutter cutter = new ComponentCutter(graph, capacity);
    int[] breadthFirst = cutter.refined(cutter.breadthFirst());
    int[] asDefined = cutter.refined(cutter.asDefined());
    return graph.cutEdges(asDefined) <= graph.cutEdges(breadthFirst) ? asDefined : breadthFirst;
  }

  private int[] refined(int[] order) {
    int[] pieceOf = grow(order);
    new CutRefinement(graph, capacity, pieceOf).run();
    return pieceOf;
  }

  private int[] asDefined() {
    int[] order = new int[graph.size()];
    for (int node = 0; node < order.length; node++) {
      order[node] = node;
    }
    return order;
  }

  /** From a node at the rim: the last one that a search from node 0 reaches. */
  private int[] breadthFirst() {
    int[] fromFirst = breadthFirst(0);
    return breadthFirst(fromFirst[fromFirst.length - 1]);
  }

  private int[] breadthFirst(int start) {
    int[] order = new int[graph.size()];
    boolean[] seen = new boolean[graph.size()];
    seen[start] = true;
    order[0] = start;
    int filled = 1;
    for (int next = 0; next < filled; next++) {
      for (int i = 0; i < graph.degree(order[next]); i++) {
        int neighbour = graph.neighbour(order[next], i);
        if (!seen[neighbour]) {
          seen[neighbour] = true;
          order[filled++] = neighbour;
        }
      }
    }
    return order;
  }

  /** Fills as many pieces as are needed at least, as evenly as an order allows. */
  private int[] grow(int[] order) {
    Resources total = Resources.NONE;
    for (int node = 0; node < order.length; node++) {
      total = total.plus(graph.demand(node));
    }
    int pieces = total.timesAtLeast(capacity);
    Resources even =
        new Resources(
            Math.ceilDiv(total.stes(), pieces),
            Math.ceilDiv(total.counters(), pieces),
            Math.ceilDiv(total.gates(), pieces));
    int[] pieceOf = new int[order.length];
    int piece = 0;
    Resources inPiece = Resources.NONE;
    for (int node : order) {
      Resources with = inPiece.plus(graph.demand(node));
      // Past its even share a piece goes on only in the kinds that it may still have.
      if (!with.fitsIn(capacity) || (piece + 1 < pieces && isFull(inPiece, even))) {
        piece++;
        with = graph.demand(node);
      }
      pieceOf[node] = piece;
      inPiece = with;
    }
    return pieceOf;
  }

  /** A piece is full when the kind that decides how many pieces there are is. */
  private boolean isFull(Resources inPiece, Resources even) {
    return inPiece.largestShare(capacity) >= even.largestShare(capacity);
  }
}
