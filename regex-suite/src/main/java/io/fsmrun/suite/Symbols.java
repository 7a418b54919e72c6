package io.fsmrun.suite;

import java.util.SplittableRandom;

/** Sets of bytes as four words, for code that makes one for every byte of a trace. */
final class Symbols {

  private Symbols() {}

  /**
   * One of a set, each as likely as any other.
   *
   * @throws IllegalStateException if it is empty
   */
  static int pick(long[] words, SplittableRandom random) {
    int size = 0;
    for (long word : words) {
      size += Long.bitCount(word);
    }
    if (size == 0) {
      throw new IllegalStateException("no byte to choose from");
    }
    int skip = random.nextInt(size);
    for (int w = 0; ; w++) {
      int here = Long.bitCount(words[w]);
      if (skip < here) {
        long word = words[w];
        for (; skip > 0; skip--) {
          word &= word - 1;
        }
        return w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
      skip -= here;
    }
  }
}
