package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.MergeStrategy.Folding;
import io.fsmrun.profile.PartitionCounts.Entry;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Makes one partition of those that were seen (Zhuo 2022, section 3.4.4).
 *
 * <p>Candidates are taken from the most frequent down, ties by which was seen first; one that the
 * choice does not cover yet refines it, until the strings covered reach the cut-off. A string is
 * covered if its partition is coarser than the choice: what converges under it converges under the
 * choice. So the covered share is counted, not summed up over candidates.
 *
 * <p>With folding first, every partition for which there is a strictly finer one is folded into the
 * most frequent of those, by the strings that gave it itself, and its strings are added to that
 * one's; the coarsest go first, so sums go all the way to partitions for which there is no finer
 * one. These are the candidates. With folding last all partitions are.
 *
 * <p>With {@code k} partitions of {@code n} states, folding takes O(k^2) comparisons of 64 bits and
 * O(n) for each of those that do not decide; a refinement takes O(n), and there are at most {@code
 * k}, with O(k) comparisons each. Cut-offs share refinements. For one thread.
 */
final class PartitionMerger {

  /** A stage of refining. */
  private record Step(Partition chosen, int covered) {}

  private final List<Entry> seen;
  private final Partition rest;
  private final int total;
  private final int distinct;
  private final long[] signatures;
  private final Map<Folding, Path> paths = new EnumMap<>(Folding.class);
  private final Map<Partition, IntList> orders = new HashMap<>();

  PartitionMerger(PartitionCounts counts) {
    this.seen = counts.entries();
    this.rest = counts.rest();
    this.total = counts.total();
    this.distinct = counts.distinct();
    this.signatures = new long[seen.size()];
    for (int i = 0; i < signatures.length; i++) {
      signatures[i] = signature(seen.get(i).partition());
    }
  }

  /** The choice of a strategy. */
  ConvergencePartition choose(MergeStrategy strategy) {
    Step step = step(strategy);
    IntList order = orders.get(step.chosen);
    if (order == null) {
      order = IntList.of(BlockOrder.of(step.chosen, seen));
      orders.put(step.chosen, order);
    }
    return new ConvergencePartition(
        step.chosen,
        order,
        (double) step.covered / total,
        (double) mostFrequent() / total,
        distinct);
  }

  /** The partition that a strategy chooses, without the order of its blocks. */
  Partition chosen(MergeStrategy strategy) {
    return step(strategy).chosen;
  }

  /**
   * The strings covered before and after the last refinement of a choice; the first is 0 if there
   * was none.
   */
  int[] coveredAround(MergeStrategy strategy) {
    Path path = path(strategy);
    int last = path.stepOf(strategy);
    return new int[] {
      last == 0 ? 0 : path.steps.get(last - 1).covered, path.steps.get(last).covered
    };
  }

  /** Partitions that a choice is made of and that so many strings gave. */
  int refinements(MergeStrategy strategy, int strings) {
    Path path = path(strategy);
    int last = path.stepOf(strategy);
    int number = 0;
    for (int candidate : path.taken.subList(0, Math.min(last + 1, path.taken.size()))) {
      number += seen.get(candidate).count() == strings ? 1 : 0;
    }
    return number;
  }

  private Step step(MergeStrategy strategy) {
    Path path = path(strategy);
    return path.steps.get(path.stepOf(strategy));
  }

  private Path path(MergeStrategy strategy) {
    Folding folding = strategy.isMostFrequent() ? Folding.LAST : strategy.folding();
    return paths.computeIfAbsent(folding, f -> new Path(candidates(f)));
  }

  private int mostFrequent() {
    return seen.stream().mapToInt(Entry::count).max().orElseThrow();
  }

  /** Indices of candidates, the most frequent first. */
  private int[] candidates(Folding folding) {
    int[] weight = seen.stream().mapToInt(Entry::count).toArray();
    if (folding == Folding.FIRST) {
      fold(weight);
    }
    return IntStream.range(0, weight.length)
        .filter(i -> weight[i] > 0)
        .boxed()
        .sorted(Comparator.comparingInt((Integer i) -> -weight[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Moves weights into finer partitions; 0 is left of what has been folded. */
  private void fold(int[] weight) {
    int[] byFrequency = candidates(Folding.LAST);
    int[] byBlocks =
        IntStream.range(0, weight.length)
            .boxed()
            .sorted(Comparator.comparingInt((Integer i) -> seen.get(i).partition().blockCount()))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int coarse : byBlocks) {
      for (int fine : byFrequency) {
        if (isStrictlyCoarser(coarse, fine)) {
          weight[fine] += weight[coarse];
          weight[coarse] = 0;
          break;
        }
      }
    }
  }

  private boolean isStrictlyCoarser(int coarse, int fine) {
    Partition one = seen.get(coarse).partition();
    Partition other = seen.get(fine).partition();
    return one.blockCount() < other.blockCount()
        && (signatures[coarse] & ~signatures[fine]) == 0
        && one.isCoarserThan(other);
  }

  /**
   * For each of 64 pairs of states, whether they are apart: what is coarser has no bit that the
   * finer one lacks.
   */
  private static long signature(Partition partition) {
    SplittableRandom random = new SplittableRandom(partition.stateCount());
    long bits = 0;
    for (int i = 0; i < Long.SIZE; i++) {
      int one = partition.blockOf(random.nextInt(partition.stateCount()));
      int other = partition.blockOf(random.nextInt(partition.stateCount()));
      bits |= one != other ? 1L << i : 0;
    }
    return bits;
  }

  /** The refinements that candidates lead to, made when they are asked for. */
  private final class Path {

    private final int[] candidates;
    private final List<Step> steps = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private final boolean[] covered = new boolean[seen.size()];
    private int next;

    private Path(int[] candidates) {
      this.candidates = candidates;
      taken.add(candidates[0]);
      addStep(seen.get(candidates[0]).partition(), 0);
    }

    private int stepOf(MergeStrategy strategy) {
      double wanted = strategy.cutoff() * total;
      int step = 0;
      while (steps.get(step).covered < wanted && (step + 1 < steps.size() || extend())) {
        step++;
      }
      return step;
    }

    private boolean extend() {
      Step last = steps.get(steps.size() - 1);
      while (next < candidates.length && covered[candidates[next]]) {
        next++;
      }
      if (next < candidates.length) {
        taken.add(candidates[next]);
        addStep(last.chosen.refine(seen.get(candidates[next]).partition()), last.covered);
        return true;
      }
      if (rest != null && last.covered < total) {
        steps.add(new Step(last.chosen.refine(rest), total));
        return true;
      }
      return false;
    }

    private void addStep(Partition chosen, int coveredBefore) {
      long signature = signature(chosen);
      int strings = coveredBefore;
      for (int i = 0; i < covered.length; i++) {
        if (!covered[i]
            && (signatures[i] & ~signature) == 0
            && seen.get(i).partition().isCoarserThan(chosen)) {
          covered[i] = true;
          strings += seen.get(i).count();
        }
      }
      steps.add(new Step(chosen, strings));
    }
  }
}
