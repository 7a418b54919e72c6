package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.DeviceFacts;

/**
 * How a chunk is cut.
 *
 * @param length bytes of the chunk
 * @param segmentBytes bytes of a segment, whole pieces
 */
record SegmentPlan(int length, int segmentBytes) {

  private static final int LANES_A_PROCESSOR = 1024;

  /** Where tables are far, a lane runs two segments side by side. */
  static final int FAR_CHAINS = 2;

  /** The least that a lane is started for. */
  private static final int LEAST_BYTES = 1024;

  /** Segments that run at once. */
  static int atOnce(TableProgram program, DeviceFacts facts) {
    boolean far = false;
    for (TablePass pass : program.passes()) {
      far |= pass.layout().kind() == TableLayout.Kind.FAR;
    }
    return facts.processors() * LANES_A_PROCESSOR * (far ? FAR_CHAINS : 1);
  }

  static SegmentPlan of(int length, TableOptions options, int atOnce) {
    int bytes = options.segmentBytes();
    if (bytes == 0) {
      int even = Math.ceilDiv(length, atOnce);
      bytes = Math.max(LEAST_BYTES, Math.ceilDiv(even, TableLayout.PIECE) * TableLayout.PIECE);
    }
    return new SegmentPlan(length, bytes);
  }

  /** The most segments of any chunk. */
  static int mostSegments(TableOptions options, int atOnce) {
    int least = options.segmentBytes() == 0 ? LEAST_BYTES : options.segmentBytes();
    int segments = Math.ceilDiv(options.chunkBytes(), least);
    return options.segmentBytes() == 0 ? Math.min(segments, atOnce) : segments;
  }

  /** The most pieces of any chunk. */
  static int mostPieces(TableOptions options, int atOnce) {
    SegmentPlan whole = of(options.chunkBytes(), options, atOnce);
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
