package io.fsmrun.cpu.filter;

/** A finder that adds what it finds to places that were found before. Immutable. */
interface PlaceAdder extends PlaceFinder {

  /**
   * Finds places.
   *
   * @param places takes the indices as for {@link PlaceFinder#find}, behind those that it has
   * @param before how many it has
   * @return how many it has then
   */
  int find(byte[] input, int from, int to, int[] places, int before, PlaceMasks.Words words);

  @Override
  default int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    return find(input, from, to, places, 0, words);
  }
}
