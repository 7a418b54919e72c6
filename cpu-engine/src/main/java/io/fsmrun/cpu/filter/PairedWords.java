package io.fsmrun.cpu.filter;

import java.util.stream.IntStream;

/**
 * The table of {@link PairedHashes}: which windows of four bytes there are, for two places by one
 * look-up. Of some factors for the hash that is taken which lets the fewest usual windows through
 * by mistake: what one puts beside a frequent window, another does not. Immutable.
 */
final class PairedWords {

  private static final int HASH = 0x9E3779B1;

  /** So many factors are tried. */
  private static final int FACTORS = 8;

  /** Where in a window its last byte is. */
  static final int LAST = 3 * Byte.SIZE;

  /** Bits of half a word. */
  static final int HALF = Short.SIZE;

  /** Words at least and at most, as powers of two. */
  private static final int LEAST_LOG = 10;

  private static final int MOST_LOG = 16;

  /** Words for each window, or up to twice as many, for vectors of 64 bytes. */
  private static final int WORDS_PER_KEY = 4;

  /** Looking one up that is not in the first-level cache costs less than a place by mistake. */
  private static final int NARROW_WORDS_PER_KEY = 8;

  /** What is set in every window before it is compared. */
  final int fold;

  /** What a product with the factor is shifted by to be the number of a word. */
  final int shift;

  /** A product with it does not depend on the highest byte of an int, which is a window's last. */
  final int factor;

  /** A power of two of them. */
  final int[] words;

  /** The part of usual windows that pass though they are not looked for, at either place. */
  final double mistaken;

  /**
   * A table; O(words + windows) for each factor that is tried.
   *
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   * @param usual windows of inputs
   * @param narrow whether it is for vectors of 32 bytes
   */
  PairedWords(int fold, int[] keys, int[] usual, boolean narrow) {
    this.fold = fold;
    int wordsPerKey = narrow ? NARROW_WORDS_PER_KEY : WORDS_PER_KEY;
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(keys.length * wordsPerKey);
    log = Math.clamp(log, LEAST_LOG, MOST_LOG);
    this.shift = Integer.SIZE - log;
    int[] others = Windows.others(usual, Integer.BYTES, fold, keys);
    int best = 0;
    int[] chosen = {};
    int least = Integer.MAX_VALUE;
    for (int n = 0; n < FACTORS && least > 0; n++) {
      int tried = HASH * (2 * n + 1) << Byte.SIZE;
      int[] table = words(1 << log, tried, keys);
      int passing = (int) IntStream.of(others).filter(w -> lets(table, tried, w)).count();
      if (passing < least) {
        least = passing;
        best = tried;
        chosen = table;
      }
    }
    this.factor = best;
    this.words = chosen;
    this.mistaken = (double) least / Math.max(1, usual.length);
  }

  private int[] words(int count, int by, int[] keys) {
    int[] table = new int[count];
    for (int key : keys) {
      table[index(key >>> Byte.SIZE, by)] |= 1 << bit(key);
      table[index(key, by)] |= 1 << HALF + bit(key >>> LAST);
    }
    return table;
  }

  private boolean lets(int[] table, int by, int window) {
    int first = table[index(window >>> Byte.SIZE, by)] >>> bit(window);
    int second = table[index(window, by)] >>> HALF + bit(window >>> LAST);
    return ((first | second) & 1) != 0;
  }

  /** One if a window passes at the first of two places. */
  int first(int window) {
    return words[index(window >>> Byte.SIZE, factor)] >>> bit(window) & 1;
  }

  /** The number of the word for three bytes, the lowest ones. */
  private int index(int middle, int by) {
    return (middle | fold) * by >>> shift;
  }

  /** The bit of a half word for a byte; shifted to the left by the byte, it is the half's sign. */
  private static int bit(int symbol) {
    return HALF - 1 - (symbol & HALF - 1);
  }
}
