package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Flows that are joined and planned anew on the way report what a sequential run reports. */
class JoinExactnessTest {

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void joinedFlowsReportWhatTheReferenceReports(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, random.chance(0.3) ? 40 : 12);
    byte[] input = random.input(random.number(0, random.chance(0.2) ? 700 : 60), rules);
    FlowChecks checks = new FlowChecks(random.chance(0.7), random.chance(0.7));
    int segments = random.number(1, 12);
    ConvergenceSetEnumeration strategy =
        new ConvergenceSetEnumeration(
            flows(random, rules), segments, checks, new Sharing(true, random.number(1, 9)));
    ReexecutionLevel level = List.of(ReexecutionLevel.values()).get(random.number(0, 2));
    RunOptions options =
        new RunOptions(random.number(1, 3), random.number(20, 800), 1 << 20)
            .withReexecution(level)
            .withReplay(random.chance(0.7) ? PrefixReplay.AS_NEEDED : PrefixReplay.WHOLE)
            .withCheckInterval(random.number(1, 5));
    new Replay("join", seed)
        .with(rules)
        .with("input", input)
        .with("options", options)
        .check(
            () -> {
              List<Report> reports = new ArrayList<>();
              List<WindowActivity> windows = new ArrayList<>();
              scan(rules, strategy, options, input, reports, windows);
              assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
              windows.forEach(JoinExactnessTest::checkActivity);
            });
  }

  private static void checkActivity(WindowActivity window) {
    for (SegmentActivity segment : window.segments()) {
      JoinActivity join = segment.join();
      int before = 0;
      for (int at : join.checkpoints()) {
        assertThat(at).isGreaterThan(before).isLessThan(segment.length());
        before = at;
      }
      assertThat(segment.reexecuted()).isBetween(0, segment.length());
    }
  }

  private static List<FlowPlan> flows(RandomAutomata random, RuleSet rules) {
    List<FlowPlan> flows = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      flows.add(
          component.automaton().isDeterministic()
              ? new ConvergenceSetFlows(random.partition(states))
              : new BracketFlows(states));
    }
    return flows;
  }

  private static RunStatistics scan(
      RuleSet rules,
      ConvergenceSetEnumeration strategy,
      RunOptions options,
      byte[] input,
      List<Report> reports,
      List<WindowActivity> windows)
      throws InterruptedException {
    RunListener listener =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            windows.add(activity);
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            strategy,
            options,
            (rule, end) -> reports.add(new Report(rule, end)),
            listener);
    scan.write(input, 0, input.length);
    return scan.finish();
  }

  // ---- by hand ----

  /** {@code k} keeps both states, {@code s} swaps them, {@code r} leads both to state 0. */
  private static RuleSet keepSwapReset() {
    int[] labels = new int[256];
    labels['r'] = 1;
    labels['s'] = 2;
    char[] table = {0, 0, 1, 1, 0, 0};
    Dfa dfa = new Dfa(SymbolClasses.ofLabels(labels), table, new byte[] {0, 1}, 0);
    return new RuleSet(List.of(new RuleSet.Component(1, dfa)));
  }

  /**
   * One set of two states that never meet, joined after 2 of 8 symbols. The set is split there, so
   * only 2 symbols of each segment are executed again. The states may swap, and state 1 reports, so
   * each interval (2 to 4, 4 to 8) is run again for one flow to tell the states, and once for whose
   * the reports are.
   */
  @Test
  void aSetThatDivergedIsSplitWhereFlowsAreJoined() throws Exception {
    byte[] input = "ksksksksksksksksksksksks".getBytes(StandardCharsets.US_ASCII);
    RuleSet rules = keepSwapReset();
    List<Report> reports = new ArrayList<>();
    List<WindowActivity> windows = new ArrayList<>();
    ConvergenceSetEnumeration strategy =
        new ConvergenceSetEnumeration(
            List.of(new ConvergenceSetFlows(Partition.coarsest(2))),
            3,
            FlowChecks.ALL,
            new Sharing(true, 2));
    RunStatistics statistics =
        scan(rules, strategy, new RunOptions(1, 100, 1000), input, reports, windows);
    assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(statistics.reexecutedSegments()).isEqualTo(2);
    assertThat(statistics.reexecutedSymbols()).isEqualTo(4);
    assertThat(statistics.r0Max()).isEqualTo(1);
    assertThat(statistics.rtMax()).isEqualTo(2);
    SegmentActivity second = windows.getFirst().segments().get(1);
    assertThat(second.flows().first()).isEqualTo(1);
    assertThat(second.join().checkpoints().toIntArray()).containsExactly(2, 4);
    assertThat(second.join().flowsAgain().toIntArray()).containsExactly(2, 2);
    assertThat(second.reexecuted()).isEqualTo(2);
  }

  /** Where flows are joined, all that may be active must be among them. */
  @Test
  void flowsThatDoNotForeseeEveryStartAreNotJoined() {
    FlowPlan one = new StateFlows(StateSet.of(1), false);
    ConvergenceSetEnumeration strategy =
        new ConvergenceSetEnumeration(List.of(one), 2, FlowChecks.ALL, new Sharing(true, 1));
    byte[] input = "ksksks".getBytes(StandardCharsets.US_ASCII);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                scan(
                    keepSwapReset(),
                    strategy,
                    new RunOptions(1, 100, 1000),
                    input,
                    new ArrayList<>(),
                    new ArrayList<>()))
        .withMessageContaining("foresee every start");
  }

  /** After the reset one flow is left, and nothing is run again. */
  @Test
  void convergedFlowsNeedNoDecoding() throws Exception {
    RuleSet rules = keepSwapReset();
    List<WindowActivity> windows = new ArrayList<>();
    ConvergenceSetEnumeration strategy =
        new ConvergenceSetEnumeration(
            List.of(new ConvergenceSetFlows(Partition.coarsest(2))),
            2,
            FlowChecks.ALL,
            new Sharing(true, 1));
    List<Report> reports = new ArrayList<>();
    byte[] resets = "rrrrrrrrrrrr".getBytes(StandardCharsets.US_ASCII);
    RunStatistics statistics =
        scan(rules, strategy, new RunOptions(1, 100, 1000), resets, reports, windows);
    assertThat(statistics.reexecutedSymbols()).isZero();
    assertThat(windows.getFirst().segments().get(1).join().flowsAgain().toIntArray())
        .containsOnly(0);
  }
}
