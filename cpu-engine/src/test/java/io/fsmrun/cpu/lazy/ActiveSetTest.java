package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
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

  /** A state that was added once, and then never for as many rounds as are told apart. */
  @Test
  void forgetsWhatWasAddedLongAgo() {
    for (int rounds = 65_530; rounds < 65_540; rounds++) {
      ActiveSet set = new ActiveSet(2, null);
      set.add(1);
      for (int i = 0; i < rounds; i++) {
        set.clear();
      }
      assertThat(set.has(1)).as("%d rounds", rounds).isFalse();
    }
  }
}
