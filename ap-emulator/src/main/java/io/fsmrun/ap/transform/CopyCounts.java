package io.fsmrun.ap.transform;

import io.fsmrun.core.engine.LimitExceededException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Into how many copies elements must be split. A copy bears a limited number of edges on one side;
 * its element has one there for every copy of each neighbour, and every copy of an element with a
 * loop bears that loop. The least numbers that suffice, found by raising them from 1.
 */
final class CopyCounts {

  private final Adjacency side;
  private final Adjacency otherSide;
  private final IntPredicate mayBeSplit;
  private final int limit;
  private final long mostElements;
  private final int[] copies;
  private final long[] demand;
  private final boolean[] hasLoop;
  private long total;

  private CopyCounts(
      int size,
      Adjacency side,
      Adjacency otherSide,
      IntPredicate mayBeSplit,
      int limit,
      long mostElements) {
    this.side = side;
    this.otherSide = otherSide;
    this.mayBeSplit = mayBeSplit;
    this.limit = limit;
    this.mostElements = mostElements;
    copies = new int[size];
    demand = new long[size];
    hasLoop = new boolean[size];
    total = size;
  }

  /**
   * The number of copies of each element.
   *
   * @param side the edges that are limited
   * @param otherSide the same edges from the other end
   */
  static CopyCounts of(
      int size,
      Adjacency side,
      Adjacency otherSide,
      IntPredicate mayBeSplit,
      int limit,
      long mostElements) {
    CopyCounts counts = new CopyCounts(size, side, otherSide, mayBeSplit, limit, mostElements);
    counts.run();
    return counts;
  }

  /** Number of copies of an element, at least 1. */
  int copies(int element) {
    return copies[element];
  }

  /** Whether an element drives itself. */
  boolean hasLoop(int element) {
    return hasLoop[element];
  }

  /** Edges that a copy of an element can bear beside its loop. */
  int room(int element) {
    return limit - (hasLoop[element] ? 1 : 0);
  }

  private void run() {
    Arrays.fill(copies, 1);
    IntArrayList open = new IntArrayList();
    boolean[] waits = new boolean[copies.length];
    for (int element = 0; element < copies.length; element++) {
      countEdges(element);
      waits[element] = true;
      open.add(element);
    }
    checkTotal();
    while (!open.isEmpty()) {
      int element = open.popInt();
      waits[element] = false;
      int more = missing(element);
      copies[element] += more;
      total += more;
      checkTotal();
      for (int edge = otherSide.first(element); more > 0 && edge < otherSide.end(element); edge++) {
        int neighbour = otherSide.other(edge);
        if (neighbour != element) {
          demand[neighbour] += more;
          if (!waits[neighbour]) {
            waits[neighbour] = true;
            open.add(neighbour);
          }
        }
      }
    }
  }

  private void countEdges(int element) {
    for (int edge = side.first(element); edge < side.end(element); edge++) {
      if (side.other(edge) == element) {
        hasLoop[element] = true;
      } else {
        demand[element]++;
      }
    }
  }

  private int missing(int element) {
    if (!mayBeSplit.test(element)) {
      return 0;
    }
    long needed = Math.ceilDiv(demand[element], (long) room(element));
    // More than the limit of elements is refused right after, so it need not fit an int.
    return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(0, needed - copies[element]));
  }

  private void checkTotal() {
    if (total > mostElements) {
      throw new LimitExceededException("elements of a split network", mostElements, total);
    }
  }
}
