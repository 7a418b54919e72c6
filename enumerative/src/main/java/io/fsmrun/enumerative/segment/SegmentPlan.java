package io.fsmrun.enumerative.segment;

import java.util.Arrays;

/**
 * Where a piece of input is cut. Segment {@code s} reaches from position {@code start(s)} to {@code
 * end(s)}; segments are never empty unless the piece is, and follow each other without gaps. A
 * value.
 */
public final class SegmentPlan {

  private final int[] bounds;

  private SegmentPlan(int[] bounds) {
    this.bounds = bounds;
  }

  /**
   * Cuts into equal segments: lengths differ by one at most.
   *
   * @param from the first position
   * @param to the last position, at least {@code from}
   * @param segments how many segments are wanted, from 1; a piece of fewer bytes gets one segment a
   *     byte
   * @return the plan
   * @throws IllegalArgumentException if no segment is wanted or the range is reversed
   */
  public static SegmentPlan equal(int from, int to, int segments) {
    if (segments < 1 || to < from) {
      throw new IllegalArgumentException(segments + " segments of " + from + ".." + to);
    }
    int count = Math.max(1, Math.min(segments, to - from));
    int[] bounds = new int[count + 1];
    for (int i = 0; i <= count; i++) {
      bounds[i] = (int) (from + (long) (to - from) * i / count);
    }
    return new SegmentPlan(bounds);
  }

  /**
   * Cuts at given positions.
   *
   * @param bounds first position, cuts, last position; strictly ascending, or two equal positions
   *     for an empty piece
   * @return the plan
   * @throws IllegalArgumentException if there are fewer than two bounds, or they do not ascend
   */
  public static SegmentPlan at(int... bounds) {
    if (bounds.length < 2) {
      throw new IllegalArgumentException("a plan needs two bounds");
    }
    for (int i = 1; i < bounds.length; i++) {
      if (bounds[i] <= bounds[i - 1] && !(bounds.length == 2 && bounds[0] == bounds[1])) {
        throw new IllegalArgumentException("bounds do not ascend: " + Arrays.toString(bounds));
      }
    }
    return new SegmentPlan(bounds.clone());
  }

  /**
   * Number of segments.
   *
   * @return at least 1
   */
  public int count() {
    return bounds.length - 1;
  }

  /**
   * Where a segment starts.
   *
   * @param segment from 0
   * @return a position
   */
  public int start(int segment) {
    return bounds[segment];
  }

  /**
   * Where a segment ends.
   *
   * @param segment from 0
   * @return a position
   */
  public int end(int segment) {
    return bounds[segment + 1];
  }
}
