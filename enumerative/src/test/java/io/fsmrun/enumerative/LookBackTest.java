package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.flow.UnionFlows;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What strategies see of a cut: its piece, and what survives looking back within it. A wrong answer
 * would cost executions, not exactness, so exact reports do not prove it.
 */
class LookBackTest {

  /** Looks back at each cut and compares with the reference. */
  private record Checking(int symbols, int segments, Pieces pieces) implements Strategy {

    @Override
    public String name() {
      return "checking";
    }

    @Override
    public SegmentPlan cut(byte[] input, int from, int to) {
      return SegmentPlan.equal(from, to, segments);
    }

    @Override
    public FlowPlan flows(int component, Cut cut) {
      Automaton automaton = cut.automaton();
      Integer pieceStart = pieces.ends().lower(cut.position());
      assertThat(cut.input()).isEqualTo(pieces.input());
      assertThat(cut.pieceStart()).isEqualTo(pieceStart == null ? 0 : pieceStart);
      int from = Math.max(cut.pieceStart(), cut.position() - symbols);
      Survivors survivors = cut.lookBack(symbols);
      StateSet all = StateSet.range(0, automaton.stateCount());
      assertThat(survivors.possible()).isEqualTo(run(cut, all, from));
      assertThat(survivors.certain())
          .isEqualTo(automaton.isDeterministic() ? StateSet.EMPTY : run(cut, StateSet.EMPTY, from));
      StateSet truth = run(cut, automaton.startConfiguration(), cut.pieceStart());
      assertThat(survivors.possible().union(truth)).isEqualTo(survivors.possible());
      assertThat(truth.union(survivors.certain())).isEqualTo(truth);
      return automaton.isDeterministic()
          ? new StateFlows(survivors.possible(), true)
          : UnionFlows.ofStates(survivors);
    }

    private static StateSet run(Cut cut, StateSet start, int from) {
      Set<Integer> states = new TreeSet<>();
      Arrays.stream(start.toArray()).forEach(states::add);
      Collection<Integer> end =
          ReferenceEngine.run(cut.automaton(), states, cut.input(), from, cut.position());
      return StateSet.of(end.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  /** Starts are always foreseen, so nothing is executed again. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void survivorsAreThoseOfThePiece(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(3, 9);
    Pieces pieces = Pieces.random(random, random.input(random.number(1, 60), rules));
    Checking strategy = new Checking(random.number(0, 12), random.number(2, 8), pieces);
    new Replay("look-back", seed)
        .with(rules)
        .with("input", pieces.input())
        .with("pieces end at", pieces.ends())
        .check(
            () -> {
              List<WindowActivity> windows = new ArrayList<>();
              RunStatistics statistics = scan(rules, strategy, windows);
              assertThat(statistics.reexecutedSegments()).isZero();
              assertLookedBack(windows.getFirst(), strategy.symbols, rules.size() > 0);
            });
  }

  private static RunStatistics scan(RuleSet rules, Checking strategy, List<WindowActivity> windows)
      throws InterruptedException {
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            strategy,
            RunOptions.defaults().withThreads(1),
            strategy.pieces.splitter(),
            (rule, end) -> {},
            new RunListener() {
              @Override
              public void window(WindowActivity activity) {
                windows.add(activity);
              }
            });
    scan.write(strategy.pieces.input(), 0, strategy.pieces.input().length);
    return scan.finish();
  }

  private static void assertLookedBack(WindowActivity window, int symbols, boolean anyRules) {
    int pieceStart = 0;
    for (int s = 0; s < window.plan().count(); s++) {
      pieceStart = window.plan().beginsPiece(s) ? window.plan().start(s) : pieceStart;
      int expected = anyRules ? Math.min(symbols, window.plan().start(s) - pieceStart) : 0;
      assertThat(window.segments().get(s).lookedBack()).as("segment %s", s).isEqualTo(expected);
    }
  }
}
