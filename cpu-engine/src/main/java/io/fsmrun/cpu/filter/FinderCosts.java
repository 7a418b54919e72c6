package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Processor;

/**
 * What finding windows costs on two kinds of processors, in nanoseconds per byte where all is
 * looked at, as measured on one of each, loops alone. Tables in registers have become faster since
 * (0.11, 0.17 and 0.25 on the Intel); with these figures more windows go to tables, and what passes
 * by mistake then costs more than is won.
 *
 * @param few shuffles without hashes
 * @param tabulated tables in registers of 128, 256 and 512 entries
 * @param paired one gathered word for two places, with what it lets through by mistake
 * @param gathered a gathered bit for each place
 * @param strided what that costs more at a stride, whatever the stride
 * @param far what a gathered bit costs more where bits leave the first-level cache
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares costs.
record FinderCosts(
    double few, double[] tabulated, double paired, double gathered, double strided, double far) {

  /** Shuffles of two vectors are fast, gathers are not: AMD's of families 25 and 26. */
  static final FinderCosts SHUFFLES =
      new FinderCosts(0.045, new double[] {0.07, 0.1, 0.16}, 0.3, 0.6, 0, 0.6);

  /** The other way round: an Intel of family 6, model 167. */
  static final FinderCosts GATHERS =
      new FinderCosts(0.06, new double[] {0.13, 0.2, 0.28}, 0.25, 0.4, 0.06, 0.02);

  /** Those of this processor. */
  static final FinderCosts HERE = Processor.gathersFast() ? GATHERS : SHUFFLES;
}
