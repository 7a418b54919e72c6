package io.fsmrun.enumerative.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import org.junit.jupiter.api.Test;

/** Classic enumeration: which flows, and which checks. */
class StateEnumerationTest {

  @Test
  void carriesEveryStateOfADfa() throws InterruptedException {
    PlanRecorder recorder = new PlanRecorder(new StateEnumeration(2));
    recorder.scan(PlanRecorder.rules(Machines.matcher()), "aabaab");
    assertThat(recorder.startsAt(3))
        .containsExactly(StateSet.of(0), StateSet.of(1), StateSet.of(2), StateSet.of(3));
  }

  @Test
  void carriesEveryStateOfAnNfaButItsStart() throws InterruptedException {
    PlanRecorder recorder = new PlanRecorder(new StateEnumeration(2));
    recorder.scan(PlanRecorder.rules(Machines.network()), "abab");
    assertThat(recorder.startsAt(2))
        .containsExactly(
            StateSet.EMPTY,
            StateSet.of(1),
            StateSet.of(2),
            StateSet.of(3),
            StateSet.of(4),
            StateSet.of(5),
            StateSet.of(6));
  }

  @Test
  void mergesButDoesNotDeactivateUnlessAsked() {
    assertThat(new StateEnumeration(3).checks()).isEqualTo(new FlowChecks(true, false));
    assertThat(new StateEnumeration(3, FlowChecks.ALL).checks()).isEqualTo(FlowChecks.ALL);
    assertThat(new StateEnumeration(3).sharing()).isEqualTo(Sharing.CONNECTED_COMPONENTS);
    assertThat(new StateEnumeration(3).name()).isEqualTo("enumerative");
  }

  @Test
  void cutsEqually() {
    assertThat(new StateEnumeration(4).cut(new byte[8], 0, 8).start(3)).isEqualTo(6);
    assertThatIllegalArgumentException().isThrownBy(() -> new StateEnumeration(0));
  }
}
