package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules are charged for is what the kernel does with them. */
final class StreamCostsTest {

  private static final int BYTES = 3 * StreamProgram.ADVANCE;

  /** All bytes with the low half of this one: a set of one term, and no string. */
  private static SymbolSet column(int symbol) {
    SymbolSet set = SymbolSet.of(symbol);
    for (int high = 0; high < 16; high++) {
      set = set.or(SymbolSet.of(high << 4 | symbol & 0xf));
    }
    return set;
  }

  /** A word, of which some byte may be there many times; of columns if it shall have no string. */
  private static Nfa word(String word, int selfLoopAt, boolean columns) {
    NfaBuilder builder = new NfaBuilder();
    int last = -1;
    for (int i = 0; i < word.length(); i++) {
      int symbol = word.charAt(i);
      int state = builder.addState(columns ? column(symbol) : SymbolSet.of(symbol));
      if (i == 0) {
        builder.setAlwaysEnabled(state);
      } else {
        builder.addEdge(last, state);
      }
      if (i == selfLoopAt) {
        builder.addEdge(state, state);
      }
      last = state;
    }
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  private static byte[] text(String of) {
    return of.repeat(BYTES / of.length() + 1).getBytes(StandardCharsets.US_ASCII);
  }

  private static double cost(Nfa nfa, byte[] sample) {
    return new StreamCosts(List.of(new StreamRule(3, nfa)), sample).nanosPerByte(3);
  }

  @Test
  void stepsThatAreSkippedCostNothing() {
    Nfa rule = word("abc", -1, true);
    assertThat(cost(rule, text("xyz "))).isCloseTo(WindowActivity.STEP_NANOS, within(1e-9));
    assertThat(cost(rule, text("ab "))).isCloseTo(3 * WindowActivity.STEP_NANOS, within(1e-9));
    assertThat(cost(rule, text("a "))).isCloseTo(2 * WindowActivity.STEP_NANOS, within(1e-9));
    assertThat(cost(word("abc", 1, true), text("abbb ")))
        .isCloseTo(3 * WindowActivity.STEP_NANOS + WindowActivity.LOOP_NANOS, within(1e-9));
  }

  @Test
  void rulesWithAStringRunOnlyWhereItMayBe() {
    Nfa rule = word("needle", -1, false);
    assertThat(cost(rule, text("nothing to be seen "))).isZero();
    assertThat(cost(rule, text("a needle ")))
        .isCloseTo(6 * WindowActivity.STEP_NANOS, within(1e-9));
    byte[] half = Arrays.copyOf(text("a needle "), 40 * StreamProgram.ADVANCE);
    assertThat(cost(rule, half)).isBetween(1e-6, 3 * WindowActivity.STEP_NANOS);
  }

  @Test
  void rulesThatBeginAlikeShareTheirCost() {
    List<StreamRule> rules = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      rules.add(new StreamRule(i, word("xy" + (char) ('a' + i), -1, true)));
    }
    byte[] sample = text("xy ");
    StreamCosts together = new StreamCosts(rules, sample);
    double sum = 0;
    double alone = 0;
    for (StreamRule rule : rules) {
      sum += together.nanosPerByte(rule.id());
      alone += cost(rule.nfa(), sample);
    }
    // Six of twelve steps.
    assertThat(sum / alone).isCloseTo(0.5, within(1e-9));
  }

  /** {@code ab*c}, in a text of nothing but a and b with an a every so often. */
  private static StreamCosts atCuts(int distance, SymbolSet between) {
    NfaBuilder builder = new NfaBuilder();
    int first = builder.addState(SymbolSet.of('a'));
    int loop = builder.addState(between);
    int last = builder.addState(SymbolSet.of('c'));
    builder.setAlwaysEnabled(first);
    builder.addEdge(first, loop);
    builder.addEdge(loop, loop);
    builder.addEdge(loop, last);
    builder.addFlags(last, ReportFlags.HERE);
    byte[] sample = new byte[1 << 17];
    Arrays.fill(sample, (byte) 'b');
    for (int at = 10; at < sample.length; at += distance) {
      sample[at] = 'a';
    }
    return new StreamCosts(List.of(new StreamRule(3, builder.build())), sample);
  }

  @Test
  void cutsThatAreNotForeseenCostARound() {
    SymbolSet b = SymbolSet.of('b');
    // Every window has an a, after which all that was before is forgotten.
    StreamCosts foreseen = atCuts(1000, b);
    assertThat(foreseen.cuts().share()).isZero();
    assertThat(foreseen.nanosPerByte(3)).isLessThan(CutTrial.ROUND_NANOS);
    // Two of three windows have none, and what is active in the next is not known from them.
    StreamCosts missed = atCuts(3 * StreamProgram.ADVANCE, b);
    assertThat(missed.cuts().share()).isBetween(0.6, 0.7);
    assertThat(missed.nanosPerByte(3) - foreseen.nanosPerByte(3))
        .isCloseTo(CutTrial.ROUND_NANOS + CutTrial.UNIT_NANOS * 0.65, within(0.001));
    assertThat(missed.cuts().unitsPerCut()).isEqualTo(missed.cuts().share());
    // A state that stays active on any byte does so from the first a on, and differs at every cut
    // but that of the window that has it, as others that hold do.
    assertThat(atCuts(1 << 20, SymbolSet.ALL).cuts().share()).isBetween(0.95, 0.99);
    assertThat(atCuts(3 * StreamProgram.ADVANCE, b.or(SymbolSet.of('a'))).cuts().share())
        .isEqualTo(missed.cuts().share());
  }

  @Test
  void setsTakeTermsByTheirHalfBytes() {
    assertThat(WindowActivity.terms(SymbolSet.of('a'))).isEqualTo(1);
    assertThat(WindowActivity.terms(SymbolSet.range(0, 255))).isEqualTo(1);
    assertThat(WindowActivity.terms(SymbolSet.range('a', 'z'))).isEqualTo(2);
    assertThat(WindowActivity.terms(SymbolSet.of('\n').complement())).isEqualTo(1);
    assertThat(
            WindowActivity.terms(
                SymbolSet.range('a', 'z')
                    .or(SymbolSet.range('A', 'Z'))
                    .or(SymbolSet.range('0', '9'))
                    .or(SymbolSet.of('_'))))
        .isEqualTo(4);
  }

  @Test
  void withoutASampleStringsAreTakenToBeRare() {
    byte[] nothing = new byte[0];
    assertThat(cost(word("needle", -1, false), nothing)).isPositive();
    assertThat(cost(word("needle", -1, false), nothing))
        .isLessThan(cost(word("abc", -1, true), nothing));
  }

  /** States carried out of a window are those of a step by step run, whatever was skipped. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void windowsRunAsTheAutomatonDoes(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    for (int round = 0; round < 10; round++) {
      Nfa nfa = random.nfa(9);
      RuleSet machine = new RuleSet(List.of(new RuleSet.Component(1, nfa)));
      byte[] input = random.input(2 * StreamProgram.WINDOW, machine);
      StateGraph graph = StateGraph.of(nfa, 0);
      StateOrder order = new StateOrder(graph);
      boolean[] active = new boolean[order.count()];
      boolean[] expected = new boolean[order.count()];
      for (int w = 0; w < 2; w++) {
        int from = w * StreamProgram.ADVANCE;
        new WindowActivity(input, from, new HashMap<>()).run(order, order.skipTargets(), active);
        for (int i = from; i < from + StreamProgram.ADVANCE; i++) {
          expected = step(order, expected, input[i] & 0xff, i == 0);
        }
        assertThat(active).isEqualTo(expected);
      }
    }
  }

  private static boolean[] step(StateOrder order, boolean[] active, int symbol, boolean first) {
    boolean[] next = new boolean[active.length];
    for (int p = 0; p < next.length; p++) {
      boolean enters = order.isAtEvery(p) || first && order.isAtFirst(p);
      enters |= order.hasSelfLoop(p) && active[p];
      for (int before : order.before(p)) {
        enters |= active[before];
      }
      next[p] = enters && order.stateAt(p).symbols().contains(symbol);
    }
    return next;
  }
}
