package io.fsmrun.enumerative;

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
 * @param reexecutedSegments segments executed again for at least one component
 * @param reexecutionRate share of those pairs that were executed again
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
    long reexecutedSegments,
    double reexecutionRate) {}
