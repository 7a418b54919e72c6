package io.fsmrun.core.report;

/**
 * Receives reports in order of end, then rule, each once.
 *
 * <p>Called by one thread at a time. An exception thrown from it ends the run and reaches the
 * caller.
 */
@FunctionalInterface
public interface ReportSink {

  /**
   * Takes one report.
   *
   * @param rule the rule's id
   * @param end the number of bytes consumed when the match ends
   */
  void report(int rule, long end);
}
