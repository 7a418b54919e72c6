package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ActiveSetTest {

  private static final int STATES = 300;

  /** More members than there is room for at first, too. */
  @Test
  void holdsWhatWasAddedSinceItWasEmptied() {
    Random random = new Random(7);
    ActiveSet set = new ActiveSet(STATES, null);
    ActiveSet other = new ActiveSet(STATES, null);
    for (int round = 0; round < 1_000; round++) {
      set.clear();
      TreeSet<Integer> expected = new TreeSet<>();
      for (int i = random.nextInt(round % 50 == 0 ? 600 : 20); i > 0; i--) {
        int state = random.nextInt(STATES);
        set.add(state);
        expected.add(state);
      }
      int[] states = expected.stream().mapToInt(Integer::intValue).toArray();
      assertThat(set.sorted()).as("round %d", round).isEqualTo(states);
      assertThat(set.size()).isEqualTo(states.length);
      for (int state = 0; state < STATES; state++) {
        assertThat(set.has(state)).isEqualTo(expected.contains(state));
      }
      assertThat(set.equalTo(states, 0, states.length)).isTrue();
      assertThat(set.equalTo(new int[] {STATES - 1 - round % 2}, 0, 1))
          .isEqualTo(states.length == 1 && states[0] == STATES - 1 - round % 2);
      other.clear();
      for (int i = states.length - 1; i >= 0; i--) {
        other.add(states[i]);
      }
      assertThat(other.hash()).as("whatever the order").isEqualTo(set.hash());
    }
  }

  /** Of each chain the member that dominates all others that were added, and no other. */
  @Test
  void leavesOutWhatIsDominated() {
    RandomAutomata random = RandomAutomata.seeded(3);
    List<RuleAutomaton> rules = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rules.add(new RuleAutomaton(i, random.countedGap(20)));
    }
    SetAutomaton union = SetAutomaton.of(rules, LazyOptions.defaults());
    Dominance dominance = Dominance.of(union, Checkpoint.NONE);
    assertThat(dominance).isNotNull();
    ActiveSet set = new ActiveSet(union.stateCount, dominance);
    int leftOut = 0;
    for (int round = 0; round < 2_000; round++) {
      set.clear();
      TreeSet<Integer> added = new TreeSet<>();
      for (int i = random.number(0, round % 50 == 0 ? 4 * union.stateCount : 8); i > 0; i--) {
        int state = random.number(0, union.stateCount - 1);
        set.add(state);
        added.add(state);
      }
      List<Integer> expected = new ArrayList<>();
      for (int state = 0; state < union.stateCount; state++) {
        boolean dominated = isDominated(state, added, dominance);
        if (added.contains(state) && !dominated) {
          expected.add(state);
        }
        assertThat(set.covers(state))
            .as("round %d, state %d", round, state)
            .isEqualTo(added.contains(state) || dominated);
      }
      leftOut += added.size() - expected.size();
      int[] states = expected.stream().mapToInt(Integer::intValue).toArray();
      assertThat(set.sorted()).as("round %d", round).isEqualTo(states);
      assertThat(set.equalTo(states, 0, states.length)).isTrue();
    }
    assertThat(leftOut).isGreaterThan(1_000);
  }

  private static boolean isDominated(int state, Set<Integer> by, Dominance dominance) {
    int chain = dominance.chain(state);
    return chain >= 0
        && by.stream()
            .anyMatch(
                other ->
                    dominance.chain(other) == chain
                        && dominance.rank(other) < dominance.rank(state));
  }
}
