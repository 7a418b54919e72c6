package io.fsmrun.gpu.stream;

/**
 * How a piece is cut.
 *
 * @param count segments, at least 1
 * @param windows consecutive windows of each but the last, which may have fewer
 */
record Segments(int count, int windows) {

  /** At most so many segments, as even as they may be. */
  static Segments of(int windows, int mostSegments) {
    int each = Math.max(1, Math.ceilDiv(windows, mostSegments));
    return new Segments(Math.ceilDiv(windows, each), each);
  }
}
