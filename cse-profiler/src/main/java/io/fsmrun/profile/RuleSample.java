package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.state.Partition;
import java.util.SplittableRandom;

/**
 * The partitions that random strings gave for one automaton.
 *
 * @param counts how often each partition was seen
 * @param merger makes one of them
 * @param stable whether the frequencies were stable before all strings were run
 */
record RuleSample(PartitionCounts counts, PartitionMerger merger, boolean stable) {

  /** Strings of the first batch; each further one doubles their number. */
  static final int FIRST_BATCH = 125;

  /** The most that the probability of a partition not seen yet may be. */
  static final double MOST_UNSEEN = 0.01;

  /** The rule of three: what is not seen in n strings has at most 3/n, at 95% confidence. */
  private static final double RULE_OF_THREE = 3;

  /** Says when frequencies are stable, for people. */
  static String test(MergeStrategy merge) {
    return "Strings are run in batches that double their number, from "
        + FIRST_BATCH
        + " on; a rule is stable when the partition chosen ("
        + merge
        + ") is the same as before the last batch, the batch has the frequencies of the strings"
        + " before it (a chi-square test of homogeneity does not tell them apart at the 5% level),"
        + " and partitions not seen yet have a probability of at most 1% (Good-Turing, with 3 added"
        + " to the partitions seen once, so from 500 strings on).";
  }

  /** Runs strings. The same ones come first if more are asked for. */
  static RuleSample of(
      Dfa dfa, SymbolModel symbols, int ruleId, ProfileOptions options, int length) {
    StringRunner runner = new StringRunner(dfa, symbols.samplerFor(dfa));
    SplittableRandom random = new SplittableRandom(options.seed() * 0x9E3779B97F4A7C15L + ruleId);
    PartitionCounts counts = new PartitionCounts(dfa.stateCount());
    boolean mayStop = options.stopping() == ProfileOptions.Stopping.WHEN_STABLE;
    FrequencySnapshot before = null;
    Partition chosenBefore = null;
    int batchEnd = FIRST_BATCH;
    int converged = 0;
    for (int i = 1; i <= options.strings(); i++) {
      Partition partition = runner.run(random, length);
      if (partition == null) {
        converged++;
      } else {
        counts.add(partition, 1);
      }
      if (mayStop && i == batchEnd && i < options.strings()) {
        counts.addConverged(converged);
        converged = 0;
        PartitionMerger merger = new PartitionMerger(counts);
        Partition chosen = merger.chosen(options.merge());
        FrequencySnapshot now = counts.snapshot();
        if (chosen.equals(chosenBefore) && isComplete(counts) && now.agreesWith(before)) {
          return new RuleSample(counts, merger, true);
        }
        before = now;
        chosenBefore = chosen;
        batchEnd *= 2;
      }
    }
    counts.addConverged(converged);
    return new RuleSample(counts, new PartitionMerger(counts), false);
  }

  private static boolean isComplete(PartitionCounts counts) {
    return counts.seenTimes(1) + RULE_OF_THREE <= MOST_UNSEEN * counts.total();
  }

  /** Good and Turing's estimate of the probability of a partition not seen yet. */
  double unseen() {
    return (double) counts.seenTimes(1) / counts.total();
  }
}
