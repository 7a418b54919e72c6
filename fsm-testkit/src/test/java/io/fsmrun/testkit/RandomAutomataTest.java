package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** The special automata are what their names say. */
class RandomAutomataTest {

  private static Set<Integer> all(Dfa dfa) {
    Set<Integer> states = new TreeSet<>();
    for (int state = 0; state < dfa.stateCount(); state++) {
      states.add(state);
    }
    return states;
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void permutationsNeverConverge(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.permutation(random.number(1, 12));
    byte[] input = random.input(30, dfa);
    assertThat(ReferenceEngine.run(dfa, all(dfa), input, 0, 30)).isEqualTo(all(dfa));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void matchersConvergeWithinTheirWord(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int length = random.number(1, 10);
    Dfa dfa = random.matcher(length);
    byte[] input = random.input(length, dfa);
    assertThat(ReferenceEngine.run(dfa, all(dfa), input, 0, length)).hasSize(1);
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void matchedAndDeadAreBothAbsorbing(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int length = random.number(1, 8);
    Dfa dfa = random.matchedOrDead(length);
    assertThat(dfa.isAbsorbing(length) && dfa.isAbsorbing(length + 1)).isTrue();
    byte[] input = random.input(length, dfa);
    assertThat(ReferenceEngine.run(dfa, all(dfa), input, 0, length))
        .containsExactly(length, length + 1);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void somePassDifferentReportsBeforeTheyMeet(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.convergingThroughReports(5);
    Set<Integer> first = Set.of(0, 1, 2, 3, 4);
    byte[] input = {'a', 'b'};
    Set<Integer> between = ReferenceEngine.run(dfa, first, input, 0, 1);
    assertThat(between).hasSize(5);
    assertThat(between.stream().map(dfa::reportFlags).distinct()).hasSize(5);
    assertThat(ReferenceEngine.run(dfa, first, input, 0, 2)).hasSize(1);
  }

  /** The word that synchronises Cerny's automaton of n states has (n - 1) squared letters. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void slowOnesAreSlow(@ForAll long seed) {
    int states = 6;
    Dfa dfa = RandomAutomata.seeded(seed).slowlyConverging(states);
    byte[] word = new byte[(states - 1) * (states - 1)];
    Arrays.fill(word, (byte) 'a');
    for (int i = 0; i < word.length; i += states) {
      word[i] = 'b';
    }
    assertThat(ReferenceEngine.run(dfa, all(dfa), word, 0, word.length)).hasSize(1);
    assertThat(ReferenceEngine.run(dfa, all(dfa), word, 0, word.length - 1)).hasSize(2);
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void equalSeedsGiveEqualCases(@ForAll long seed) {
    RandomAutomata one = RandomAutomata.seeded(seed);
    RandomAutomata two = RandomAutomata.seeded(seed);
    assertThat(one.dfa(10)).isEqualTo(two.dfa(10));
    assertThat(one.stateSet(70)).isEqualTo(two.stateSet(70));
    assertThat(one.input(20, 3)).isEqualTo(two.input(20, 3));
    assertThat(one.partition(9)).isEqualTo(two.partition(9));
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void partsAreWithinTheirBounds(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(3, 10);
    assertThat(rules.size()).isLessThanOrEqualTo(3);
    assertThat(random.input(17, rules)).hasSize(17);
    assertThat(random.automaton(10).stateCount()).isBetween(1, 16);
    Partition partition = random.partition(6);
    assertThat(partition.stateCount()).isEqualTo(6);
    int[] cuts = random.cuts(3, 20, 5);
    assertThat(cuts[0]).isEqualTo(3);
    assertThat(cuts[cuts.length - 1]).isEqualTo(20);
    assertThat(cuts).doesNotHaveDuplicates().isSorted();
    assertThat(random.cuts(4, 4, 5)).containsExactly(4, 4);
    assertThat(ReferenceEngine.ends(random.chattering(), new byte[5])).contains(1, 2, 3, 4, 5);
  }
}
