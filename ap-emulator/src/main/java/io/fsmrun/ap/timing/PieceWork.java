package io.fsmrun.ap.timing;

import java.util.List;

/**
 * What the machine does for one independent piece of input, or for the part of it that lies in one
 * window. A value.
 *
 * @param begins whether the piece begins here; if not, it goes on where the work before ended, and
 *     so must wait for it
 * @param segments its segments in order, at least one, each on a copy of the machine
 */
public record PieceWork(boolean begins, List<SegmentWork> segments) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is no segment
   */
  public PieceWork {
    segments = List.copyOf(segments);
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("a piece without segments");
    }
  }

  /**
   * A whole piece.
   *
   * @param segments its segments
   * @return the work
   */
  public static PieceWork of(SegmentWork... segments) {
    return new PieceWork(true, List.of(segments));
  }
}
