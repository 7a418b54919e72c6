package io.fsmrun.enumerative.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.FlowPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looking back, with and without a prediction. */
class LookBackEnumerationTest {

  private static FlowPlan planOf(Strategy strategy, String input) throws InterruptedException {
    PlanRecorder recorder = new PlanRecorder(strategy);
    recorder.scan(PlanRecorder.rules(Machines.matcher()), input);
    return recorder.planAt(input.length() / 2);
  }

  private static String states(FlowPlan plan) {
    StringBuilder text = new StringBuilder();
    for (var start : plan.starts()) {
      text.append(start.states().get(0));
      assertThat(start.states().size()).isEqualTo(1);
      assertThat(start.known()).isTrue();
    }
    return text.toString();
  }

  /** The matcher of {@code aab} forgets all but what may be the beginning of a match. */
  @ParameterizedTest
  @CsvSource({
    "0, 0123", "1, 12", "2, 2", "3, 2", "4, 2", "9, 2",
  })
  void leavesTheStatesThatSurvive(int symbols, String survivors) throws InterruptedException {
    assertThat(states(planOf(new LookBackEnumeration(2, symbols), "bbaabbbb")))
        .isEqualTo(survivors);
  }

  @Test
  void looksNoFartherThanTheStartOfTheInput() throws InterruptedException {
    assertThat(states(planOf(new LookBackEnumeration(2, 100), "ab"))).isEqualTo("12");
  }

  /**
   * After {@code ab}, the always-enabled states and what follows from the {@code a} are certain.
   * The {@code b} may also have followed another, before which states 2 was active.
   */
  @Test
  void knowsWhatIsCertainlyActiveInAnNfa() throws InterruptedException {
    PlanRecorder one = new PlanRecorder(new LookBackEnumeration(2, 1));
    one.scan(PlanRecorder.rules(Machines.network()), "abab");
    assertThat(one.startsAt(2))
        .containsExactly(
            StateSet.of(5),
            StateSet.of(2, 5),
            StateSet.of(3, 5),
            StateSet.of(4, 5),
            StateSet.of(5, 6));
    PlanRecorder two = new PlanRecorder(new LookBackEnumeration(2, 2));
    two.scan(PlanRecorder.rules(Machines.network()), "abab");
    assertThat(two.startsAt(2)).containsExactly(StateSet.of(2, 3, 5));
  }

  @Test
  void startsOfNfasAreNeverCarried() throws InterruptedException {
    PlanRecorder recorder = new PlanRecorder(new LookBackEnumeration(2, 0));
    recorder.scan(PlanRecorder.rules(Machines.network()), "abab");
    assertThat(recorder.startsAt(2)).hasSize(7).doesNotContain(StateSet.of(0));
    assertThat(
            new SpeculativeEnumeration(2, 0, 1, (c, s) -> 1, FlowChecks.ALL)
                .mispredictions()
                .rate())
        .isZero();
  }

  @Test
  void speculationCarriesTheLikeliestSurvivors() throws InterruptedException {
    double[] weights = {0.1, 0.4, 0.2, 0.3};
    assertThat(states(planOf(speculative(0, 1, weights), "bbbb"))).isEqualTo("1");
    assertThat(states(planOf(speculative(0, 2, weights), "bbbb"))).isEqualTo("13");
    assertThat(states(planOf(speculative(0, 3, weights), "bbbb"))).isEqualTo("123");
    assertThat(states(planOf(speculative(0, 4, weights), "bbbb"))).isEqualTo("0123");
    assertThat(states(planOf(speculative(1, 1, weights), "bbbb"))).isEqualTo("3");
    assertThat(states(planOf(speculative(1, 1, new double[4]), "bbbb"))).isEqualTo("0");
  }

  private static SpeculativeEnumeration speculative(int symbols, int candidates, double[] weights) {
    return new SpeculativeEnumeration(
        2, symbols, candidates, (component, state) -> weights[state], FlowChecks.ALL);
  }

  /** State 2 is the true one, but state 1 is thought likelier. */
  @Test
  void aWrongPredictionIsSeenAndChangesNoReport() throws InterruptedException {
    SpeculativeEnumeration strategy = speculative(1, 1, new double[] {0, 9, 1, 0});
    PlanRecorder recorder = new PlanRecorder(strategy);
    assertThat(recorder.scan(PlanRecorder.rules(Machines.matcher()), "baabaa"))
        .containsExactly(new Report(1, 4));
    FlowPlan plan = recorder.planAt(3);
    assertThat(states(plan)).isEqualTo("1");
    assertThat(plan.flowsOf(StateSet.of(2))).isEqualTo(FlowPlan.NONE);
    assertThat(plan.flowsOf(StateSet.of(1))).containsExactly(0);
  }

  @Test
  void countsMispredictions() {
    SpeculativeEnumeration strategy = speculative(1, 1, new double[4]);
    assertThat(strategy.mispredictions()).isEqualTo(new Mispredictions(0, 0));
    strategy.started(0, true);
    strategy.started(0, false);
    strategy.started(1, true);
    strategy.started(2, true);
    assertThat(strategy.mispredictions()).isEqualTo(new Mispredictions(4, 1));
    assertThat(strategy.mispredictions().rate()).isEqualTo(0.25);
  }

  @Test
  void bothAreLookBackEnumeration() {
    assertThat(new LookBackEnumeration(2, 1).name()).isEqualTo("lbe");
    assertThat(speculative(1, 1, new double[4]).name()).isEqualTo("lbe");
    assertThat(new LookBackEnumeration(2, 1).checks()).isEqualTo(FlowChecks.ALL);
    assertThat(new LookBackEnumeration(4, 1).cut(new byte[8], 0, 8).start(1)).isEqualTo(2);
  }

  @Test
  void refusesNonsense() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LookBackEnumeration(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new LookBackEnumeration(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> speculative(-1, 1, new double[4]));
    assertThatIllegalArgumentException().isThrownBy(() -> speculative(1, 0, new double[4]));
  }
}
