package io.fsmrun.gpu.table;

/**
 * How a chunk is cut.
 *
 * @param length bytes of the chunk
 * @param segmentBytes bytes of a segment, whole pieces
 */
record SegmentPlan(int length, int segmentBytes) {

  private static final int LANES_A_PROCESSOR = 1024;

  /** The least that a lane is started for. */
  private static final int LEAST_BYTES = 1024;

  static SegmentPlan of(int length, TableOptions options, int processors) {
    int bytes = options.segmentBytes();
    if (bytes == 0) {
      int even = Math.ceilDiv(length, processors * LANES_A_PROCESSOR);
      bytes = Math.max(LEAST_BYTES, Math.ceilDiv(even, TableLayout.PIECE) * TableLayout.PIECE);
    }
    return new SegmentPlan(length, bytes);
  }

  /** The most segments of any chunk. */
  static int mostSegments(TableOptions options, int processors) {
    int least = options.segmentBytes() == 0 ? LEAST_BYTES : options.segmentBytes();
    int segments = Math.ceilDiv(options.chunkBytes(), least);
    return options.segmentBytes() == 0
        ? Math.min(segments, processors * LANES_A_PROCESSOR)
        : segments;
  }

  /** The most pieces of any chunk. */
  static int mostPieces(TableOptions options, int processors) {
    SegmentPlan whole = of(options.chunkBytes(), options, processors);
    return (int) (((long) options.chunkBytes() + whole.segmentBytes) / TableLayout.PIECE) + 1;
  }

  int segments() {
    return Math.max(1, Math.ceilDiv(length, segmentBytes));
  }

  /** Pieces of all segments; the last segment may have fewer than it has room for. */
  int pieceCount() {
    return segments() * (segmentBytes / TableLayout.PIECE);
  }
}
