package io.fsmrun.enumerative;

/**
 * How a run uses the machine. None of this changes what is reported.
 *
 * @param threads number of threads, from 1
 * @param windowBytes how much input is held and cut into segments at once; input of unknown length
 *     needs no more memory
 * @param reportBudget the most reports held at once; a window that makes more is run again in
 *     smaller pieces
 */
public record RunOptions(int threads, int windowBytes, long reportBudget) {

  /** The most bytes a window may have: positions in it are array indices. */
  public static final int MAX_WINDOW_BYTES = 1 << 30;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public RunOptions {
    if (threads < 1 || windowBytes < 1 || windowBytes > MAX_WINDOW_BYTES || reportBudget < 1) {
      throw new IllegalArgumentException(
          threads + " threads, windows of " + windowBytes + " bytes, " + reportBudget + " reports");
    }
  }

  /**
   * One thread per core, windows of 16 MiB, 64 million reports.
   *
   * @return the usual options
   */
  public static RunOptions defaults() {
    return new RunOptions(Runtime.getRuntime().availableProcessors(), 16 << 20, 64_000_000);
  }

  /**
   * The same options with another number of threads.
   *
   * @param number of threads, from 1
   * @return new options
   */
  public RunOptions withThreads(int number) {
    return new RunOptions(number, windowBytes, reportBudget);
  }

  /**
   * The same options with other windows.
   *
   * @param bytes the most bytes a window may have
   * @return new options
   */
  public RunOptions withWindowBytes(int bytes) {
    return new RunOptions(threads, bytes, reportBudget);
  }

  /**
   * The same options with another report budget.
   *
   * @param reports the most reports held at once
   * @return new options
   */
  public RunOptions withReportBudget(long reports) {
    return new RunOptions(threads, windowBytes, reports);
  }
}
