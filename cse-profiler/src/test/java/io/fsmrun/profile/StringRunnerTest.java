package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.testkit.RandomAutomata;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Running a string from all states at once equals running it from each. */
class StringRunnerTest {

  private static SymbolModel.Sampler sampler(Dfa dfa) {
    return SymbolModel.of(new RuleSet(List.of(new RuleSet.Component(1, dfa)))).samplerFor(dfa);
  }

  @Property(tries = 500)
  void equalsEachStateOnItsOwn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int length) {
    Dfa dfa = RandomAutomata.seeded(seed).dfa(30);
    StringRunner runner = new StringRunner(dfa, sampler(dfa));
    // Several strings, so that what is kept between them is used.
    for (int i = 0; i < 5; i++) {
      Partition expected = naive(dfa, length, new SplittableRandom(seed + i));
      Partition found = runner.run(new SplittableRandom(seed + i), length);
      Partition coarsest = Partition.coarsest(dfa.stateCount());
      assertThat(found == null ? coarsest : found).isEqualTo(expected);
      assertThat(found == null).isEqualTo(expected.equals(coarsest));
    }
  }

  private static Partition naive(Dfa dfa, int length, SplittableRandom random) {
    SymbolModel.Sampler symbols = sampler(dfa);
    int[] states = new int[dfa.stateCount()];
    for (int s = 0; s < states.length; s++) {
      states[s] = s;
    }
    for (int i = 0; i < length; i++) {
      int symbolClass = symbols.draw(random);
      for (int s = 0; s < states.length; s++) {
        states[s] = dfa.nextByClass(states[s], symbolClass);
      }
    }
    return Partition.ofLabels(states);
  }

  @Test
  void permutationsNeverConverge() {
    Dfa dfa = RandomAutomata.seeded(3).permutation(12);
    StringRunner runner = new StringRunner(dfa, sampler(dfa));
    assertThat(runner.run(new SplittableRandom(1), 100)).isEqualTo(Partition.finest(12));
  }

  @Test
  void oneStateHasAlwaysConverged() {
    Dfa dfa = RandomAutomata.seeded(3).oneState();
    assertThat(new StringRunner(dfa, sampler(dfa)).run(new SplittableRandom(1), 1)).isNull();
  }
}
