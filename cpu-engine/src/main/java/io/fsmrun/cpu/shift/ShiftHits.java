package io.fsmrun.cpu.shift;

/** Places where chains end, and which do. Mutable, for one thread. */
final class ShiftHits {

  /** So many places are collected before they are handed over. */
  static final int MOST = 256;

  /** Indices of the bytes that chains end at. */
  final int[] places = new int[MOST];

  /** For each of them the words of a group, those of the last elements only. */
  final long[] ends = new long[MOST * ShiftLayout.MOST_LANES];

  int count;
}
