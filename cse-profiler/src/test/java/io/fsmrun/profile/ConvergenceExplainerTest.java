package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.profile.ApartStates.Meeting;
import io.fsmrun.testkit.RandomAutomata;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Why sets stay apart. */
class ConvergenceExplainerTest {

  private static RuleSet rules(Dfa dfa) {
    return new RuleSet(List.of(new RuleSet.Component(1, dfa)));
  }

  private static ConvergencePartition sets(Partition partition, int... order) {
    return new ConvergencePartition(partition, IntList.of(order), 1, 1, 1);
  }

  private static int end(Dfa dfa, int state, String string) {
    int at = state;
    for (int i = 0; i < string.length(); i++) {
      at = dfa.next(at, string.charAt(i));
    }
    return at;
  }

  /** Length of the shortest string after which two states are one; -1 if there is none. */
  private static int shortest(Dfa dfa, int one, int other) {
    Set<List<Integer>> seen = new HashSet<>();
    Set<List<Integer>> now = Set.of(List.of(one, other));
    for (int length = 0; !now.isEmpty(); length++) {
      Set<List<Integer>> next = new HashSet<>();
      for (List<Integer> pair : now) {
        if (pair.get(0).equals(pair.get(1))) {
          return length;
        }
        seen.add(pair);
        for (int c = 0; c < dfa.classes().count(); c++) {
          next.add(List.of(dfa.nextByClass(pair.get(0), c), dfa.nextByClass(pair.get(1), c)));
        }
      }
      next.removeAll(seen);
      now = next;
    }
    return -1;
  }

  @Property(tries = 300)
  void waysAndMeetingsAreTrue(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(12);
    Partition partition = random.partition(dfa.stateCount());
    if (partition.blockCount() < 2) {
      return;
    }
    ConvergencePartition choice = sets(partition, 1, 0);
    ApartStates apart =
        new ConvergenceExplainer(rules(dfa), SymbolChoice.ALL).explain(0, choice).orElseThrow();
    assertThat(partition.blockOf(apart.one())).isEqualTo(1);
    assertThat(partition.blockOf(apart.other())).isZero();
    apart.wayToOne().ifPresent(w -> assertThat(end(dfa, dfa.start(), w)).isEqualTo(apart.one()));
    apart
        .wayToOther()
        .ifPresent(w -> assertThat(end(dfa, dfa.start(), w)).isEqualTo(apart.other()));
    int length = shortest(dfa, apart.one(), apart.other());
    if (length < 0) {
      assertThat(apart.meeting()).isEqualTo(Meeting.NEVER);
      assertThat(apart.sentence()).endsWith("no string brings both together");
    } else {
      assertThat(apart.meeting()).isEqualTo(Meeting.POSSIBLE);
      assertThat(apart.shortest()).hasSize(length);
      assertThat(end(dfa, apart.one(), apart.shortest()))
          .isEqualTo(end(dfa, apart.other(), apart.shortest()));
      assertThat(apart.probability()).isEqualTo(apart.deciding().size() / 256.0);
      assertThat(apart.sentence()).contains("together");
    }
  }

  @Test
  void saysWhatOnlyANewlineJoins() {
    // State 1 follows "a" and is left at a newline alone.
    SymbolClasses classes = SymbolClasses.of(List.of(SymbolSet.of('a'), SymbolSet.of('\n')));
    int a = classes.classOf('a');
    int newline = classes.classOf('\n');
    char[] table = new char[6];
    for (int c = 0; c < 3; c++) {
      table[c] = (char) (c == a ? 1 : 0);
      table[3 + c] = (char) (c == newline ? 0 : 1);
    }
    table[a] = 1;
    table[3 + a] = 0;
    Dfa dfa = new Dfa(classes, table, new byte[] {ReportFlags.NONE, ReportFlags.HERE}, 0);
    ConvergencePartition choice = sets(Partition.finest(2), 1, 0);
    ApartStates apart =
        new ConvergenceExplainer(rules(dfa), SymbolChoice.parse("a-z\\n"))
            .explain(0, choice)
            .orElseThrow();
    assertThat(apart.sentence())
        .isEqualTo(
            "after \"a\" and at the start it stays apart: only \\n brings both together, which"
                + " 3.7% of the symbols are");
  }

  @Test
  void permutationsNeverMeetAndOneSetNeedsNoReason() {
    Dfa dfa = RandomAutomata.seeded(3).permutation(6);
    ConvergenceExplainer explainer = new ConvergenceExplainer(rules(dfa), SymbolChoice.AUTO);
    ConvergencePartition choice = sets(Partition.finest(6), 3, 2, 1, 0, 4, 5);
    assertThat(explainer.explain(0, choice).orElseThrow().meeting()).isEqualTo(Meeting.NEVER);
    assertThat(explainer.explain(0, sets(Partition.coarsest(6), 0))).isEqualTo(Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> explainer.explain(0, sets(Partition.coarsest(5), 0)));
  }
}
