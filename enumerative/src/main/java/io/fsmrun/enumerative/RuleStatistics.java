package io.fsmrun.enumerative;

/**
 * What a run did for one component of the ruleset.
 *
 * @param enumerated segments whose start was unknown
 * @param r0Mean flows at the start of a segment, the mean over those segments; 0 if there are none
 * @param r0Max the most of any
 * @param rtMean flows at the end of a segment, the mean
 * @param rtMax the most of any
 * @param symbolsToOneMax symbols until one flow was left, the most of the segments in which that
 *     came
 * @param neverOne segments in which several flows were left at the end
 * @param reexecuted segments of which something was executed again
 */
public record RuleStatistics(
    long enumerated,
    double r0Mean,
    int r0Max,
    double rtMean,
    int rtMax,
    int symbolsToOneMax,
    long neverOne,
    long reexecuted) {}
