package io.fsmrun.enumerative.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Segments cover a piece without gaps. */
class SegmentPlanTest {

  @Property
  void equalSegmentsCoverThePieceAndDifferByOneAtMost(
      @ForAll @IntRange(max = 1000) int from,
      @ForAll @IntRange(max = 300) int length,
      @ForAll @IntRange(min = 1, max = 40) int segments) {
    SegmentPlan plan = SegmentPlan.equal(from, from + length, segments);
    assertThat(plan.count()).isEqualTo(Math.max(1, Math.min(segments, length)));
    assertThat(plan.start(0)).isEqualTo(from);
    assertThat(plan.end(plan.count() - 1)).isEqualTo(from + length);
    for (int s = 0; s < plan.count(); s++) {
      int size = plan.end(s) - plan.start(s);
      assertThat(size).isBetween(length / plan.count(), (length + plan.count() - 1) / plan.count());
      if (s > 0) {
        assertThat(plan.start(s)).isEqualTo(plan.end(s - 1));
      }
    }
  }

  @Test
  void cutsTheLargestPieceWithoutOverflow() {
    SegmentPlan plan = SegmentPlan.equal(0, Integer.MAX_VALUE, 1000);
    assertThat(plan.end(999)).isEqualTo(Integer.MAX_VALUE);
    assertThat(plan.start(999)).isBetween(2_145_000_000, 2_145_500_000);
  }

  @Test
  void cutsAtGivenPositions() {
    int[] bounds = {3, 4, 9};
    SegmentPlan plan = SegmentPlan.at(bounds);
    bounds[1] = 7;
    assertThat(plan.count()).isEqualTo(2);
    assertThat(plan.end(0)).isEqualTo(4);
    assertThat(plan.start(1)).isEqualTo(4);
    assertThat(plan.end(1)).isEqualTo(9);
  }

  @Test
  void anEmptyPieceIsOneEmptySegment() {
    assertThat(SegmentPlan.at(5, 5).count()).isEqualTo(1);
    assertThat(SegmentPlan.equal(5, 5, 3).count()).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoPlan() {
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.at());
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.at(1));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.at(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.at(1, 2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.at(1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.equal(0, 10, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentPlan.equal(1, 0, 2));
  }
}
