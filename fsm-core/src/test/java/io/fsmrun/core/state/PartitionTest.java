package io.fsmrun.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Partitions form a lattice; refinement is its meet. */
class PartitionTest {

  private static final int STATES = 9;

  @Provide
  Arbitrary<Partition> partitions() {
    return Arbitraries.integers()
        .between(-2, 4)
        .array(int[].class)
        .ofSize(STATES)
        .map(Partition::ofLabels);
  }

  @Property
  void refinementKeepsTogetherWhatBothDo(
      @ForAll("partitions") Partition a, @ForAll("partitions") Partition b) {
    Partition refined = a.refine(b);
    for (int s = 0; s < STATES; s++) {
      for (int t = 0; t < STATES; t++) {
        boolean together = together(a, s, t) && together(b, s, t);
        assertThat(together(refined, s, t)).isEqualTo(together);
      }
    }
  }

  private static boolean together(Partition p, int s, int t) {
    return p.blockOf(s) == p.blockOf(t);
  }

  @Property
  void refinementCommutesAssociatesAndIsIdempotent(
      @ForAll("partitions") Partition a,
      @ForAll("partitions") Partition b,
      @ForAll("partitions") Partition c) {
    assertThat(a.refine(b)).isEqualTo(b.refine(a)).hasSameHashCodeAs(b.refine(a));
    assertThat(a.refine(b).refine(c)).isEqualTo(a.refine(b.refine(c)));
    assertThat(a.refine(a)).isEqualTo(a);
    assertThat(a.refine(Partition.coarsest(STATES))).isEqualTo(a);
    assertThat(a.refine(Partition.finest(STATES))).isEqualTo(Partition.finest(STATES));
  }

  @Property
  void coarserIsAnOrderAndRefinementItsMeet(
      @ForAll("partitions") Partition a,
      @ForAll("partitions") Partition b,
      @ForAll("partitions") Partition c) {
    assertThat(a.isCoarserThan(a)).isTrue();
    assertThat(Partition.coarsest(STATES).isCoarserThan(a)).isTrue();
    assertThat(a.isCoarserThan(Partition.finest(STATES))).isTrue();
    assertThat(a.isCoarserThan(b)).isEqualTo(a.refine(b).equals(b));
    assertThat(a.isCoarserThan(b) && b.isCoarserThan(a)).isEqualTo(a.equals(b));
    assertThat(a.isCoarserThan(a.refine(b))).isTrue();
    if (a.isCoarserThan(c) && b.isCoarserThan(c)) {
      assertThat(a.refine(b).isCoarserThan(c)).isTrue();
    }
    Partition below = a.refine(b).refine(c);
    assertThat(a.isCoarserThan(below) && b.isCoarserThan(below)).isTrue();
  }

  @Property
  void blocksDivideTheStatesInTheOrderOfTheirLowest(@ForAll("partitions") Partition a) {
    StateSet[] blocks = a.blocks();
    assertThat(blocks).hasSize(a.blockCount());
    StateSet all = StateSet.EMPTY;
    int size = 0;
    int previousLowest = -1;
    for (int b = 0; b < blocks.length; b++) {
      assertThat(blocks[b].get(0)).isGreaterThan(previousLowest);
      previousLowest = blocks[b].get(0);
      for (int state : blocks[b].toArray()) {
        assertThat(a.blockOf(state)).isEqualTo(b);
      }
      all = all.union(blocks[b]);
      size += blocks[b].size();
    }
    assertThat(size).isEqualTo(STATES);
    assertThat(all).isEqualTo(StateSet.range(0, STATES));
  }

  @Test
  void labelsDoNotMatterBlocksDo() {
    Partition a = Partition.ofLabels(new int[] {5, -1, 5, 7});
    assertThat(a).isEqualTo(Partition.ofLabels(new int[] {0, 1, 0, 2}));
    assertThat(a).isNotEqualTo(Partition.ofLabels(new int[] {0, 1, 1, 2}));
    assertThat(a.blockCount()).isEqualTo(3);
    assertThat(a.stateCount()).isEqualTo(4);
    assertThat(a).hasToString("[[0, 2], [1], [3]]");
  }

  @Test
  void handlesManyBlocks() {
    int states = 100_000;
    int[] labels = new int[states];
    SplittableRandom random = new SplittableRandom(7);
    Arrays.setAll(labels, i -> random.nextInt(1000));
    Partition a = Partition.ofLabels(labels);
    assertThat(a.refine(Partition.finest(states)).blockCount()).isEqualTo(states);
    assertThat(a.refine(a)).isEqualTo(a);
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThatIllegalArgumentException().isThrownBy(() -> Partition.ofLabels(new int[0]));
    Partition two = Partition.coarsest(2);
    Partition three = Partition.coarsest(3);
    assertThatIllegalArgumentException().isThrownBy(() -> two.refine(three));
    assertThatIllegalArgumentException().isThrownBy(() -> two.isCoarserThan(three));
  }
}
