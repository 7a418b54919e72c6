package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import org.junit.jupiter.api.Test;

/** Machine flows are live until they are equal in every component. */
class WindowActivityTest {

  private static final int NEVER = SegmentOutcome.NEVER;

  @Test
  void aMachineFlowLivesUntilTheLastComponentMergesIt() {
    WindowActivity.Collector collector = new WindowActivity.Collector();
    // Flow 1 merges into flow 0 after 3 symbols, flow 2 into flow 1 after 2.
    collector.add(outcome(flow(NEVER, -1), flow(103, 0), flow(102, 1)));
    // Flow 1 merges into flow 0 after 7 symbols; this component has no third set.
    collector.add(outcome(flow(NEVER, -1), flow(107, 0)));
    assertThat(collector.liveSymbols(10)).containsExactly(10, 7, 2);
  }

  @Test
  void aFlowThatMergesWithDifferentOnesIsLiveUntilTheyAgree() {
    WindowActivity.Collector collector = new WindowActivity.Collector();
    // Flow 2 is flow 0 here from 1 on, and flow 1 there from 2 on: as a machine flow it is neither,
    // until flow 1 is flow 0 there too, at 5.
    collector.add(outcome(flow(NEVER, -1), flow(NEVER, -1), flow(101, 0)));
    collector.add(outcome(flow(NEVER, -1), flow(105, 0), flow(102, 1)));
    assertThat(collector.liveSymbols(10)).containsExactly(10, 10, 5);
  }

  @Test
  void oneFlowIsLiveThroughout() {
    WindowActivity.Collector collector = new WindowActivity.Collector();
    assertThat(collector.liveSymbols(4)).containsExactly(4);
    collector.add(outcome(flow(NEVER, -1)));
    assertThat(collector.liveSymbols(10)).containsExactly(10);
  }

  @Test
  void anIdleFlowNeedNotBeCarriedOn() {
    WindowActivity.Collector collector = new WindowActivity.Collector();
    collector.add(outcome(flow(NEVER, -1), idle(103)));
    assertThat(collector.liveSymbols(10)).containsExactly(10, 3);
    collector.add(outcome(idle(101), flow(NEVER, -1)));
    assertThat(collector.liveSymbols(10)).containsExactly(10, 3);
    collector.add(outcome(flow(NEVER, -1), flow(107, 0)));
    assertThat(collector.liveSymbols(10)).containsExactly(10, 7);
  }

  private static SegmentOutcome.Flow idle(int idleAt) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    return new SegmentOutcome.Flow(100, NEVER, -1, idleAt, StateSet.of(0), ends);
  }

  private static SegmentOutcome outcome(SegmentOutcome.Flow... flows) {
    return new SegmentOutcome(100, 110, flows);
  }

  private static SegmentOutcome.Flow flow(int mergedAt, int mergedInto) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    return new SegmentOutcome.Flow(NEVER, mergedAt, mergedInto, NEVER, StateSet.of(0), ends);
  }
}
