package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.state.Partition;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The choice among partitions (specification, section 4). */
class PartitionCountsTest {

  private static final Partition PAIRS = Partition.ofLabels(new int[] {0, 0, 1, 1});
  private static final Partition HALVES = Partition.ofLabels(new int[] {0, 1, 0, 1});
  private static final Partition COARSEST = Partition.coarsest(4);
  private static final Partition FINEST = Partition.finest(4);

  private static PartitionCounts counts() {
    PartitionCounts counts = new PartitionCounts(4);
    counts.add(HALVES, 20);
    counts.add(PAIRS, 60);
    counts.add(COARSEST, 15);
    counts.add(FINEST, 5);
    return counts;
  }

  private static ConvergencePartition choose(PartitionCounts counts, double cutoff) {
    return new PartitionMerger(counts)
        .choose(MergeStrategy.covering(cutoff).withFolding(MergeStrategy.Folding.LAST));
  }

  @Test
  void mostFrequentPartitionAloneIfThatIsEnough() {
    ConvergencePartition choice = choose(counts(), 0.75);
    assertThat(choice.partition()).isEqualTo(PAIRS);
    assertThat(choice.mostFrequentShare()).isEqualTo(0.6);
    // What is coarser converges too.
    assertThat(choice.coverage()).isEqualTo(0.75);
    assertThat(choice.distinctPartitions()).isEqualTo(4);
  }

  @Test
  void refinesUntilTheCutOffIsReached() {
    // The refinement of pairs and halves is the finest, which covers all.
    ConvergencePartition choice = choose(counts(), 0.76);
    assertThat(choice.partition()).isEqualTo(FINEST);
    assertThat(choice.coverage()).isEqualTo(1);
  }

  @Test
  void rareFinePartitionsDoNotSwallowFrequentCoarseOnes() {
    PartitionCounts counts = new PartitionCounts(4);
    counts.add(FINEST, 1);
    counts.add(COARSEST, 99);
    assertThat(choose(counts, 0.99).partition()).isEqualTo(COARSEST);
    assertThat(choose(counts, 1).partition()).isEqualTo(FINEST);
  }

  @Test
  void amongEqualsTheFirstSeenCounts() {
    PartitionCounts counts = new PartitionCounts(4);
    counts.add(HALVES, 5);
    counts.add(PAIRS, 5);
    assertThat(choose(counts, 0.5).partition()).isEqualTo(HALVES);
  }

  @Test
  void seenZeroTimesIsNotSeen() {
    PartitionCounts counts = new PartitionCounts(4);
    counts.add(FINEST, 0);
    counts.add(COARSEST, 7);
    assertThat(choose(counts, 1).distinctPartitions()).isEqualTo(1);
  }

  @Test
  void setsThatStayApartLongestComeFirst() {
    PartitionCounts counts = new PartitionCounts(4);
    // 0 and 3 are mostly apart, 0 and 2 seldom, 0 and 1 never.
    counts.add(Partition.ofLabels(new int[] {0, 0, 0, 1}), 90);
    counts.add(Partition.ofLabels(new int[] {0, 0, 1, 2}), 10);
    ConvergencePartition choice = choose(counts, 1);
    assertThat(choice.partition().blockCount()).isEqualTo(3);
    assertThat(choice.order().toIntArray()).containsExactly(0, 2, 1);
  }

  @Property(tries = 300)
  void coverageIsTheShareOfCoarserPartitions(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(1, 12);
    double cutoff = random.number(1, 100) / 100.0;
    PartitionCounts counts = new PartitionCounts(states);
    List<Partition> strings = new ArrayList<>();
    for (int i = random.number(1, 8); i > 0; i--) {
      Partition partition = random.partition(states);
      int times = random.number(1, 9);
      counts.add(partition, times);
      IntStream.range(0, times).forEach(t -> strings.add(partition));
    }
    ConvergencePartition choice = choose(counts, cutoff);
    long coarser = strings.stream().filter(p -> p.isCoarserThan(choice.partition())).count();
    assertThat(choice.coverage())
        .isCloseTo((double) coarser / strings.size(), within(1e-12))
        .isGreaterThanOrEqualTo(cutoff - 1e-12);
    assertThat(choice.distinctPartitions()).isEqualTo(new HashSet<>(strings).size());
    assertThat(choice.order().intStream().sorted())
        .containsExactlyElementsOf(
            IntStream.range(0, choice.partition().blockCount()).boxed().toList());
  }
}
