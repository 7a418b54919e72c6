package io.fsmrun.cpu.token;

import io.fsmrun.cpu.vector.VectorModule;

/** The loops over words. All lengths are multiples of eight words. */
interface StepKernel {

  /**
   * One token: {@code next = (active << 1 | start) & row}; what is next and final is found, the
   * rest is active. Final bits have no successor, and their neighbours belong to others.
   *
   * @param active bits, changed
   * @param start bits to begin with
   * @param rows holds the row
   * @param at where it begins
   * @param finals bits to look for
   * @param found takes the active bits among them
   * @param filled takes a bit for each word of {@code found} that is not 0
   */
  void step(
      long[] active, long[] start, long[] rows, int at, long[] finals, long[] found, long[] filled);

  /**
   * Finds words that are not 0.
   *
   * @param words holds them
   * @param at index of the first
   * @param count how many
   * @param filled takes a bit for each that is not 0
   */
  void findFilled(long[] words, int at, int count, long[] filled);

  /**
   * The fastest kernel that there is.
   *
   * @param vectors whether vectors may be used; they are if the Java runtime was started with its
   *     vector module and the processor has vectors of four words
   * @return a kernel; all give the same
   */
  static StepKernel choose(boolean vectors) {
    return vectors && VectorModule.isPresent() && VectorKernel.isFast()
        ? new VectorKernel()
        : new ScalarKernel();
  }
}
