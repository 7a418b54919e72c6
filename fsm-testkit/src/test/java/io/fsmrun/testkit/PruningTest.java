package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** A builder drops states without changing a report: judged by what was put into it. */
class PruningTest {

  /** What a builder was told. */
  private static final class Plan {
    private final List<SymbolSet> symbols = new ArrayList<>(List.of(SymbolSet.EMPTY));
    private final Set<Integer> enabled = new HashSet<>();
    private final Set<List<Integer>> edges = new HashSet<>();
    private final List<Integer> flags = new ArrayList<>();
    private final NfaBuilder builder = new NfaBuilder();

    Plan(RandomAutomata random) {
      int states = random.number(1, 9);
      for (int state = 1; state < states; state++) {
        int first = random.number('a', 'd');
        symbols.add(
            random.chance(0.2)
                ? SymbolSet.EMPTY
                : SymbolSet.range(first, random.number(first, 'd')));
        builder.addState(symbols.get(state));
        if (random.chance(0.15)) {
          enabled.add(state);
          builder.setAlwaysEnabled(state);
        }
      }
      for (int from = 0; from < states; from++) {
        for (int to = 1; to < states; to++) {
          if (random.chance(0.2)) {
            edges.add(List.of(from, to));
            builder.addEdge(from, to);
          }
        }
        flags.add(random.chance(0.25) ? random.number(0, 15) : 0);
        builder.addFlags(from, flags.get(from));
      }
    }

    SortedSet<Integer> ends(byte[] input) {
      SortedSet<Integer> ends = new TreeSet<>();
      Set<Integer> active = Set.of(Nfa.START);
      for (int position = 0; position <= input.length; position++) {
        if (position > 0) {
          active = step(active, input[position - 1]);
        }
        boolean last = position == input.length;
        for (int state : active) {
          int bits = flags.get(state);
          int also = last ? bits : 0;
          if ((bits & ReportFlags.HERE | also & ReportFlags.FINAL_HERE) != 0) {
            ends.add(position);
          }
          if ((bits & ReportFlags.BACK | also & ReportFlags.FINAL_BACK) != 0 && position > 0) {
            ends.add(position - 1);
          }
        }
      }
      return ends;
    }

    private Set<Integer> step(Set<Integer> active, int symbol) {
      Set<Integer> next = new HashSet<>();
      for (int state = 1; state < symbols.size(); state++) {
        boolean entered = enabled.contains(state);
        for (int before : active) {
          entered |= edges.contains(List.of(before, state));
        }
        if (entered && symbols.get(state).contains(symbol)) {
          next.add(state);
        }
      }
      return next;
    }
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void keepsReports(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Plan plan = new Plan(random);
    Nfa nfa = plan.builder.build();
    byte[] input = random.input(random.number(0, 40), 5);
    new Replay("pruning", seed)
        .with("nfa", nfa)
        .with("input", input)
        .with("edges", plan.edges)
        .with("flags", plan.flags)
        .check(() -> assertThat(ReferenceEngine.ends(nfa, input)).isEqualTo(plan.ends(input)));
    assertThat(nfa.stateCount()).isLessThanOrEqualTo(plan.builder.stateCount());
  }
}
