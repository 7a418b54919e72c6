package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The convergence sets predicted for one deterministic automaton.
 *
 * @param partition the sets
 * @param order the blocks in the order in which flows should carry them: the longest apart first
 * @param coverage share of the profiled strings under which every set converges, 0 to 1
 * @param mostFrequentShare share of the most frequent partition alone (MFP)
 * @param distinctPartitions number of different partitions seen
 */
public record ConvergencePartition(
    Partition partition,
    IntList order,
    double coverage,
    double mostFrequentShare,
    int distinctPartitions) {}
