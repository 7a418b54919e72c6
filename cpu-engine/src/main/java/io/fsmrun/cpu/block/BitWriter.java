package io.fsmrun.cpu.block;

/**
 * Writes packed reports for places that are given as bits: bit {@code b} of word {@code w} is place
 * {@code 64 w + b}. Stateless.
 */
interface BitWriter {

  /** Room that a writer may need behind what it is to write. */
  int SLACK = 8;

  /**
   * By vectors where they are there and wide enough.
   *
   * @return a writer
   */
  static BitWriter best() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
            && VectorBitWriter.isFast()
        ? new VectorBitWriter()
        : new ScalarBitWriter();
  }

  /**
   * Writes the reports of one rule.
   *
   * @param words the bits
   * @param count how many words
   * @param bits how many of their bits are set
   * @param first the report of place 0
   * @param target takes the reports; room for all of them and {@link #SLACK} more
   * @param at index of the first of them
   * @return the index after the last
   */
  int write(long[] words, int count, int bits, long first, long[] target, int at);

  /**
   * Writes the reports of two rules, by place, then by rule.
   *
   * @param words the bits of one rule
   * @param others those of the other
   * @param count how many words
   * @param bits how many bits of both are set
   * @param first the one's report of place 0
   * @param second the other's, which is greater
   * @param target takes the reports; room for all of them and {@link #SLACK} more
   * @param at index of the first of them
   * @return the index after the last
   */
  int write(
      long[] words,
      long[] others,
      int count,
      int bits,
      long first,
      long second,
      long[] target,
      int at);
}
