package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.MergeStrategy.Folding;
import io.fsmrun.profile.PartitionCounts.Entry;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Merging partitions, with folding first and last, against a plain version. */
class PartitionMergerTest {

  private static List<Entry> seen(RandomAutomata random, int states) {
    Map<Partition, Integer> seen = new LinkedHashMap<>();
    for (int i = random.number(1, 10); i > 0; i--) {
      seen.merge(random.partition(states), random.number(1, 20), Integer::sum);
    }
    List<Entry> entries = new ArrayList<>();
    seen.forEach((partition, count) -> entries.add(new Entry(partition, count)));
    return entries;
  }

  private static PartitionCounts counts(List<Entry> seen, int states, int mostLabels) {
    PartitionCounts counts = new PartitionCounts(states, mostLabels);
    seen.forEach(entry -> counts.add(entry.partition(), entry.count()));
    return counts;
  }

  private static PartitionMerger merger(List<Entry> seen, int states) {
    return new PartitionMerger(counts(seen, states, PartitionCounts.MOST_LABELS));
  }

  private static Partition refinement(List<Entry> seen) {
    return seen.stream().map(Entry::partition).reduce(Partition::refine).orElseThrow();
  }

  private static double covered(List<Entry> seen, Partition chosen) {
    int total = 0;
    int covered = 0;
    for (Entry entry : seen) {
      total += entry.count();
      covered += entry.partition().isCoarserThan(chosen) ? entry.count() : 0;
    }
    return (double) covered / total;
  }

  @Property(tries = 300)
  void mergingAllGivesTheRefinementOfAll(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 9);
    List<Entry> seen = seen(random, states);
    for (Folding folding : Folding.values()) {
      ConvergencePartition choice =
          merger(seen, states).choose(MergeStrategy.covering(1).withFolding(folding));
      assertThat(choice.partition()).isEqualTo(refinement(seen));
      assertThat(choice.coverage()).isEqualTo(1);
    }
  }

  @Property(tries = 300)
  void coverageIsTheShareOfCoarserPartitions(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 9);
    List<Entry> seen = seen(random, states);
    PartitionMerger merger = merger(seen, states);
    Folding folding = random.chance(0.5) ? Folding.FIRST : Folding.LAST;
    Partition finer = null;
    // From high cut-offs to low ones: what was refined for a high one is no matter for a low one.
    for (int percent = 100; percent > 0; percent -= random.number(1, 20)) {
      double cutoff = percent / 100.0;
      ConvergencePartition choice =
          merger.choose(MergeStrategy.covering(cutoff).withFolding(folding));
      assertThat(choice.coverage())
          .isCloseTo(covered(seen, choice.partition()), within(1e-12))
          .isGreaterThanOrEqualTo(cutoff - 1e-12);
      assertThat(finer == null || choice.partition().isCoarserThan(finer)).isTrue();
      finer = choice.partition();
    }
  }

  @Property(tries = 300)
  void choosesAsThePlainVersionDoes(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 7);
    List<Entry> seen = seen(random, states);
    double cutoff = random.number(1, 100) / 100.0;
    assertThat(merger(seen, states).chosen(MergeStrategy.covering(cutoff)))
        .isEqualTo(plainlyFoldedFirst(seen, cutoff));
  }

  /** The published strategy, word by word. */
  private static Partition plainlyFoldedFirst(List<Entry> seen, double cutoff) {
    int[] weight = seen.stream().mapToInt(Entry::count).toArray();
    List<Integer> open = new ArrayList<>();
    for (int blocks = 1; blocks <= seen.get(0).partition().stateCount(); blocks++) {
      for (int i = 0; i < weight.length; i++) {
        if (seen.get(i).partition().blockCount() == blocks) {
          int target = mostFrequentFiner(seen, i);
          if (target >= 0) {
            weight[target] += weight[i];
          } else {
            open.add(i);
          }
        }
      }
    }
    open.sort((a, b) -> weight[a] != weight[b] ? weight[b] - weight[a] : a - b);
    Partition chosen = seen.get(open.get(0)).partition();
    for (int next : open) {
      if (covered(seen, chosen) < cutoff - 1e-12) {
        chosen = chosen.refine(seen.get(next).partition());
      }
    }
    return chosen;
  }

  private static int mostFrequentFiner(List<Entry> seen, int coarse) {
    int target = -1;
    for (int i = 0; i < seen.size(); i++) {
      Partition finer = seen.get(i).partition();
      if (i != coarse
          && seen.get(coarse).partition().isCoarserThan(finer)
          && (target < 0 || seen.get(i).count() > seen.get(target).count())) {
        target = i;
      }
    }
    return target;
  }

  @Test
  void foldingFirstLetsARarePartitionSwallowAFrequentOne() {
    List<Entry> seen =
        List.of(new Entry(Partition.coarsest(3), 99), new Entry(Partition.finest(3), 1));
    PartitionMerger merger = merger(seen, 3);
    assertThat(merger.chosen(MergeStrategy.covering(0.9))).isEqualTo(Partition.finest(3));
    assertThat(merger.chosen(MergeStrategy.covering(0.9).withFolding(Folding.LAST)))
        .isEqualTo(Partition.coarsest(3));
    assertThat(merger.choose(MergeStrategy.mostFrequent()).coverage()).isEqualTo(0.99);
  }

  @Test
  void mostFrequentMergesNothing() {
    Partition halves = Partition.ofLabels(new int[] {0, 1, 0});
    List<Entry> seen =
        List.of(new Entry(Partition.coarsest(3), 2), new Entry(halves, 3), new Entry(halves, 0));
    ConvergencePartition choice = merger(seen, 3).choose(MergeStrategy.mostFrequent());
    assertThat(choice.partition()).isEqualTo(halves);
    assertThat(choice.mostFrequentShare()).isEqualTo(0.6);
    assertThat(choice.coverage()).isEqualTo(1);
  }

  @Property(tries = 200)
  void whatIsNotKeptCountsAllTheSame(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 9);
    List<Entry> seen = seen(random, states);
    PartitionCounts all = counts(seen, states, PartitionCounts.MOST_LABELS);
    PartitionCounts few = counts(seen, states, 2 * states);
    assertThat(few.entries()).hasSizeLessThanOrEqualTo(2);
    assertThat(few.distinct()).isEqualTo(all.distinct());
    assertThat(few.total()).isEqualTo(all.total());
    assertThat(few.seenTimes(1)).isEqualTo(all.seenTimes(1));
    for (Folding folding : Folding.values()) {
      MergeStrategy strategy = MergeStrategy.covering(1).withFolding(folding);
      ConvergencePartition choice = new PartitionMerger(few).choose(strategy);
      assertThat(choice.partition()).isEqualTo(refinement(seen));
      assertThat(choice.coverage()).isEqualTo(1);
    }
    ConvergencePartition half = new PartitionMerger(few).choose(MergeStrategy.covering(0.5));
    assertThat(half.coverage())
        .isGreaterThanOrEqualTo(0.5)
        .isLessThanOrEqualTo(covered(seen, half.partition()) + 1e-12);
  }

  @Property(tries = 300)
  void blocksAreInTheOrderOfThePlainVersion(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 12);
    List<Entry> seen = seen(random, states);
    Partition chosen = refinement(seen);
    assertThat(BlockOrder.of(chosen, seen)).containsExactly(plainOrder(chosen, seen));
  }

  private static int[] plainOrder(Partition chosen, List<Entry> seen) {
    List<Integer> order = new ArrayList<>();
    var blocks = chosen.blocks();
    while (order.size() < blocks.length) {
      int best = -1;
      long most = -1;
      for (int block = 0; block < blocks.length; block++) {
        long value = 0;
        if (order.isEmpty()) {
          value = blocks[block].size();
        } else {
          for (Entry entry : seen) {
            int in = entry.partition().blockOf(blocks[block].get(0));
            boolean apart =
                order.stream().allMatch(b -> entry.partition().blockOf(blocks[b].get(0)) != in);
            value += apart ? entry.count() : 0;
          }
        }
        if (!order.contains(block) && value > most) {
          best = block;
          most = value;
        }
      }
      order.add(best);
    }
    return order.stream().mapToInt(Integer::intValue).toArray();
  }
}
