package io.fsmrun.ap.timing;

/**
 * How reports leave the chip. The elements that can report belong to regions. On a symbol on which
 * any of them reports, a region writes one vector, a bit for each of its elements, into its buffer.
 * When a buffer is full the chip stalls and all of its buffers are emptied, one after the other; an
 * empty one is asked too.
 *
 * <p>The constants are those of VASim's model of the D480 ({@code include/emulator.h} and {@code
 * calcTotalRuntime4} in {@code src/emulator.cpp} at commit 5bc65ae), by the first author of Wadden
 * et al., HPCA 2018; its comments say that it was compared with a real chip for up to 481 symbols.
 *
 * @param regionsPerChip regions with a buffer of their own; 6
 * @param bufferVectors vectors that a buffer holds; 481
 * @param wordBits bits of a word; 64
 * @param startCycles cycles before the first word; 15
 * @param wordCycles cycles for each word; 2.5
 * @param queryCycles cycles to find that a buffer is empty; 2
 */
public record OutputModel(
    int regionsPerChip,
    int bufferVectors,
    int wordBits,
    double startCycles,
    double wordCycles,
    double queryCycles) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a size is not positive or a time negative
   */
  public OutputModel {
    if (regionsPerChip < 1
        || bufferVectors < 1
        || wordBits < 1
        || !(startCycles >= 0)
        || !(wordCycles >= 0)
        || !(queryCycles >= 0)) {
      throw new IllegalArgumentException("output model out of range");
    }
  }

  /**
   * The D480.
   *
   * @return its output
   */
  public static OutputModel d480() {
    return new OutputModel(6, 481, 64, 15, 2.5, 2);
  }

  /**
   * Words of a report vector. The D480 can leave out part of a vector (its "event vector divisor"):
   * the fullest region of the chip decides whether 1, 2, 4, 8, 12 or 16 words are read.
   *
   * @param reportingElements elements of the fullest region that can report
   * @return words; above 16 in multiples of 16 (ours), which no D480 has
   */
  public int wordsPerVector(int reportingElements) {
    int words = Math.max(1, Math.ceilDiv(reportingElements, wordBits));
    for (int possible : new int[] {1, 2, 4, 8, 12, 16}) {
      if (words <= possible) {
        return possible;
      }
    }
    return 16 * Math.ceilDiv(words, 16);
  }
}
