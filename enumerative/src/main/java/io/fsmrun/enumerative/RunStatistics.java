package io.fsmrun.enumerative;

import java.util.List;

/**
 * What a run did, over all its windows.
 *
 * @param bytes input consumed
 * @param reports reports made
 * @param segments the most segments that a window was cut into
 * @param enumerated number of pairs of a component and a segment whose start was unknown
 * @param r0Mean flows at the start of a segment, the mean over those pairs; 0 if there are none
 * @param r0Max the most of any
 * @param rtMean flows at the end of a segment, the mean
 * @param rtMax the most of any
 * @param symbolsToOne when one flow was left
 * @param convergedFlows flows of components that merged with another
 * @param deactivatedFlows flows of components that fell idle, or had nothing of their own left
 * @param reexecutedSegments segments of which something was executed again for at least one
 *     component
 * @param reexecutedSymbols symbols executed again: for each of those segments, the most of any
 *     component, since components advance together
 * @param reexecutionRate share of those pairs of which something was executed again
 * @param rules the same for each component, in component order
 */
public record RunStatistics(
    long bytes,
    long reports,
    int segments,
    long enumerated,
    double r0Mean,
    int r0Max,
    double rtMean,
    int rtMax,
    SymbolsToOne symbolsToOne,
    long convergedFlows,
    long deactivatedFlows,
    long reexecutedSegments,
    long reexecutedSymbols,
    double reexecutionRate,
    List<RuleStatistics> rules) {

  /** Copies the list. */
  public RunStatistics {
    rules = List.copyOf(rules);
  }

  /**
   * After how many symbols of a segment a component had one flow left that was not idle, over the
   * pairs of a component and a segment in which that came.
   *
   * @param median half of those pairs needed no more
   * @param p95 95% of them needed no more
   * @param max the most of any
   * @param never number of pairs in which several flows were left at the end of the segment
   */
  public record SymbolsToOne(int median, int p95, int max, long never) {}
}
