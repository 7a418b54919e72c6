package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;

/**
 * The convergence sets predicted for one deterministic automaton.
 *
 * @param partition the sets
 * @param coverage share of the profiled strings under which every set converges, 0 to 1
 * @param mostFrequentShare share of the most frequent partition alone (MFP)
 * @param distinctPartitions number of different partitions seen
 */
public record ConvergencePartition(
    Partition partition, double coverage, double mostFrequentShare, int distinctPartitions) {}
