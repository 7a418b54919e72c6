package io.fsmrun.gpu.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.MarkedRun;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments long enough to be cut on the device: states that meet there, report, settle. */
@Timeout(60)
class GpuTailTest {

  private final Random numbers = new Random(3);
  private final RandomAutomata random = RandomAutomata.seeded(17);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void setsOfStates(boolean small) {
    for (int i = 0; i < 25; i++) {
      Dfa dfa = i % 5 == 0 ? random.permutation(2 + i / 3) : random.dfa(2 + i);
      check(small ? Backends.SMALL : Backends.DEVICE, dfa, partition(dfa), 300 + 130 * i);
    }
  }

  /** Puts states in groups by chance. */
  private List<FlowStart> partition(Dfa dfa) {
    int groups = 1 + numbers.nextInt(dfa.stateCount());
    List<List<Integer>> members = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      members.add(new ArrayList<>());
    }
    for (int state = 0; state < dfa.stateCount(); state++) {
      members.get(numbers.nextInt(groups)).add(state);
    }
    return members.stream().filter(group -> !group.isEmpty()).map(GpuTailTest::start).toList();
  }

  private static FlowStart start(List<Integer> states) {
    StateSet set = StateSet.of(states.stream().mapToInt(Integer::intValue).toArray());
    return new FlowStart(set, set.size() == 1);
  }

  private void check(GpuBackend backend, Dfa dfa, List<FlowStart> starts, int length) {
    byte[] bytes = random.input(length, dfa);
    SegmentOutcome outcome =
        backend
            .prepare(dfa)
            .newSession()
            .runFlows(bytes, 0, length, starts, FlowChecks.ALL, ReportBudget.unlimited());
    for (int f = 0; f < starts.size(); f++) {
      List<Integer> states = list(starts.get(f).states());
      assertThat(list(outcome.end(f)))
          .containsExactlyElementsOf(ReferenceEngine.run(dfa, states, bytes, 0, length));
      for (int state : states) {
        if (outcome.concreteAt(f) != SegmentOutcome.NEVER) {
          checkReports(dfa, state, bytes, outcome, f);
        }
      }
    }
  }

  /** What was replayed and what was found make what the state reports. */
  private static void checkReports(
      Dfa dfa, int state, byte[] bytes, SegmentOutcome outcome, int flow) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    int until = outcome.replayUntil(flow);
    assertThat(until).isLessThanOrEqualTo(outcome.concreteAt(flow));
    ReferenceEngine.endsOfPiece(dfa, List.of(state), bytes, 0, until).forEach(ends::add);
    outcome.collectEnds(flow, ends);
    assertThat(Arrays.stream(ends.toArray()).boxed())
        .containsExactlyElementsOf(
            ReferenceEngine.endsOfPiece(dfa, List.of(state), bytes, 0, bytes.length));
  }

  private static List<Integer> list(StateSet states) {
    return Arrays.stream(states.toArray()).boxed().toList();
  }

  /** What is read off between two marks is what a call of its own would have said. */
  @Test
  void statesOverMarks() {
    for (int i = 0; i < 40; i++) {
      Dfa dfa = i % 8 == 0 ? random.permutation(8) : random.dfa(3 + i);
      int length = 200 + 60 * i;
      byte[] bytes = random.input(length, dfa);
      int[] marks = marks(length);
      Session session = Backends.DEVICE.prepare(dfa).newSession();
      List<FlowStart> starts = firstStates(Math.min(8, dfa.stateCount()));
      MarkedRun run =
          session.beginMarked(bytes, marks, starts, FlowChecks.ALL, ReportBudget.unlimited());
      for (int m = 0; m + 1 < marks.length; ) {
        int next = Math.min(marks.length - 1, m + 1 + numbers.nextInt(3));
        SegmentOutcome outcome = run.between(m, next, starts);
        checkStretch(dfa, bytes, starts, outcome, marks[m], marks[next]);
        starts = left(outcome);
        m = next;
      }
    }
  }

  private int[] marks(int length) {
    TreeSet<Integer> marks = new TreeSet<>(List.of(7, length));
    for (int k = 0; k < 12; k++) {
      marks.add(7 + numbers.nextInt(k < 4 ? 30 : length - 7));
    }
    return marks.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<FlowStart> firstStates(int count) {
    List<FlowStart> starts = new ArrayList<>();
    for (int state = 0; state < count; state++) {
      starts.add(start(List.of(state)));
    }
    return starts;
  }

  private static List<FlowStart> left(SegmentOutcome outcome) {
    TreeSet<Integer> states = new TreeSet<>();
    for (int f = 0; f < outcome.flowCount(); f++) {
      states.add(outcome.end(f).get(0));
    }
    return states.stream().map(state -> start(List.of(state))).toList();
  }

  private static void checkStretch(
      Dfa dfa, byte[] bytes, List<FlowStart> starts, SegmentOutcome outcome, int from, int to) {
    assertThat(outcome.from()).isEqualTo(from);
    assertThat(outcome.to()).isEqualTo(to);
    for (int f = 0; f < starts.size(); f++) {
      List<Integer> state = list(starts.get(f).states());
      assertThat(list(outcome.end(f)))
          .containsExactlyElementsOf(ReferenceEngine.run(dfa, state, bytes, from, to));
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      outcome.collectEnds(f, ends);
      assertThat(Arrays.stream(ends.toArray()).boxed())
          .containsExactlyElementsOf(ReferenceEngine.endsOfPiece(dfa, state, bytes, from, to));
      int into = outcome.ownMergedInto(f);
      if (into >= 0) {
        assertThat(into).isLessThan(f);
        int at = outcome.ownMergedAt(f);
        assertThat(ReferenceEngine.run(dfa, state, bytes, from, at))
            .isEqualTo(ReferenceEngine.run(dfa, list(starts.get(into).states()), bytes, from, at));
      }
    }
  }

  /** A set and its states, in one launch however long the segment is. */
  @Test
  void aCallTakesOneLaunch() {
    WatchedDevice device = new WatchedDevice(new SimtDevice());
    GpuBackend backend = new GpuBackend(device, GpuOptions.defaults().withHostSymbols(0));
    Dfa dfa = random.dfa(12);
    check(backend, dfa, List.of(new FlowStart(StateSet.range(0, dfa.stateCount()), false)), 5000);
    assertThat(device.launches()).isEqualTo(1);
  }
}
