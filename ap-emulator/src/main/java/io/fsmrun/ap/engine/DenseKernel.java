package io.fsmrun.ap.engine;

/** Steps rows of a {@link DenseFabric}. Stateless, shared by threads. */
interface DenseKernel {

  /**
   * Takes rows over a block of symbols.
   *
   * @param fabric the rows
   * @param firstRow the first row
   * @param lastRow one past the last
   * @param input an array
   * @param from the first symbol
   * @param to one past the last
   * @param out takes the reports, with positions from {@code from}
   */
  void run(
      DenseFabric fabric,
      int firstRow,
      int lastRow,
      byte[] input,
      int from,
      int to,
      ReportBuffer out);
}
