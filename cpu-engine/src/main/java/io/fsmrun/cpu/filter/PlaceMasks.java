package io.fsmrun.cpu.filter;

/**
 * Places that were found, as a bit for each of 64 places in a row. Loops that make such words have
 * no branch that depends on what is found; turning the words into numbers is a loop of its own, so
 * that a wrong guess there does not throw away look-ups that are on their way.
 */
final class PlaceMasks {

  /** So many words are made before they are turned into numbers. */
  static final int WORDS = 64;

  /** Numbers that are written behind those that count. */
  static final int SLACK = 4;

  private PlaceMasks() {}

  /**
   * Turns words into numbers.
   *
   * @param masks words, the lowest bit first
   * @param words how many of them
   * @param first the number of the first bit
   * @param places takes the numbers of the bits that are set, ascending; room for {@link #SLACK}
   *     more
   * @param count how many numbers it has
   * @return how many it has then
   */
  static int places(long[] masks, int words, int first, int[] places, int count) {
    int n = count;
    for (int w = 0; w < words; w++) {
      long bits = masks[w];
      if (bits == 0) {
        continue;
      }
      int next = n + Long.bitCount(bits);
      int base = first + w * Long.SIZE;
      // Mostly there are few, and to write four, whether they are there or not, needs no guess.
      do {
        places[n] = base + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        places[n + 1] = base + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        places[n + 2] = base + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        places[n + 3] = base + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        n += 4;
      } while (n < next);
      n = next;
    }
    return n;
  }
}
