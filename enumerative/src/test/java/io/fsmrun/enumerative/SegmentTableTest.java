package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.enumerative.SegmentTable.Kind;
import io.fsmrun.enumerative.SegmentTable.Row;
import io.fsmrun.enumerative.compose.StateFunction;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.flow.UnionFlows;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Segment tables say what segments really did. */
class SegmentTableTest {

  /** Hears tables; composing threads may call at once. */
  private static final class Tables implements RunListener {

    private final List<SegmentTable> heard = new ArrayList<>();
    private final boolean wanted;

    Tables(boolean wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean wantsSegments() {
      return wanted;
    }

    @Override
    public synchronized void segments(int component, List<SegmentTable> tables) {
      assertThat(tables).allMatch(table -> table.component() == component);
      heard.addAll(tables);
    }
  }

  private static List<SegmentTable> tables(
      Automaton automaton, FlowPlan plan, int segments, InputSplitter splitter, String input)
      throws InterruptedException {
    Tables tables = new Tables(true);
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(1, automaton)));
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            new ConvergenceSetEnumeration(List.of(plan), segments),
            RunOptions.defaults().withWindowBytes(6),
            splitter,
            (rule, end) -> {},
            tables);
    byte[] bytes = input.getBytes(StandardCharsets.US_ASCII);
    scan.write(bytes, 0, bytes.length);
    scan.finish();
    return tables.heard;
  }

  private static Row row(StateSet starts, StateSet ends, boolean converged) {
    return new Row(starts, ends, converged);
  }

  private static final StateSet A = StateSet.of(0, 1);
  private static final StateSet B = StateSet.of(2, 3);

  /** Two windows of three segments. */
  @Test
  void convergenceSets() throws InterruptedException {
    FlowPlan plan = new ConvergenceSetFlows(Partition.ofLabels(new int[] {0, 0, 1, 1}));
    assertThat(tables(ComposedChain.twoSets(), plan, 3, InputSplitter.NONE, "smkakmkkxrmm"))
        .containsExactly(
            new SegmentTable(
                0, 0, 0, 0, 2, Kind.KNOWN, List.of(row(StateSet.of(0), StateSet.of(2), true))),
            new SegmentTable(
                0, 0, 1, 2, 4, Kind.SETS, List.of(row(A, StateSet.of(0), true), row(B, B, false))),
            new SegmentTable(
                0,
                0,
                2,
                4,
                6,
                Kind.SETS,
                List.of(row(A, StateSet.of(0, 2), false), row(B, StateSet.of(1, 3), false))),
            new SegmentTable(
                0, 6, 0, 0, 2, Kind.KNOWN, List.of(row(StateSet.of(1), StateSet.of(1), true))),
            new SegmentTable(
                0,
                6,
                1,
                2,
                4,
                Kind.SETS,
                List.of(row(A, StateSet.of(0), true), row(B, StateSet.of(0), true))),
            new SegmentTable(
                0, 6, 2, 4, 6, Kind.SETS, List.of(row(A, A, false), row(B, B, false))));
  }

  @Test
  void statesAndPieces() throws InterruptedException {
    FlowPlan plan = new StateFlows(StateSet.of(1, 3), false);
    byte[] input = "ssxx".getBytes(StandardCharsets.US_ASCII);
    InputSplitter splitter = new Pieces(input, new TreeSet<>(List.of(2))).splitter();
    List<Row> firstRow = List.of(row(StateSet.of(0), StateSet.of(1), true));
    List<Row> secondRow = List.of(row(StateSet.of(0), StateSet.of(2), true));
    assertThat(tables(ComposedChain.twoSets(), plan, 2, splitter, "ssxx"))
        .containsExactly(
            new SegmentTable(0, 0, 0, 0, 1, Kind.KNOWN, firstRow),
            new SegmentTable(
                0,
                0,
                1,
                1,
                2,
                Kind.STATES,
                List.of(
                    row(StateSet.of(1), StateSet.of(0), true),
                    row(StateSet.of(3), StateSet.of(2), true))),
            new SegmentTable(0, 0, 2, 2, 3, Kind.KNOWN, secondRow),
            new SegmentTable(
                0,
                0,
                3,
                3,
                4,
                Kind.STATES,
                List.of(
                    row(StateSet.of(1), StateSet.of(3), true),
                    row(StateSet.of(3), StateSet.of(1), true))));
  }

  /** States: 0 the start, 1 always enabled on a, 2 after 1 on b and after itself. */
  private static Nfa nfa() {
    NfaBuilder builder = new NfaBuilder();
    int first = builder.addState(SymbolSet.of('a'));
    int second = builder.addState(SymbolSet.of('b'));
    builder.setAlwaysEnabled(first);
    builder.addEdge(first, second);
    builder.addEdge(second, second);
    builder.addFlags(second, 1);
    return builder.build();
  }

  @Test
  void bounds() throws InterruptedException {
    FlowPlan plan = new BracketFlows(3);
    StateSet all = StateSet.range(0, 3);
    List<SegmentTable> tables = tables(nfa(), plan, 3, InputSplitter.NONE, "abbbaa");
    assertThat(tables)
        .extracting(SegmentTable::kind)
        .containsExactly(Kind.KNOWN, Kind.BOUNDS, Kind.BOUNDS);
    assertThat(tables.get(1).rows())
        .containsExactly(
            row(StateSet.EMPTY, StateSet.EMPTY, true), row(all, StateSet.of(2), false));
    assertThat(tables.get(2).rows())
        .containsExactly(row(StateSet.EMPTY, StateSet.of(1), true), row(all, StateSet.of(1), true));
  }

  @Test
  void groups() throws InterruptedException {
    FlowPlan plan = UnionFlows.ofStates(new Survivors(StateSet.EMPTY, StateSet.of(1, 2)));
    List<SegmentTable> tables = tables(nfa(), plan, 3, InputSplitter.NONE, "abbbaa");
    assertThat(tables.get(1).kind()).isEqualTo(Kind.GROUPS);
    assertThat(tables.get(1).rows())
        .containsExactly(
            row(StateSet.EMPTY, StateSet.EMPTY, true),
            row(StateSet.of(1), StateSet.of(2), false),
            row(StateSet.of(2), StateSet.of(2), false));
    assertThat(tables.get(2).rows()).allMatch(Row::converged);
  }

  /** A set of nine states that is carried on as a set, and stays apart from a settled tenth. */
  @Test
  void statesThatWereCarriedTogetherHaveOneRow() {
    StateSet nine = StateSet.range(0, 9);
    StateSet[] images = new StateSet[10];
    Arrays.fill(images, nine);
    images[9] = StateSet.of(9);
    StateFunction function = new StateFunction(StateSet.range(0, 10), images, true);
    assertThat(SegmentTable.rowsOf(function))
        .containsExactly(row(nine, nine, false), row(StateSet.of(9), StateSet.of(9), true));
  }

  @Test
  void nothingIsMadeUnlessWanted() throws InterruptedException {
    Tables tables = new Tables(false);
    RuleSet rules =
        new RuleSet(List.of(new RuleSet.Component(1, RandomAutomata.seeded(3).permutation(3))));
    new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            AnyStrategy.of(RandomAutomata.seeded(3), rules),
            RunOptions.defaults(),
            (rule, end) -> {},
            tables)
        .write(new byte[100], 0, 100);
    assertThat(tables.heard).isEmpty();
  }

  /**
   * Joined flows of a position automaton go on between bounds that are not all states: a case in
   * which the upper row spoke of all states.
   */
  @Test
  void rowsOfBoundsSpeakOfTheStatesThatWereCarried() throws Exception {
    rowsAreTrue(-23749311600157L);
  }

  /** Rows are what the reference comes to, and tables lie end to end over the whole input. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void rowsAreTrue(@ForAll long seed) throws Exception {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.automaton(10);
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(1, automaton)));
    byte[] input = random.input(random.number(1, 60), rules);
    Pieces pieces = Pieces.random(random, input);
    Tables tables = new Tables(true);
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            AnyStrategy.of(random, rules),
            RunOptions.defaults().withWindowBytes(random.number(1, 60)),
            pieces.splitter(),
            (rule, end) -> {},
            tables);
    scan.write(input, 0, input.length);
    scan.finish();
    new Replay("segment-tables", seed)
        .with(rules)
        .with("input", input)
        .check(() -> check(automaton, input, tables.heard));
  }

  private static void check(Automaton automaton, byte[] input, List<SegmentTable> tables) {
    long at = 0;
    for (SegmentTable table : tables) {
      int from = (int) table.windowOffset() + table.from();
      int to = (int) table.windowOffset() + table.to();
      assertThat(from).isEqualTo(at);
      at = to;
      for (Row row : table.rows()) {
        Set<Integer> ends = ReferenceEngine.run(automaton, set(row.starts()), input, from, to);
        assertThat(set(row.ends())).as("%s", table).isEqualTo(ends);
        assertThat(row.converged())
            .as("%s", table)
            .isEqualTo(
                automaton.isDeterministic()
                    ? ends.size() == 1
                    : table.kind() == Kind.KNOWN || row.ends().equals(table.rows().get(0).ends()));
      }
    }
    assertThat(at).isEqualTo(input.length);
  }

  private static NavigableSet<Integer> set(StateSet states) {
    NavigableSet<Integer> set = new TreeSet<>();
    Arrays.stream(states.toArray()).forEach(set::add);
    return set;
  }
}
