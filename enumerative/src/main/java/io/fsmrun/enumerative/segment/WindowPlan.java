package io.fsmrun.enumerative.segment;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;

/**
 * The segments of a window of input, which may hold several pieces: independent stretches, each cut
 * by itself.
 *
 * <p>The first segment of each piece knows where it starts: a piece that begins in the window
 * starts from the beginning of the rules, one that began before goes on where the window before
 * ended. Immutable.
 */
public final class WindowPlan {

  private final int[] bounds;
  private final BitSet firstOfPiece;
  private final boolean goesOn;

  private WindowPlan(Builder builder) {
    this.bounds = builder.bounds.toIntArray();
    this.firstOfPiece = builder.firstOfPiece;
    this.goesOn = builder.goesOn;
  }

  /** Gathers pieces from the first to the last. */
  public static final class Builder {

    private final IntArrayList bounds = new IntArrayList();
    private final BitSet firstOfPiece = new BitSet();
    private final boolean goesOn;

    /**
     * An empty window.
     *
     * @param goesOn whether its first piece began in a window before
     */
    public Builder(boolean goesOn) {
      this.goesOn = goesOn;
    }

    /**
     * Adds a piece.
     *
     * @param segments its segments; they start where the last piece ended
     * @return this builder
     * @throws IllegalArgumentException if there is a gap
     */
    public Builder piece(SegmentPlan segments) {
      if (bounds.isEmpty()) {
        bounds.add(segments.start(0));
      } else if (bounds.getInt(bounds.size() - 1) != segments.start(0)) {
        throw new IllegalArgumentException("a gap before " + segments.start(0));
      }
      firstOfPiece.set(bounds.size() - 1);
      for (int s = 0; s < segments.count(); s++) {
        bounds.add(segments.end(s));
      }
      return this;
    }

    /**
     * Makes the plan.
     *
     * @return the plan
     * @throws IllegalStateException if there is no piece
     */
    public WindowPlan build() {
      if (bounds.isEmpty()) {
        throw new IllegalStateException("no piece");
      }
      return new WindowPlan(this);
    }
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
   * @return an index into the window
   */
  public int start(int segment) {
    return bounds[segment];
  }

  /**
   * Where a segment ends.
   *
   * @param segment from 0
   * @return an index into the window
   */
  public int end(int segment) {
    return bounds[segment + 1];
  }

  /**
   * Symbols of a segment.
   *
   * @param segment from 0
   * @return its length in bytes
   */
  public int length(int segment) {
    return bounds[segment + 1] - bounds[segment];
  }

  /**
   * Whether a segment is the first of its piece in this window, and so knows where it starts.
   *
   * @param segment from 0
   * @return true for segment 0
   */
  public boolean isFirstOfPiece(int segment) {
    return firstOfPiece.get(segment);
  }

  /**
   * Whether an independent piece of input begins with a segment.
   *
   * @param segment from 0
   * @return false if its piece began before
   */
  public boolean beginsPiece(int segment) {
    return firstOfPiece.get(segment) && !(segment == 0 && goesOn);
  }

  /**
   * The segment after the last one of a piece.
   *
   * @param segment any segment of the piece
   * @return an index, at most {@link #count}
   */
  public int endOfPiece(int segment) {
    int next = firstOfPiece.nextSetBit(segment + 1);
    return next < 0 ? count() : next;
  }

  /**
   * Where the piece of a segment starts in this window.
   *
   * @param segment from 0
   * @return an index into the window
   */
  public int pieceStart(int segment) {
    return bounds[firstOfPiece.previousSetBit(segment)];
  }
}
