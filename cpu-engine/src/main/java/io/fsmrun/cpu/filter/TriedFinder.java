package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;

/**
 * A finder by vectors, and one without for the same windows until the other is compiled. Places
 * that are found by mistake are not the same. Immutable, but for the trial.
 */
final class TriedFinder implements PlaceFinder {

  /**
   * Bytes for which vectors are tried at a time: whole words of 64 places, whatever the stride. The
   * virtual machine counts calls and rounds of loops until it compiles them; with longer pieces it
   * takes longer to have enough calls, with shorter ones it takes the loops for short ones.
   */
  static final int PIECE = 3 << 9;

  private final int width;
  private final PlaceFinder vectors;
  private final PlaceAdder plain;
  private final VectorTrial trial;

  /**
   * A finder.
   *
   * @param width bytes of a window
   * @param vectors finds by vectors, at every place or every second or fourth
   * @param plain finds without, at the same places
   * @param trial that of the loop of vectors
   */
  TriedFinder(int width, PlaceFinder vectors, PlaceAdder plain, VectorTrial trial) {
    this.width = width;
    this.vectors = vectors;
    this.plain = plain;
    this.trial = trial;
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    return trial.isOver()
        ? vectors.find(input, from, to, places, words)
        : findByBoth(input, from, to, places, words);
  }

  /** Whether the loop is not used for all yet. */
  boolean isTried() {
    return !trial.isOver();
  }

  private int findByBoth(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int count = 0;
    int at = from;
    if (trial.isDue()) {
      int end = Math.min(to, from + PIECE + width - 1);
      long start = System.nanoTime();
      count = vectors.find(input, from, end, places, words);
      trial.add(true, end - from, System.nanoTime() - start);
      if (end == to) {
        return count;
      }
      at = from + PIECE;
    }
    long start = System.nanoTime();
    count = plain.find(input, at, to, places, count, words);
    trial.add(false, to - at, System.nanoTime() - start);
    return count;
  }
}
