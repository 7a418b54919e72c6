package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Machine flows are live until they are equal in every component. */
class MachineFlowsTest {

  private static final int NEVER = SegmentOutcome.NEVER;

  @Test
  void aMachineFlowLivesUntilTheLastComponentMergesIt() {
    MachineFlows flows = new MachineFlows(1, true);
    // Flow 1 merges into flow 0 after 3 symbols, flow 2 into flow 1 after 2 and so into flow 0
    // after 3.
    flows.add(0, outcome(flow(NEVER, -1), flow(103, 0), flow(102, 1)));
    // Flow 1 merges into flow 0 after 7 symbols; this component has no third flow, and carries a
    // copy of flow 0.
    flows.add(1, outcome(flow(NEVER, -1), flow(107, 0)));
    assertThat(steps(flows, 10)).containsExactly("0:3", "3:2", "7:1");
  }

  @Test
  void aFlowThatMergesWithDifferentOnesIsLiveUntilTheyAgree() {
    MachineFlows flows = new MachineFlows(1, true);
    // Flow 2 is flow 0 here from 1 on, and flow 1 there from 2 on: as a machine flow it is neither,
    // until flow 1 is flow 0 there too, at 5.
    flows.add(0, outcome(flow(NEVER, -1), flow(NEVER, -1), flow(101, 0)));
    flows.add(1, outcome(flow(NEVER, -1), flow(105, 0), flow(102, 1)));
    assertThat(steps(flows, 10)).containsExactly("0:3", "5:2");
  }

  @Test
  void oneFlowIsLiveThroughout() {
    MachineFlows flows = new MachineFlows(1, true);
    assertThat(steps(flows, 4)).containsExactly("0:1");
    flows.add(0, outcome(flow(NEVER, -1)));
    assertThat(steps(flows, 10)).containsExactly("0:1");
  }

  @Test
  void anIdleFlowNeedNotBeCarriedOn() {
    MachineFlows flows = new MachineFlows(1, true);
    flows.add(0, outcome(flow(NEVER, -1), idle(103)));
    assertThat(steps(flows, 10)).containsExactly("0:2", "3:1");
    flows.add(1, outcome(idle(101), flow(NEVER, -1)));
    assertThat(steps(flows, 10)).containsExactly("0:2");
  }

  @Test
  void aFlowIsLetGoOfAtTheNextCheck() {
    MachineFlows flows = new MachineFlows(4, true);
    flows.add(0, outcome(flow(NEVER, -1), flow(103, 0), flow(104, 0), flow(105, 0)));
    assertThat(steps(flows, 10)).containsExactly("0:4", "4:2", "8:1");
  }

  @Test
  void componentsThatDoNotShareAddUp() {
    MachineFlows flows = new MachineFlows(1, false);
    flows.add(0, outcome(flow(NEVER, -1), flow(103, 0), flow(102, 1)));
    flows.add(1, outcome(flow(NEVER, -1), flow(107, 0)));
    assertThat(steps(flows, 10)).containsExactly("0:5", "2:4", "3:3", "7:2");
  }

  private static List<String> steps(MachineFlows flows, int length) {
    FlowSteps steps = flows.steps(length);
    List<String> list = new ArrayList<>();
    for (int i = 0; i < steps.count(); i++) {
      list.add(steps.position(i) + ":" + steps.flows(i));
    }
    return list;
  }

  private static SegmentOutcome.Flow idle(int idleAt) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    return new SegmentOutcome.Flow(100, 0, NEVER, -1, idleAt, StateSet.of(0), ends);
  }

  private static SegmentOutcome outcome(SegmentOutcome.Flow... flows) {
    return new SegmentOutcome(100, 110, flows);
  }

  private static SegmentOutcome.Flow flow(int mergedAt, int mergedInto) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    return new SegmentOutcome.Flow(NEVER, 0, mergedAt, mergedInto, NEVER, StateSet.of(0), ends);
  }
}
