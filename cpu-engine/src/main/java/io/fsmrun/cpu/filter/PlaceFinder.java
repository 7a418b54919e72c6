package io.fsmrun.cpu.filter;

/** Finds the places of an input that may begin a window. Immutable. */
interface PlaceFinder {

  /**
   * Finds places.
   *
   * @param from index of the first place
   * @param to windows end here at the latest
   * @param places takes the indices, ascending; room for all places between, and {@link
   *     PlaceMasks#SLACK} more
   * @param words scratch
   * @return how many
   */
  int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words);
}
