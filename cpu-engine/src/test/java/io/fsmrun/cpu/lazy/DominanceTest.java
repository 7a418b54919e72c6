package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** States that are left out of sets because others say as much. */
class DominanceTest {

  private static final int GAP = 20;

  /** x, then at least and at most so many bytes, then y. */
  private static SetAutomaton gap(int least, boolean reportsInGap) {
    LazyOptions options = LazyOptions.defaults();
    return SetAutomaton.of(List.of(new RuleAutomaton(0, rule(least, reportsInGap))), options);
  }

  private static Nfa rule(int least, boolean reportsInGap) {
    NfaBuilder builder = new NfaBuilder();
    int before = builder.addState(SymbolSet.of('x'));
    builder.setAlwaysEnabled(before);
    int[] places = new int[GAP];
    for (int i = 0; i < GAP; i++) {
      places[i] = builder.addState(SymbolSet.of('\n').complement());
      builder.addEdge(i == 0 ? before : places[i - 1], places[i]);
    }
    if (reportsInGap) {
      builder.addFlags(places[GAP / 2], ReportFlags.HERE);
    }
    int end = builder.addState(SymbolSet.of('y'));
    for (int i = Math.max(1, least); i <= GAP; i++) {
      builder.addEdge(places[i - 1], end);
    }
    if (least == 0) {
      builder.addEdge(before, end);
    }
    builder.addFlags(end, ReportFlags.HERE);
    return builder.build();
  }

  private static int statesAfter(SetAutomaton automaton, String input) {
    SetRunner runner = new SetRunner(automaton, LazyOptions.defaults());
    ReportBuffer out = new ReportBuffer();
    out.startBlock(0);
    byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
    runner.run(bytes, 0, bytes.length, 0, out);
    return runner.states().length;
  }

  @Test
  void ofThePlacesInOneGapTheLatestIsEnough() {
    SetAutomaton automaton = gap(0, false);
    assertThat(statesAfter(automaton, "x")).isEqualTo(1);
    assertThat(statesAfter(automaton, "x-x--x---")).isEqualTo(1);
    assertThat(statesAfter(automaton, "x".repeat(9))).isEqualTo(1);
    assertThat(statesAfter(automaton, "x" + "-".repeat(GAP + 1))).isZero();
    assertThat(new SetRunner(automaton, LazyOptions.defaults()).states()).isEmpty();
  }

  /** So many sets as there are places, whatever comes between. */
  @Test
  void setsAreFew() {
    SetAutomaton automaton = gap(0, false);
    SetRunner runner = new SetRunner(automaton, LazyOptions.defaults().withLanes(false));
    byte[] input = RandomAutomata.seeded(4).input(20_000, 26);
    ReportBuffer out = new ReportBuffer();
    out.startBlock(0);
    runner.run(input, 0, input.length, 0, out);
    assertThat(runner.setsMade()).isBetween(GAP / 2L, 2L * (GAP + 2));
  }

  /**
   * Of which none is enough, and which is found out from the last on, however they are numbered.
   */
  @Test
  void longExactCountsDoNotHideOthers() {
    for (boolean backwards : new boolean[] {false, true}) {
      NfaBuilder builder = new NfaBuilder();
      int[] places = new int[500];
      for (int i = 0; i < places.length; i++) {
        places[i] = builder.addState(SymbolSet.of('\n').complement());
      }
      int before = builder.addState(SymbolSet.of('w'));
      builder.setAlwaysEnabled(before);
      for (int i = 0; i < places.length; i++) {
        int place = places[backwards ? places.length - 1 - i : i];
        builder.addEdge(before, place);
        before = place;
      }
      builder.addFlags(before, ReportFlags.HERE);
      LazyOptions options = LazyOptions.defaults();
      List<RuleAutomaton> rules =
          List.of(new RuleAutomaton(0, builder.build()), new RuleAutomaton(1, rule(0, false)));
      SetAutomaton both = SetAutomaton.of(rules, options);
      assertThat(statesAfter(both, "xw-xw--xw---")).as("backwards %s", backwards).isEqualTo(3 + 1);
    }
  }

  @Test
  void placesThatAreNotEnoughAreKept() {
    // Those from the least number of bytes on are places of which one is enough.
    assertThat(statesAfter(gap(0, true), "x-x--x---")).as("some report").isGreaterThan(1);
    assertThat(statesAfter(gap(GAP, false), "x-x--x---")).as("exactly so many").isEqualTo(3);
    assertThat(statesAfter(gap(4, false), "x-x--x---")).as("at least four").isEqualTo(2);
  }

  /** What a state alone leads to is reported by the one that dominates it, whatever comes. */
  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void whatDominatesReportsAsMuch(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = Unions.random(random, 3, 8);
    rules.add(new RuleAutomaton(0, random.countedGap(9)));
    SetAutomaton union = SetAutomaton.of(rules, Unions.options(random));
    Dominance dominance = Dominance.of(union, Checkpoint.NONE);
    if (dominance == null) {
      return;
    }
    byte[] input = Unions.input(random, rules, 30);
    for (int state = 0; state < union.stateCount; state++) {
      for (int other = 0; other < union.stateCount; other++) {
        if (dominance.chain(state) >= 0
            && dominance.chain(state) == dominance.chain(other)
            && dominance.rank(state) < dominance.rank(other)) {
          assertThat(reports(union, state, input))
              .as("seed %d, %d and %d", seed, state, other)
              .containsAll(reports(union, other, input));
        }
      }
    }
  }

  /** By steps of plain sets, in which nothing is left out. */
  private static SortedSet<Long> reports(SetAutomaton union, int state, byte[] input) {
    SetAutomaton alone = union.edgesOnly();
    ActiveSet active = new ActiveSet(union.stateCount, null);
    active.add(state);
    ReportBuffer out = new ReportBuffer();
    out.startBlock(0);
    for (int at = 0; at <= input.length; at++) {
      for (int s : active.sorted()) {
        alone.report(s, SetAutomaton.AT_ONCE, at, out);
      }
      if (at < input.length) {
        ActiveSet next = new ActiveSet(union.stateCount, null);
        int symbolClass = union.classOf[input[at] & 0xff];
        alone.step(active.sorted(), 0, active.size(), symbolClass, next);
        active = next;
      }
    }
    for (int s : active.sorted()) {
      alone.report(s, SetAutomaton.AT_END, input.length, out);
    }
    SortedSet<Long> found = new TreeSet<>();
    Unions.collect(out, found);
    return found;
  }
}
