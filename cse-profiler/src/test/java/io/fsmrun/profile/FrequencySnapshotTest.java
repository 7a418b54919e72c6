package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.state.Partition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The test of stability, and percentiles. */
class FrequencySnapshotTest {

  private static final Partition HALVES = Partition.ofLabels(new int[] {0, 1, 0});

  private static boolean agree(int before, int after) {
    PartitionCounts counts = new PartitionCounts(3);
    counts.add(HALVES, before);
    counts.addConverged(500 - before);
    FrequencySnapshot first = counts.snapshot();
    counts.add(HALVES, after);
    counts.addConverged(500 - after);
    return counts.snapshot().agreesWith(first);
  }

  @Test
  void quantilesAreThoseOfTables() {
    assertThat(FrequencySnapshot.chiSquare95(1)).isCloseTo(3.841, within(0.1));
    assertThat(FrequencySnapshot.chiSquare95(10)).isCloseTo(18.307, within(0.05));
    assertThat(FrequencySnapshot.chiSquare95(100)).isCloseTo(124.342, within(0.05));
  }

  @Test
  void likeHalvesAgreeAndUnlikeOnesDoNot() {
    assertThat(agree(100, 100)).isTrue();
    assertThat(agree(100, 110)).isTrue();
    assertThat(agree(100, 150)).isFalse();
    assertThat(agree(0, 100)).isFalse();
    assertThat(agree(0, 0)).isTrue();
  }

  @Test
  void refusesOneInTwentyOfLikeHalves() {
    SplittableRandom random = new SplittableRandom(1);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      int before = 0;
      int after = 0;
      for (int string = 0; string < 500; string++) {
        before += random.nextInt(3) == 0 ? 1 : 0;
        after += random.nextInt(3) == 0 ? 1 : 0;
      }
      refused += agree(before, after) ? 0 : 1;
    }
    assertThat(refused).isBetween(60, 140);
  }

  @Test
  void percentilesAreOfNearestRank() {
    Percentiles percentiles = new Percentiles();
    assertThat(percentiles.at(0.5)).containsExactly(0);
    for (int value = 1; value <= 10; value++) {
      percentiles.add(value);
    }
    assertThat(percentiles.at(0, 0.5, 0.51, 0.9, 0.99, 1)).containsExactly(1, 5, 6, 9, 10, 10);
  }

  @Test
  void normalDistribution() {
    assertThat(Forecast.normal(0)).isCloseTo(0.5, within(1e-4));
    assertThat(Forecast.normal(1.96)).isCloseTo(0.975, within(1e-4));
    assertThat(Forecast.normal(-1.96)).isCloseTo(0.025, within(1e-4));
  }
}
