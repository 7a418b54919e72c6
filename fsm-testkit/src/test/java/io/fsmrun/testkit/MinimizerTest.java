package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.symbol.SymbolClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Minimised equals unminimised by reports, is minimal, and is canonical. */
class MinimizerTest {

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void reportsTheSame(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(25);
    Dfa minimal = Minimizer.minimize(dfa);
    byte[] input = random.input(80, dfa);
    new Replay("minimizer", seed)
        .with("dfa", dfa)
        .with("minimal", minimal)
        .with("input", input)
        .check(
            () ->
                assertThat(ReferenceEngine.ends(minimal, input))
                    .isEqualTo(ReferenceEngine.ends(dfa, input)));
  }

  /** As many states as there are classes of reachable states that Moore's table keeps apart. */
  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void hasTheFewestStatesAndClasses(@ForAll long seed) {
    Dfa dfa = RandomAutomata.seeded(seed).dfa(20);
    Dfa minimal = Minimizer.minimize(dfa);
    boolean[][] apart = distinguishable(dfa);
    int kinds = 0;
    List<Integer> seen = new ArrayList<>();
    for (int state : reachable(dfa)) {
      if (seen.stream().allMatch(other -> apart[state][other])) {
        kinds++;
        seen.add(state);
      }
    }
    assertThat(minimal.stateCount()).isEqualTo(kinds);
    for (int c = 0; c < minimal.classes().count(); c++) {
      for (int d = 0; d < c; d++) {
        assertThat(sameColumns(minimal, c, d)).as("classes %d and %d", c, d).isFalse();
      }
    }
  }

  private static Set<Integer> reachable(Dfa dfa) {
    Set<Integer> reached = new TreeSet<>(List.of(dfa.start()));
    Deque<Integer> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      int state = open.pop();
      for (int symbol = 0; symbol < 256; symbol++) {
        if (reached.add(dfa.next(state, symbol))) {
          open.push(dfa.next(state, symbol));
        }
      }
    }
    return reached;
  }

  /** Moore: pairs with different reports, and pairs that some symbol leads to such a pair. */
  private static boolean[][] distinguishable(Dfa dfa) {
    int n = dfa.stateCount();
    boolean[][] apart = new boolean[n][n];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int s = 0; s < n; s++) {
        for (int t = 0; t < n; t++) {
          boolean now = dfa.reportFlags(s) != dfa.reportFlags(t);
          for (int c = 0; c < dfa.classes().count(); c++) {
            now |= apart[dfa.nextByClass(s, c)][dfa.nextByClass(t, c)];
          }
          changed |= now && !apart[s][t];
          apart[s][t] |= now;
        }
      }
    }
    return apart;
  }

  private static boolean sameColumns(Dfa dfa, int c, int d) {
    for (int state = 0; state < dfa.stateCount(); state++) {
      if (dfa.nextByClass(state, c) != dfa.nextByClass(state, d)) {
        return false;
      }
    }
    return true;
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void automataOfOneLanguageBecomeEqual(@ForAll long seed) {
    Dfa dfa = RandomAutomata.seeded(seed).dfa(20);
    Dfa minimal = Minimizer.minimize(dfa);
    assertThat(Minimizer.minimize(disguise(dfa, new Random(seed))))
        .isEqualTo(minimal)
        .hasSameHashCodeAs(minimal);
    assertThat(Minimizer.minimize(minimal)).isEqualTo(minimal);
    assertThat(minimal.start()).isZero();
  }

  /** Three copies of every state, edges to any copy, states renumbered, classes split. */
  private static Dfa disguise(Dfa dfa, Random random) {
    int copies = 3;
    int states = dfa.stateCount() * copies;
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    int[] labels = new int[256];
    for (int symbol = 0; symbol < 256; symbol++) {
      labels[symbol] = dfa.classes().classOf(symbol) * 2 + random.nextInt(2);
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    char[] table = new char[states * classes.count()];
    byte[] flags = new byte[states];
    for (int i = 0; i < states; i++) {
      int state = i % dfa.stateCount();
      int number = numbers.get(i);
      flags[number] = (byte) dfa.reportFlags(state);
      for (int c = 0; c < classes.count(); c++) {
        int next = dfa.next(state, classes.representative(c));
        int copy = next + random.nextInt(copies) * dfa.stateCount();
        table[number * classes.count() + c] = (char) numbers.get(copy).intValue();
      }
    }
    return new Dfa(classes, table, flags, numbers.get(dfa.start()));
  }
}
