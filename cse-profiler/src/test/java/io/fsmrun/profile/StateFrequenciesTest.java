package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** How often states are occupied on random strings. */
class StateFrequenciesTest {

  private static RuleSet rules(Automaton... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void sharesOfStatesAddUpToOne(@ForAll long seed) throws InterruptedException {
    Dfa dfa = RandomAutomata.seeded(seed).dfa(12);
    StateFrequencies frequencies =
        StateFrequencies.of(rules(dfa), new SampleOptions(4, 50, seed), 1, done -> {});
    double sum = 0;
    for (int state = 0; state < dfa.stateCount(); state++) {
      sum += frequencies.weight(0, state);
    }
    assertThat(sum).isCloseTo(1, offset(1e-9));
  }

  /** Each string is run from the start again: half the symbols lead on, half to the end. */
  @Test
  void stringsBeginAtTheStart() throws InterruptedException {
    Dfa dfa = RandomAutomata.seeded(1).matchedOrDead(1);
    StateFrequencies frequencies =
        StateFrequencies.of(rules(dfa), new SampleOptions(2000, 1, 5), 2, done -> {});
    assertThat(frequencies.weight(0, 0)).isZero();
    assertThat(frequencies.weight(0, 1) + frequencies.weight(0, 2)).isEqualTo(1);
    // Only what leads forward is ever drawn.
    assertThat(frequencies.weight(0, 1)).isGreaterThan(0.9);
  }

  @Test
  void positionAutomataHaveNone() throws InterruptedException {
    AtomicInteger most = new AtomicInteger();
    RandomAutomata random = RandomAutomata.seeded(7);
    StateFrequencies frequencies =
        StateFrequencies.of(
            rules(random.nfa(6), random.oneState()),
            StateFrequencies.defaultSample(),
            2,
            done -> most.accumulateAndGet(done, Math::max));
    assertThat(frequencies.weight(0, 0)).isZero();
    assertThat(frequencies.weight(1, 0)).isEqualTo(1);
    assertThat(most).hasValue(2);
  }
}
