package io.fsmrun.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** The set automaton, its bound, and runs that outgrow it. */
class SetCacheTest {

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void walksSetsAsTheReferenceDoes(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(30);
    SetCache cache =
        new SetCache(new TableEngine(dfa, CpuOptions.defaults()), random.number(0, 300));
    StateSet start = random.stateSet(dfa.stateCount()).union(StateSet.of(0));
    byte[] input = random.input(60, dfa);
    Set<Integer> expected = toSet(start);
    int id = cache.idOf(start);
    for (byte symbol : input) {
      if (cache.isFull()) {
        StateSet kept = cache.states(id);
        cache.clear();
        id = cache.idOf(kept);
      }
      id = cache.next(id, symbol & 0xff);
      expected = ReferenceEngine.step(dfa, expected, symbol & 0xff);
      assertThat(toSet(cache.states(id))).as("seed %d", seed).isEqualTo(expected);
      assertThat(cache.isOneState(id)).isEqualTo(expected.size() == 1);
      assertThat(cache.idOf(cache.states(id))).isEqualTo(id);
    }
  }

  @Test
  void singleStatesNeverFillIt() {
    Dfa dfa = RandomAutomata.seeded(3).uniform(50, 0.1);
    SetCache cache = new SetCache(new TableEngine(dfa, CpuOptions.defaults()), 0);
    for (int state = 0; state < 50; state++) {
      assertThat(cache.idOf(StateSet.of(state))).isEqualTo(state);
    }
    assertThat(cache.isFull()).isFalse();
    cache.idOf(StateSet.of(1, 2));
    assertThat(cache.isFull()).isTrue();
    cache.clear();
    assertThat(cache.isFull()).isFalse();
  }

  /**
   * Sets of these automata pass through more forms than a session keeps: it starts over many times,
   * and nobody notices.
   */
  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void runsThatOutgrowTheCacheAreTheSame(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int states = random.number(24, 30);
    Dfa dfa = random.slowlyConverging(states);
    List<FlowStart> starts = new ArrayList<>();
    Partition halves =
        random.chance(0.5)
            ? Partition.coarsest(states)
            : Partition.ofLabels(labels(random, states));
    for (StateSet block : halves.blocks()) {
      starts.add(new FlowStart(block, block.size() == 1));
    }
    byte[] input = mostlyTurning(random, 3000);
    Session session = new CpuBackend().prepare(dfa).newSession();
    ReportBudget budget = ReportBudget.unlimited();
    SegmentOutcome expected =
        new NaiveBackend()
            .prepare(dfa)
            .newSession()
            .runFlows(input, 0, 3000, starts, FlowChecks.ALL, budget);
    for (int again = 0; again < 2; again++) {
      SegmentOutcome seen = session.runFlows(input, 0, 3000, starts, FlowChecks.ALL, budget);
      for (int f = 0; f < starts.size(); f++) {
        assertThat(seen.end(f)).as("seed %d, flow %d", seed, f).isEqualTo(expected.end(f));
        assertThat(seen.concreteAt(f)).isEqualTo(expected.concreteAt(f));
        assertThat(seen.mergedAt(0, f)).isEqualTo(expected.mergedAt(0, f));
      }
    }
  }

  private static int[] labels(RandomAutomata random, int states) {
    int[] labels = new int[states];
    Arrays.setAll(labels, state -> random.number(0, 2));
    return labels;
  }

  /** Merges are rare, so that the sets stay large. */
  private static byte[] mostlyTurning(RandomAutomata random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) (random.chance(0.02) ? 'b' : 'a');
    }
    return input;
  }

  private static Set<Integer> toSet(StateSet states) {
    Set<Integer> set = new TreeSet<>();
    for (int state : states.toArray()) {
      set.add(state);
    }
    return set;
  }
}
