package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.testkit.NaiveBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is gathered of segments whose flows were joined after two symbols; worked out by hand. */
class JoinedFactsTest {

  /** {@code k} keeps all states, {@code s} goes on to the next, {@code r} leads to state 0. */
  private static Dfa ring(int states) {
    return ring(states, ReportFlags.HERE);
  }

  private static Dfa ring(int states, int flagsOfLast) {
    int[] labels = new int[256];
    labels['r'] = 1;
    labels['s'] = 2;
    char[] table = new char[states * 3];
    for (int state = 0; state < states; state++) {
      table[state * 3] = (char) state;
      table[state * 3 + 2] = (char) ((state + 1) % states);
    }
    byte[] flags = new byte[states];
    flags[states - 1] = (byte) flagsOfLast;
    return new Dfa(SymbolClasses.ofLabels(labels), table, flags, 0);
  }

  private static Automaton everReporting() {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(SymbolSet.ALL);
    builder.addEdge(0, state);
    builder.addEdge(state, state);
    builder.addFlags(state, ReportFlags.HERE);
    return builder.build();
  }

  private static List<SegmentActivity> segments(int count, String input, Automaton... automata)
      throws InterruptedException {
    List<FlowPlan> flows = new ArrayList<>();
    for (Automaton automaton : automata) {
      int states = automaton.stateCount();
      flows.add(
          automaton.isDeterministic()
              ? new ConvergenceSetFlows(Partition.coarsest(states))
              : new BracketFlows(states));
    }
    return segments(count, input, flows, automata);
  }

  private static List<SegmentActivity> segments(
      int count, String input, List<FlowPlan> flows, Automaton... automata)
      throws InterruptedException {
    return segments(new RunOptions(1, 1000, 1000), count, input, flows, automata);
  }

  private static List<SegmentActivity> segments(
      RunOptions options, int count, String input, List<FlowPlan> flows, Automaton... automata)
      throws InterruptedException {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    List<SegmentActivity> found = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            found.addAll(activity.segments());
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(new RuleSet(components), new NaiveBackend()),
            new ConvergenceSetEnumeration(flows, count, FlowChecks.ALL, new Sharing(true, 2)),
            options,
            (rule, end) -> {},
            listener);
    byte[] bytes = input.getBytes(StandardCharsets.US_ASCII);
    scan.write(bytes, 0, bytes.length);
    scan.finish();
    return found;
  }

  /**
   * A flow from nothing and one from the state that stays active never meet. The second is the
   * joined mask; the first is run again.
   */
  @Test
  void theLeastOfAPositionAutomatonIsRunAgain() throws Exception {
    SegmentActivity second = segments(2, "k".repeat(24), everReporting()).get(1);
    assertThat(second.join().checkpoints().toIntArray()).containsExactly(2, 4, 8);
    assertThat(second.join().flowsAgain().toIntArray()).containsExactly(1, 1, 1);
  }

  /** Components run again together: the one that needs most counts, whichever it is. */
  @Test
  void theComponentThatNeedsMostCounts() throws Exception {
    int[] first =
        segments(2, "s".repeat(16), ring(2), ring(1)).get(1).join().flowsAgain().toIntArray();
    int[] last =
        segments(2, "s".repeat(16), ring(1), ring(2)).get(1).join().flowsAgain().toIntArray();
    assertThat(first).containsExactly(2, 2).isEqualTo(last);
  }

  /**
   * Ten states are too many to be enumerated, and stay together until the reset. One of them
   * reports until then: three symbols are replayed.
   */
  @Test
  void theReplaysOfAllPartsCount() throws Exception {
    List<SegmentActivity> found = segments(3, "kkkkkkkk" + "kkkrkkkk" + "kkkrkkkk", ring(10));
    for (SegmentActivity segment : found.subList(1, 3)) {
      assertThat(segment.replayed()).isEqualTo(3);
      assertThat(segment.replayWaited()).isFalse();
      assertThat(segment.reexecuted()).isZero();
    }
  }

  @Test
  void aReplayWaitsWhereTheSegmentBeforeHasNoKnownEnd() throws Exception {
    List<SegmentActivity> found = segments(3, "kkkkkkkk" + "kkkkkkkk" + "kkkrkkkk", ring(10));
    assertThat(found.get(1).replayed()).isEqualTo(8);
    assertThat(found.get(1).replayWaited()).isFalse();
    assertThat(found.get(2).replayed()).isEqualTo(3);
    assertThat(found.get(2).replayWaited()).isTrue();
  }

  @Test
  void allPartsThatAreExecutedAgainCount() throws Exception {
    List<SegmentActivity> found = segments(2, "ssssssss" + "ssssssss", ring(10));
    assertThat(found.get(1).reexecuted()).isEqualTo(8);
    // One set is one flow: nothing more is saved once it is known that no other is left.
    assertThat(found.get(1).join().flowsAgain().toIntArray()).containsExactly(0);
  }

  /** Two sets of ten states that never meet are too many to split: both are run again, always. */
  @Test
  void setsThatAreNotSplitAreRunAgain() throws Exception {
    int[] halves = new int[20];
    Arrays.fill(halves, 10, 20, 1);
    List<SegmentActivity> segments =
        segments(
            2,
            "ssssssssssssssss",
            List.of(new ConvergenceSetFlows(Partition.ofLabels(halves))),
            ring(20));
    assertThat(segments.get(1).join().checkpoints().toIntArray()).containsExactly(2, 4);
    assertThat(segments.get(1).join().flowsAgain().toIntArray()).containsExactly(2, 2);
  }

  /** Flows met after a symbol, but the next check, after 16, is after the join. */
  @Test
  void flowsThatMeetJustBeforeTheJoinAreJoinedApart() throws Exception {
    List<SegmentActivity> segments =
        segments(
            2,
            "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr",
            List.of(new ConvergenceSetFlows(Partition.finest(3))),
            ring(3));
    assertThat(segments.get(1).flows().count()).isEqualTo(1);
    assertThat(segments.get(1).flows().last()).isEqualTo(3);
    assertThat(segments.get(1).join().flowsAgain().toIntArray()).containsOnly(0);
  }

  /**
   * Two states that may swap meet at the {@code r}, after 5 of 16 symbols. The intervals 2 to 4 and
   * 4 to 8 cannot be told, which would take 2 + 4 symbols and more for reports; running the true
   * flow again from 2 to 5 is less: before 2 it was alone. From 8 on one flow is left, and nothing
   * more is saved.
   */
  @Test
  void flowsThatMeetSoonAreReplayedAndNotTold() throws Exception {
    List<SegmentActivity> found = segments(2, "ssssssssssssssss" + "ssssrsssssssssss", ring(2));
    assertThat(found.get(1).join().checkpoints().toIntArray()).containsExactly(2, 4, 8);
    assertThat(found.get(1).join().flowsAgain().toIntArray()).containsExactly(0, 0, 0);
    assertThat(found.get(1).replayed()).isEqualTo(3);
    assertThat(found.get(1).reexecuted()).isZero();
  }

  /**
   * The same: one of the flows is in state 1 until they meet. If it does not report, or only at the
   * end of the input (4), nothing is replayed, unless prefixes are replayed whole.
   */
  @ParameterizedTest
  @CsvSource({"AS_NEEDED, 1, 3", "AS_NEEDED, 4, 0", "AS_NEEDED, 0, 0", "WHOLE, 0, 5"})
  void flowsThatMeetAreReplayedToTheirLastReport(PrefixReplay replay, int flags, int symbols)
      throws Exception {
    List<FlowPlan> flows = List.of(new ConvergenceSetFlows(Partition.finest(2)));
    RunOptions options = new RunOptions(1, 1000, 1000).withReplay(replay);
    String input = "ssssssssssssssss" + "ssssrsssssssssss";
    List<SegmentActivity> found = segments(options, 2, input, flows, ring(2, flags));
    assertThat(found.get(1).join().flowsAgain().toIntArray()).containsExactly(0, 0, 0);
    assertThat(found.get(1).replayed()).isEqualTo(symbols);
  }
}
