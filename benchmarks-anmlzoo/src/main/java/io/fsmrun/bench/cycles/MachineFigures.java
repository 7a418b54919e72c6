package io.fsmrun.bench.cycles;

/**
 * Flows of the whole ruleset machine, over the segments whose start was unknown.
 *
 * @param r0Mean flows at the start of a segment, the mean; 0 if there are no such segments
 * @param r0Max the most of any
 * @param rtMean flows at the end of a segment, the mean; joined flows are one
 * @param rtMax the most of any
 */
public record MachineFigures(double r0Mean, int r0Max, double rtMean, int rtMax) {}
