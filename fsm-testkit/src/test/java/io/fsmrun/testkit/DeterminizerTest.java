package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Subset construction keeps reports, and makes one state per reachable set. */
class DeterminizerTest {

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void reportsTheSame(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Nfa nfa = random.nfa(9);
    Dfa dfa = Determinizer.determinize(nfa, Dfa.MAX_STATES);
    byte[] input = random.chance(0.5) ? random.input(60, nfa) : random.input(60, 4);
    new Replay("determinizer", seed)
        .with("nfa", nfa)
        .with("dfa", dfa)
        .with("input", input)
        .check(
            () ->
                assertThat(ReferenceEngine.ends(dfa, input))
                    .isEqualTo(ReferenceEngine.ends(nfa, input)));
  }

  /** Each state is the one set that leads to it: walks both side by side over all bytes. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void hasOneStatePerReachableSet(@ForAll long seed) {
    Nfa nfa = RandomAutomata.seeded(seed).nfa(7);
    Dfa dfa = Determinizer.determinize(nfa, Dfa.MAX_STATES);
    Map<Set<Integer>, Integer> stateOf = new HashMap<>();
    walk(nfa, dfa, new TreeSet<>(Set.of(Nfa.START)), dfa.start(), stateOf);
    assertThat(stateOf).hasSize(dfa.stateCount());
    assertThat(new TreeSet<>(stateOf.values())).hasSize(dfa.stateCount());
  }

  private static void walk(
      Nfa nfa, Dfa dfa, SortedSet<Integer> set, int state, Map<Set<Integer>, Integer> stateOf) {
    Integer known = stateOf.putIfAbsent(set, state);
    if (known != null) {
      assertThat(state).as("state of %s", set).isEqualTo(known);
      return;
    }
    assertThat(dfa.reportFlags(state))
        .isEqualTo(ReportFlags.canonical(ReferenceEngine.flags(nfa, set)));
    for (int symbol = 0; symbol < 256; symbol++) {
      walk(nfa, dfa, ReferenceEngine.step(nfa, set, symbol), dfa.next(state, symbol), stateOf);
    }
  }

  /** More states than have dense successor rows: an anchored chain. */
  @Test
  void determinizesLongChains() {
    int length = 4500;
    NfaBuilder builder = new NfaBuilder();
    byte[] word = RandomAutomata.seeded(5).input(length, 3);
    int last = Nfa.START;
    for (byte symbol : word) {
      int next = builder.addState(SymbolSet.of(symbol));
      builder.addEdge(last, next);
      last = next;
    }
    builder.addFlags(last, ReportFlags.HERE);
    Dfa dfa = Determinizer.determinize(builder.build(), Dfa.MAX_STATES);
    assertThat(dfa.stateCount()).isEqualTo(length + 2);
    assertThat(ReferenceEngine.ends(dfa, word)).containsExactly(length);
    word[length / 2]++;
    assertThat(ReferenceEngine.ends(dfa, word)).isEmpty();
  }
}
