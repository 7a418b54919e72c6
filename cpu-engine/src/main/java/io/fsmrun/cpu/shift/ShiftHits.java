package io.fsmrun.cpu.shift;

/** Where chains of a group of words end in a piece of input, and which. Mutable, for one thread. */
final class ShiftHits {

  /** Bytes of a piece. */
  static final int PIECE = 256;

  /** Indices of the bytes that chains end at, ascending. */
  final int[] places = new int[PIECE];

  /** For each of them a bit for each word of the group that is not 0. */
  final int[] filled = new int[PIECE];

  /** For each of them the words of the group, those of the last elements only. */
  final long[] ends;

  int count;

  /** How many of them were read. */
  int read;

  /**
   * Room for all hits of a piece.
   *
   * @param lanes words of a group
   */
  ShiftHits(int lanes) {
    this.ends = new long[PIECE * lanes];
  }
}
