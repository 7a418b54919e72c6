package io.fsmrun.enumerative.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.Possible;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flows of groups of the states that are left. */
class GroupFlowsTest {

  private static final List<StateSet> GROUPS = List.of(StateSet.of(1, 4), StateSet.of(2));

  private static Possible known(int state) {
    return new Possible.Known(StateSet.of(state));
  }

  /** The first group came to one state, the second to another. */
  private static SegmentOutcome outcome(StateSet... ends) {
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[ends.length];
    int never = SegmentOutcome.NEVER;
    for (int f = 0; f < ends.length; f++) {
      ReportEnds found = new ReportEnds(ReportBudget.unlimited());
      flows[f] = new SegmentOutcome.Flow(never, 0, never, -1, never, ends[f], found);
    }
    return new SegmentOutcome(0, 5, flows);
  }

  @Test
  void onlyAGroupOfOneStateIsConcrete() {
    assertThat(new GroupFlows(GROUPS, true).starts())
        .containsExactly(
            new FlowStart(StateSet.of(1, 4), false), new FlowStart(StateSet.of(2), true));
  }

  @Test
  void aStateIsSpokenForByItsGroup() {
    GroupFlows flows = new GroupFlows(GROUPS, false);
    assertThat(flows.flowsOf(StateSet.of(1))).containsExactly(0);
    assertThat(flows.flowsOf(StateSet.of(4))).containsExactly(0);
    assertThat(flows.flowsOf(StateSet.of(2))).containsExactly(1);
    assertThat(flows.flowsOf(StateSet.of(3))).isEmpty();
  }

  @Test
  void eachStateBecomesWhatItsGroupBecame() {
    GroupFlows flows = new GroupFlows(GROUPS, true);
    SegmentOutcome outcome = outcome(StateSet.of(7), StateSet.of(3));
    assertThat(flows.function(outcome).apply(known(1))).isEqualTo(known(7));
    assertThat(flows.function(outcome).apply(known(4))).isEqualTo(known(7));
    assertThat(flows.function(outcome).apply(known(2))).isEqualTo(known(3));
    assertThat(flows.function(outcome).apply(new Possible.Anything()))
        .isEqualTo(new Possible.OneOf(StateSet.of(3, 7)));
  }

  @Test
  void groupsThatDoNotForeseeAllTellNothingOfAnything() {
    GroupFlows flows = new GroupFlows(GROUPS, false);
    SegmentOutcome outcome = outcome(StateSet.of(7), StateSet.of(7));
    assertThat(flows.function(outcome).apply(new Possible.Anything()))
        .isEqualTo(new Possible.Anything());
  }

  @Test
  void refusesAStateInTwoGroups() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GroupFlows(List.of(StateSet.of(1, 2), StateSet.of(2, 3)), true))
        .withMessage("state 2 is in two groups");
  }
}
