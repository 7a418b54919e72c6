package io.fsmrun.ap.timing;

import java.util.Arrays;

/**
 * Follows the report buffers of one network and adds up the stalls. All chips get the same symbols,
 * so a stall of one stalls all, and stalls of different chips add up (ours). For one thread.
 */
public final class OutputAccount {

  private final OutputModel model;
  private final int words;
  private final int[] vectors;
  private final long[] lastSymbol;
  private double stallCycles;
  private long vectorsWritten;
  private long stalls;

  /**
   * Empty buffers.
   *
   * @param model what output costs
   * @param regions regions of all half-cores that the network takes; those of one chip have
   *     adjacent numbers
   * @param mostReporting elements of the fullest region that can report
   */
  public OutputAccount(OutputModel model, int regions, int mostReporting) {
    this.model = model;
    words = model.wordsPerVector(mostReporting);
    vectors = new int[Math.ceilDiv(regions, model.regionsPerChip()) * model.regionsPerChip()];
    lastSymbol = new long[vectors.length];
    Arrays.fill(lastSymbol, -1);
  }

  /**
   * An element reports. Reports must come by ascending symbol.
   *
   * @param region the region of the element
   * @param symbol the number of the symbol
   */
  public void report(int region, long symbol) {
    if (lastSymbol[region] == symbol) {
      return;
    }
    // A full buffer is emptied when the next vector comes, so that no symbol is cut in two.
    if (vectors[region] == model.bufferVectors()) {
      drainChip(region / model.regionsPerChip());
      stalls++;
    }
    lastSymbol[region] = symbol;
    vectors[region]++;
    vectorsWritten++;
  }

  /** Empties all buffers at the end of the input, those without a vector too. */
  public void finish() {
    for (int chip = 0; chip * model.regionsPerChip() < vectors.length; chip++) {
      drainChip(chip);
    }
  }

  private void drainChip(int chip) {
    stallCycles += model.startCycles();
    int first = chip * model.regionsPerChip();
    for (int region = first; region < first + model.regionsPerChip(); region++) {
      stallCycles +=
          vectors[region] == 0 ? model.queryCycles() : vectors[region] * model.wordCycles() * words;
      vectors[region] = 0;
    }
  }

  /**
   * Cycles in which the device waited for its output.
   *
   * @return 0 or more, rounded up
   */
  public long stallCycles() {
    return (long) Math.ceil(stallCycles);
  }

  /**
   * Vectors written so far.
   *
   * @return 0 or more
   */
  public long vectorsWritten() {
    return vectorsWritten;
  }

  /**
   * How often a full buffer stopped the device, the emptying at the end apart.
   *
   * @return 0 or more
   */
  public long stalls() {
    return stalls;
  }

  /**
   * Words of every vector.
   *
   * @return at least 1
   */
  public int wordsPerVector() {
    return words;
  }
}
