package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.timing.CycleBreakdown;
import io.fsmrun.bench.cycles.MachineFigures;
import io.fsmrun.enumerative.RunStatistics;

/**
 * What a run came to. A value.
 *
 * @param bytes input scanned
 * @param segments the most segments of a piece
 * @param cycles of the run
 * @param baselineCycles of a sequential run: one a symbol
 * @param idealSpeedup the speed-up without any overhead
 * @param cyclesBy what the cycles were spent on
 * @param machine flows of the whole ruleset machine
 * @param rules flows of single rules
 * @param reexecution what was executed again
 * @param reports number of reports
 * @param reportDigest digest of the reports in their order, see {@link ReportDigest}
 * @param seconds that the scan took
 */
public record RunResult(
    long bytes,
    int segments,
    long cycles,
    long baselineCycles,
    double idealSpeedup,
    CycleBreakdown cyclesBy,
    MachineFigures machine,
    RuleFlows rules,
    Reexecution reexecution,
    long reports,
    String reportDigest,
    double seconds) {

  /**
   * Flows of rules, over the pairs of a rule and a segment whose start was unknown.
   *
   * @param r0Mean flows at the start, the mean
   * @param r0Max the most of any
   * @param rtMean flows at the end, the mean
   * @param rtMax the most of any
   * @param toOne symbols until one flow was left
   * @param pairs number of such pairs
   */
  public record RuleFlows(
      double r0Mean,
      int r0Max,
      double rtMean,
      int rtMax,
      RunStatistics.SymbolsToOne toOne,
      long pairs) {}

  /**
   * What was executed again.
   *
   * @param segments of which something was executed again for at least one rule
   * @param unknownSegments segments whose start was unknown
   * @param symbols executed again
   * @param rate share of the pairs of a rule and a segment of which something was executed again
   */
  public record Reexecution(long segments, long unknownSegments, long symbols, double rate) {

    /**
     * Share of the segments with an unknown start of which something was executed again.
     *
     * @return 0 to 1; 0 if there are no such segments
     */
    public double segmentShare() {
      return unknownSegments == 0 ? 0 : (double) segments / unknownSegments;
    }
  }

  /**
   * How much faster than a sequential run.
   *
   * @return the ratio of the cycles; 1 if there was no input
   */
  public double speedup() {
    return cycles == 0 ? 1 : (double) baselineCycles / cycles;
  }
}
