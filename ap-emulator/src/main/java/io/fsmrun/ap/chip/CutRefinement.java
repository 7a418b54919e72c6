package io.fsmrun.ap.chip;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * Moves nodes between pieces to lessen the edges between them, after Fiduccia and Mattheyses (DAC
 * 1982): in a pass each node moves at most once, the most gainful first, even if it loses; then the
 * moves after the best moment are taken back. Passes end when one gains nothing. A move never fills
 * a piece past its capacity.
 */
final class CutRefinement {

  private static final int MOST_PASSES = 12;

  /** Moves in a row without a new best after which a pass ends. */
  private static final int PATIENCE = 512;

  private final ComponentGraph graph;
  private final Resources capacity;
  private final int[] pieceOf;
  private final Resources[] used;
  private final int[] linksTo;

  private final LongHeapPriorityQueue moves = new LongHeapPriorityQueue();
  private final boolean[] moved;
  private final IntArrayList history = new IntArrayList();
  private int bestTarget;

  CutRefinement(ComponentGraph graph, Resources capacity, int[] pieceOf) {
    this.graph = graph;
    this.capacity = capacity;
    this.pieceOf = pieceOf;
    int pieces = Arrays.stream(pieceOf).max().orElse(-1) + 1;
    used = new Resources[pieces];
    Arrays.fill(used, Resources.NONE);
    for (int node = 0; node < pieceOf.length; node++) {
      used[pieceOf[node]] = used[pieceOf[node]].plus(graph.demand(node));
    }
    linksTo = new int[pieces];
    moved = new boolean[pieceOf.length];
  }

  void run() {
    int passes = 0;
    while (passes < MOST_PASSES && pass() > 0) {
      passes++;
    }
  }

  /** Edges saved. */
  private long pass() {
    Arrays.fill(moved, false);
    history.clear();
    moves.clear();
    for (int node = 0; node < pieceOf.length; node++) {
      offer(node);
    }
    long gained = 0;
    long best = 0;
    int bestLength = 0;
    while (!moves.isEmpty() && history.size() / 2 - bestLength < PATIENCE) {
      long entry = moves.dequeueLong();
      int node = (int) entry;
      if (moved[node]) {
        continue;
      }
      int gain = gain(node);
      if (bestTarget < 0) {
        continue;
      }
      if (gain != gainOf(entry)) {
        // The neighbourhood has changed since; the node waits again with what it gains now.
        moves.enqueue(entry(gain, node));
        continue;
      }
      gained += gain;
      move(node, bestTarget);
      if (gained > best) {
        best = gained;
        bestLength = history.size() / 2;
      }
    }
    while (history.size() / 2 > bestLength) {
      takeBack();
    }
    return best;
  }

  private void offer(int node) {
    int gain = gain(node);
    if (bestTarget >= 0) {
      moves.enqueue(entry(gain, node));
    }
  }

  /** What the best move of a node saves; sets {@link #bestTarget}, negative if it has none. */
  private int gain(int node) {
    int home = pieceOf[node];
    for (int i = 0; i < graph.degree(node); i++) {
      linksTo[pieceOf[graph.neighbour(node, i)]]++;
    }
    int atHome = linksTo[home];
    linksTo[home] = 0;
    int most = 0;
    bestTarget = -1;
    for (int i = 0; i < graph.degree(node); i++) {
      int piece = pieceOf[graph.neighbour(node, i)];
      int links = linksTo[piece];
      linksTo[piece] = 0;
      if (links > most && used[piece].plus(graph.demand(node)).fitsIn(capacity)) {
        most = links;
        bestTarget = piece;
      }
    }
    return most - atHome;
  }

  private void move(int node, int target) {
    moved[node] = true;
    history.add(node);
    history.add(pieceOf[node]);
    relocate(node, target);
    for (int i = 0; i < graph.degree(node); i++) {
      int neighbour = graph.neighbour(node, i);
      if (!moved[neighbour]) {
        offer(neighbour);
      }
    }
  }

  private void takeBack() {
    int from = history.popInt();
    relocate(history.popInt(), from);
  }

  private void relocate(int node, int target) {
    int home = pieceOf[node];
    used[home] = used[home].minus(graph.demand(node));
    used[target] = used[target].plus(graph.demand(node));
    pieceOf[node] = target;
  }

  /** Sorts by falling gain, then by rising node. */
  private static long entry(int gain, int node) {
    return -(long) gain << 32 | node;
  }

  private static int gainOf(long entry) {
    return (int) -(entry >> 32);
  }
}
