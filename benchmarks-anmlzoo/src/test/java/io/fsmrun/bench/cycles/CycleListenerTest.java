package io.fsmrun.bench.cycles;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleBreakdown;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.ap.timing.CycleParameters;
import io.fsmrun.ap.timing.CycleTrace;
import io.fsmrun.enumerative.FlowSteps;
import io.fsmrun.enumerative.JoinActivity;
import io.fsmrun.enumerative.SegmentActivity;
import io.fsmrun.enumerative.WindowActivity;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.enumerative.segment.WindowPlan;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All that a window says of its flows is charged, piece by piece; added up by hand. */
class CycleListenerTest {

  private final List<String> lines = new ArrayList<>();
  private final CycleAccount account =
      new CycleAccount(
          CycleParameters.published().withFlows(CycleModel.published()),
          1,
          new CycleTrace(100, lines::add));
  private final CycleListener listener = new CycleListener(account, null);

  private static SegmentActivity known(int symbols) {
    return new SegmentActivity(symbols, 0, FlowSteps.one(), JoinActivity.NONE, 0, 0, false, 0);
  }

  private void hear(WindowPlan plan, SegmentActivity... segments) {
    listener.reportingTo(done -> {}).window(new WindowActivity(plan, List.of(segments)));
  }

  /**
   * The second segment looks back 3 symbols, runs 10 and joins its flow with a switch after 4,
   * saves with another after 8, decodes once, and runs the last 2 symbols again for two flows, 2 *
   * (2 + 3). Then come two evaluations, 5 symbols of replay, and 10 executed again. After it there
   * is a piece of 4 symbols, and in the next window 6 more of that.
   */
  @Test
  void everyFactOfASegmentIsCharged() {
    SegmentActivity second =
        new SegmentActivity(
            10,
            3,
            FlowSteps.one(),
            new JoinActivity(IntList.of(4, 8), IntList.of(0, 2)),
            2,
            5,
            true,
            10);
    WindowPlan plan =
        new WindowPlan.Builder(false)
            .piece(SegmentPlan.equal(0, 20, 2))
            .piece(SegmentPlan.equal(20, 24, 1))
            .build();
    hear(plan, known(10), second, known(4));
    hear(new WindowPlan.Builder(true).piece(SegmentPlan.equal(0, 6, 1)).build(), known(6));
    assertThat(account.cyclesBy())
        .isEqualTo(new CycleBreakdown(10 + 4 + 6, 6, 0, 3, 2, 1 + 10 + 5, 10));
    assertThat(account.baselineCycles()).isEqualTo(30);
    assertThat(account.idealSpeedup()).isEqualTo(2);
    assertThat(listener.machine()).isEqualTo(new MachineFigures(1, 1, 1, 1));
    assertThat(lines)
        .contains("0-3\t1\t2\tlook back 3 symbols", "47-51\t2\t1\tflow 1: symbols 0-4")
        .contains("51-57\t2\t1\tflow 1: symbols 0-6");
  }

  @Test
  void aRunWithoutUnknownStartsHasNoFlows() {
    hear(new WindowPlan.Builder(false).piece(SegmentPlan.equal(0, 6, 1)).build(), known(6));
    assertThat(listener.machine()).isEqualTo(new MachineFigures(0, 0, 0, 0));
  }
}
