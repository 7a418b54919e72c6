package io.fsmrun.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fsmrun.core.report.ReportFlags;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Ends ascend, each once, whatever order flags tell them in. */
class ReportEndsTest {

  @Property(shrinking = ShrinkingMode.OFF)
  void flagsMeanWhatTheySay(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    TreeSet<Integer> model = new TreeSet<>();
    int length = 1 + random.nextInt(40);
    int flags = 0;
    for (int position = 1; position <= length; position++) {
      flags = random.nextInt(16);
      ends.addFlags(flags, position);
      if ((flags & ReportFlags.HERE) != 0) {
        model.add(position);
      }
      if ((flags & ReportFlags.BACK) != 0) {
        model.add(position - 1);
      }
    }
    ends.addFinalFlags(flags, length);
    if ((flags & ReportFlags.FINAL_HERE) != 0) {
      model.add(length);
    }
    if ((flags & ReportFlags.FINAL_BACK) != 0) {
      model.add(length - 1);
    }
    assertThat(ends.toArray()).containsExactly(model.toArray(Integer[]::new));
    assertThat(ends.size()).isEqualTo(model.size());
  }

  @Test
  void forgetsTheLatestEnds() {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    ends.add(3);
    ends.add(8);
    ends.truncate(1);
    ends.add(5);
    assertThat(ends.toArray()).containsExactly(3, 5);
    assertThatIllegalArgumentException().isThrownBy(() -> ends.truncate(3));
    assertThatIllegalArgumentException().isThrownBy(() -> ends.truncate(-1));
  }

  @Test
  void anEarlierEndThanTheLastIsAMistake() {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    ends.add(-1);
    ends.add(5);
    ends.add(5);
    assertThatIllegalStateException().isThrownBy(() -> ends.add(4));
    assertThat(ends.toArray()).containsExactly(-1, 5);
  }

  @Test
  void takesTheLaterEndsOfAnother() {
    ReportEnds other = ends(2, 4, 6, 8);
    ReportEnds between = ends(1, 4);
    between.addFrom(other, 4);
    assertThat(between.toArray()).containsExactly(1, 4, 6, 8);
    ReportEnds gap = ends();
    gap.addFrom(other, 5);
    assertThat(gap.toArray()).containsExactly(6, 8);
    gap.addFrom(other, 9);
    gap.addFrom(ends(), 0);
    assertThat(gap.toArray()).containsExactly(6, 8);
    assertThat(gap.get(1)).isEqualTo(8);
  }

  private static ReportEnds ends(int... positions) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    for (int position : positions) {
      ends.add(position);
    }
    return ends;
  }

  @Test
  void listsShareABudget() {
    ReportBudget budget = new ReportBudget(100);
    ReportEnds a = new ReportEnds(budget);
    ReportEnds b = new ReportEnds(budget);
    assertThatExceptionOfType(ReportOverflowException.class)
        .isThrownBy(
            () -> {
              for (int end = 0; end < 60; end++) {
                a.add(end);
                b.add(end);
              }
            })
        .withMessageContaining("100");
    assertThat(a.size() + b.size()).isLessThanOrEqualTo(100);
  }

  @Test
  void aListWithinItsBudgetGrows() {
    ReportEnds ends = new ReportEnds(new ReportBudget(1024));
    for (int end = 0; end < 1000; end++) {
      ends.add(end);
    }
    assertThat(ends.size()).isEqualTo(1000);
    assertThat(ends.get(999)).isEqualTo(999);
  }
}
