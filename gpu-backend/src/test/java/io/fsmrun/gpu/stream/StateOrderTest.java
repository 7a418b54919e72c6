package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StateOrderTest {

  private static final int ROUNDS = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void skipsAsFarAsTheDefinitionSays(long seed) {
    Random random = new Random(seed);
    RandomAutomata automata = RandomAutomata.seeded(seed);
    for (int round = 0; round < ROUNDS; round++) {
      Nfa nfa = round % 2 == 0 ? automata.nfa(2 + round / 2) : chains(random, 2 + round);
      StateOrder order = new StateOrder(StateGraph.of(nfa, 0));
      int[] targets = order.skipTargets();
      assertThat(targets).hasSize(order.count());
      for (int p = 0; p < targets.length; p++) {
        assertThat(targets[p]).as("of %d of %d", p, targets.length).isEqualTo(farthest(order, p));
      }
    }
  }

  /** Mostly chains, with some edges that leave states out or lead back, and some more roots. */
  private static Nfa chains(Random random, int states) {
    NfaBuilder builder = new NfaBuilder();
    int[] state = new int[states];
    for (int i = 0; i < states; i++) {
      // Different symbols: no two states are made one.
      state[i] = builder.addState(SymbolSet.of(i));
      if (i == 0 || random.nextInt(16) == 0) {
        builder.setAlwaysEnabled(state[i]);
      }
      if (i > 0) {
        builder.addEdge(state[i - 1], state[i]);
      }
      if (random.nextInt(6) == 0) {
        builder.addEdge(state[random.nextInt(i + 1)], state[i]);
      }
      if (random.nextInt(10) == 0) {
        builder.addEdge(state[i], state[Math.max(0, i - random.nextInt(12))]);
      }
    }
    builder.addFlags(state[states - 1], ReportFlags.HERE);
    return builder.build();
  }

  private static int farthest(StateOrder order, int place) {
    int target = order.count();
    while (!maySkip(order, place, target)) {
      target--;
    }
    return target;
  }

  private static boolean maySkip(StateOrder order, int place, int target) {
    for (int q = place + 1; q < target; q++) {
      if (order.isAtEvery(q) || order.isAtFirst(q)) {
        return false;
      }
      for (int from : order.before(q)) {
        if (from < place || from >= target) {
          return false;
        }
      }
    }
    for (StateOrder.Loop loop : order.loops()) {
      boolean holdsPlace = loop.first() <= place && place <= loop.last();
      boolean isCut = loop.first() < target && target <= loop.last();
      if (holdsPlace ? target > loop.last() + 1 : isCut) {
        return false;
      }
    }
    return true;
  }

  /** What is looked at once for each state is looked at often for so many. */
  @Test
  @Timeout(20)
  void longRulesTakeNoLongerForEachState() {
    int states = 200_000;
    NfaBuilder builder = new NfaBuilder();
    int last = builder.addState(SymbolSet.of('a'));
    builder.setAlwaysEnabled(last);
    for (int i = 1; i < states; i++) {
      int next = builder.addState(SymbolSet.of(i & 0xff));
      builder.addEdge(last, next);
      // Every fourth state is half of a loop of two.
      if (i % 4 == 0) {
        builder.addEdge(next, last);
      }
      last = next;
    }
    builder.addFlags(last, ReportFlags.HERE);
    StateOrder order = new StateOrder(StateGraph.of(builder.build(), 0));
    int[] targets = order.skipTargets();
    assertThat(order.loops()).hasSize(states / 4 - 1);
    assertThat(targets[0]).isEqualTo(states);
    assertThat(targets[states - 1]).isEqualTo(states);
  }
}
