package io.fsmrun.gpu.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More flows than a warp has lanes, and vectors of more words. */
@Timeout(20)
class GpuManyFlowsTest {

  private final GpuBackend backend = Backends.DEVICE;
  private final RandomAutomata random = RandomAutomata.seeded(11);

  /** More words of states than a warp has lanes; both bounds, known runs, reports. */
  @Test
  void largePositionAutomata() {
    Nfa nfa = random.nfa(4000);
    while (nfa.stateCount() < 1100) {
      nfa = random.nfa(4000);
    }
    byte[] bytes = random.input(25, nfa);
    Session session = backend.prepare(nfa).newSession();
    StateSet all = StateSet.range(0, nfa.stateCount());
    List<FlowStart> starts =
        List.of(new FlowStart(StateSet.EMPTY, true), new FlowStart(all, false));
    SegmentOutcome outcome =
        session.runFlows(bytes, 0, 25, starts, FlowChecks.ALL, ReportBudget.unlimited());
    for (int f = 0; f < 2; f++) {
      List<Integer> start = Arrays.stream(starts.get(f).states().toArray()).boxed().toList();
      assertThat(Arrays.stream(outcome.end(f).toArray()).boxed())
          .containsExactlyElementsOf(ReferenceEngine.run(nfa, start, bytes, 0, 25));
    }
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    session.runKnown(bytes, 0, 25, all, ends);
    List<Integer> states = Arrays.stream(all.toArray()).boxed().toList();
    assertThat(Arrays.stream(ends.toArray()).boxed())
        .containsExactlyElementsOf(ReferenceEngine.endsOfPiece(nfa, states, bytes, 0, 25));
  }

  /** Flows that never meet, over several steps. */
  @Test
  void flowsThatNeverMeet() {
    Dfa dfa = random.permutation(100);
    SegmentOutcome outcome = check(dfa, singles(dfa), 300, FlowChecks.ALL);
    assertThat(outcome.unmergedFlows()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void flowsOfDeterministicAutomata(boolean convergence, boolean deactivation) {
    for (int i = 0; i < 10; i++) {
      Dfa dfa = random.dfa(200);
      check(dfa, singles(dfa), 40, new FlowChecks(convergence, deactivation));
    }
  }

  private static List<FlowStart> singles(Automaton automaton) {
    List<FlowStart> starts = new ArrayList<>();
    for (int state = 0; state < automaton.stateCount(); state++) {
      starts.add(new FlowStart(StateSet.of(state), true));
    }
    return starts;
  }

  /** From nothing, and from each state: what merges into the first is deactivated. */
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void flowsOfPositionAutomata(boolean convergence, boolean deactivation) {
    for (int i = 0; i < 4; i++) {
      Nfa nfa = random.nfa(150);
      List<FlowStart> starts = singles(nfa);
      starts.add(0, new FlowStart(StateSet.EMPTY, true));
      check(nfa, starts, 30, new FlowChecks(convergence, deactivation));
    }
  }

  /** Checks states, merges and reports of known flows. */
  private SegmentOutcome check(
      Automaton automaton, List<FlowStart> starts, int length, FlowChecks checks) {
    byte[] bytes = random.input(length, automaton);
    SegmentOutcome outcome =
        backend
            .prepare(automaton)
            .newSession()
            .runFlows(bytes, 0, length, starts, checks, ReportBudget.unlimited());
    for (int f = 0; f < starts.size(); f++) {
      List<Integer> start = list(starts.get(f).states());
      assertThat(list(outcome.end(f)))
          .containsExactlyElementsOf(ReferenceEngine.run(automaton, start, bytes, 0, length));
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      outcome.collectEnds(f, ends);
      assertThat(Arrays.stream(ends.toArray()).boxed())
          .containsExactlyElementsOf(
              ReferenceEngine.endsOfPiece(automaton, start, bytes, 0, length));
      int into = outcome.ownMergedInto(f);
      if (into >= 0) {
        boolean allowed =
            !automaton.isDeterministic() && into == 0
                ? checks.deactivation()
                : checks.convergence();
        assertThat(allowed).as("flow %d merged into %d", f, into).isTrue();
        int at = outcome.ownMergedAt(f);
        SortedSet<Integer> other =
            ReferenceEngine.run(automaton, list(starts.get(into).states()), bytes, 0, at);
        assertThat(ReferenceEngine.run(automaton, start, bytes, 0, at)).isEqualTo(other);
      }
    }
    return outcome;
  }

  private static List<Integer> list(StateSet states) {
    return Arrays.stream(states.toArray()).boxed().toList();
  }
}
