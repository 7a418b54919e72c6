package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.UnknownAutomaton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** How far to look back, predicted on random strings. */
class LookBackProfilerTest {

  private static final List<Integer> EVERY = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20);

  private static RuleSet rules(Automaton... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  private static LookBackChoice choose(LookBackOptions options, Automaton... automata)
      throws InterruptedException {
    return new LookBackProfiler(options, 1).choose(rules(automata));
  }

  /** Finds a word of different letters: states are how many of them were read. */
  private static Dfa matcher(String word) {
    int letters = word.length();
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (int i = 0; i < letters; i++) {
      labels[word.charAt(i)] = i + 1;
    }
    char[] table = new char[(letters + 1) * (letters + 1)];
    for (int state = 0; state <= letters; state++) {
      table[state * (letters + 1) + 1] = 1;
      if (state > 0 && state < letters) {
        table[state * (letters + 1) + state + 1] = (char) (state + 1);
      }
    }
    byte[] flags = new byte[letters + 1];
    flags[letters] = ReportFlags.HERE;
    return new Dfa(SymbolClasses.ofLabels(labels), table, flags, 0);
  }

  /** Waits for as many symbols of any kind as it has states, then stays where it is. */
  private static Dfa countdown(int states) {
    char[] table = new char[states * 2];
    byte[] flags = new byte[states];
    for (int state = 0; state < states; state++) {
      table[state * 2] = (char) Math.min(states - 1, state + 1);
      table[state * 2 + 1] = table[state * 2];
    }
    flags[states - 1] = ReportFlags.HERE;
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    labels['b'] = 1;
    return new Dfa(SymbolClasses.ofLabels(labels), table, flags, 0);
  }

  @Test
  void aWordNeedsNoMoreSymbolsThanItHas() throws InterruptedException {
    LookBackChoice choice = choose(LookBackOptions.defaults(), matcher("abcdefgh"));
    assertThat(choice.symbols()).isBetween(1, 8);
    assertThat(choice.predictions().get(0)).extracting("symbols").isEqualTo(0);
    assertThat(choice.predictions().get(0).flowsAtCut()).isEqualTo(9);
    assertThat(choice.predictions().get(0).cycles()).isGreaterThanOrEqualTo(8);
    // Longer look-backs cost themselves and gain nothing.
    LookBackPrediction longest = choice.predictions().get(choice.predictions().size() - 1);
    assertThat(longest).isEqualTo(new LookBackPrediction(500, 1, 500));
  }

  /**
   * Of N states, N - t are left after t symbols, of which the last can neither be told by what
   * comes nor costs anything alone. So L symbols cost L + (N-1-L)(N-L)/2, least just before the
   * end.
   */
  @Test
  void costsAreThoseOfTheLookBackAndOfSurvivors() throws InterruptedException {
    int states = 8;
    LookBackOptions options = new LookBackOptions(EVERY, 50, 3, 7);
    LookBackChoice choice = choose(options, countdown(states));
    for (LookBackPrediction prediction : choice.predictions()) {
      int left = Math.max(0, states - 1 - prediction.symbols());
      assertThat(prediction.flowsAtCut()).isEqualTo(left + 1);
      assertThat(prediction.cycles()).isEqualTo(prediction.symbols() + left * (left + 1) / 2);
    }
    assertThat(choice.symbols()).isEqualTo(states - 2);
  }

  @Test
  void thereIsNoPointInLookingBackOverAPermutation() throws InterruptedException {
    Dfa permutation = RandomAutomata.seeded(3).permutation(7);
    LookBackChoice choice = choose(LookBackOptions.defaults(), permutation);
    assertThat(choice.symbols()).isZero();
    assertThat(choice.predictions().get(0)).isEqualTo(new LookBackPrediction(0, 7, 6000));
    assertThat(choose(LookBackOptions.defaults()).symbols()).isZero();
    assertThat(choose(LookBackOptions.defaults(), RandomAutomata.seeded(1).oneState()).symbols())
        .isZero();
  }

  /** Of many flows, machine flows are those of the component that has most. */
  @Test
  void theSlowestComponentDecides() throws InterruptedException {
    LookBackOptions options = new LookBackOptions(EVERY, 50, 3, 7);
    assertThat(choose(options, countdown(4), countdown(9), countdown(2)))
        .isEqualTo(choose(options, countdown(9)));
  }

  /** Against sets of states, stepped one by one. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void countsWhatIsLeft(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    LookBackOptions options =
        new LookBackOptions(List.of(0, 1, 2, 5), random.number(1, 9), random.number(1, 3), seed);
    byte[][] strings = RandomStrings.of(SymbolModel.of(rules), options.sample());
    LookBackChoice choice = new LookBackProfiler(options, 2).choose(rules);
    for (LookBackPrediction prediction : choice.predictions()) {
      int cut = prediction.symbols();
      double atCut = 0;
      double cycles = 0;
      for (byte[] string : strings) {
        atCut += flows(rules, string, cut);
        for (int t = cut; t < cut + options.segmentSymbols(); t++) {
          cycles += flows(rules, string, t) - 1;
        }
      }
      assertThat(prediction.flowsAtCut()).isEqualTo(atCut / strings.length);
      assertThat(prediction.cycles()).isEqualTo(cut + cycles / strings.length);
      LookBackPrediction chosen =
          choice.predictions().get(options.candidates().indexOf(choice.symbols()));
      assertThat(chosen.cycles()).isLessThanOrEqualTo(prediction.cycles());
    }
  }

  private static int flows(RuleSet rules, byte[] string, int symbols) {
    int most = 1;
    for (RuleSet.Component component : rules.components()) {
      Automaton automaton = component.automaton();
      Set<Integer> possible = new TreeSet<>();
      Set<Integer> certain = new TreeSet<>();
      for (int s = automaton instanceof Nfa ? 1 : 0; s < automaton.stateCount(); s++) {
        possible.add(s);
      }
      for (int i = 0; i < symbols; i++) {
        possible = ReferenceEngine.step(automaton, possible, string[i] & 0xff);
        certain = ReferenceEngine.step(automaton, certain, string[i] & 0xff);
      }
      if (automaton instanceof Dfa dfa) {
        possible.removeIf(s -> dfa.isAbsorbing(s) && dfa.reportFlags(s) == ReportFlags.NONE);
        most = Math.max(most, possible.size());
      } else {
        possible.removeAll(certain);
        most = Math.max(most, possible.size() + 1);
      }
    }
    return most;
  }

  /** So that another list of candidates does not change what is predicted for the old ones. */
  @Test
  void longerStringsBeginAsShorterOnes() {
    SymbolModel symbols = SymbolModel.of(rules(matcher("abcdefgh")));
    byte[][] shorter = RandomStrings.of(symbols, new SampleOptions(3, 10, 4));
    byte[][] longer = RandomStrings.of(symbols, new SampleOptions(4, 20, 4));
    for (int i = 0; i < shorter.length; i++) {
      assertThat(Arrays.copyOf(longer[i], 10)).isEqualTo(shorter[i]);
    }
    assertThat(shorter[0]).isNotEqualTo(shorter[1]);
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void dependsOnRulesAndSeedOnly(@ForAll long seed) throws InterruptedException {
    RuleSet rules = RandomAutomata.seeded(seed).ruleSet(6, 20);
    LookBackOptions options = new LookBackOptions(EVERY, 40, 5, seed);
    LookBackChoice one = new LookBackProfiler(options, 1).choose(rules);
    assertThat(new LookBackProfiler(options, 3).choose(rules)).isEqualTo(one);
    StateFrequencies frequencies =
        StateFrequencies.of(rules, new SampleOptions(3, 40, seed), 1, done -> {});
    StateFrequencies others =
        StateFrequencies.of(rules, new SampleOptions(3, 40, seed), 3, done -> {});
    for (int c = 0; c < rules.size(); c++) {
      for (int state = 0; state < rules.automaton(c).stateCount(); state++) {
        assertThat(others.weight(c, state)).isEqualTo(frequencies.weight(c, state));
      }
    }
  }

  @Test
  void hearsOfEveryComponentAndCanBeInterrupted() throws InterruptedException {
    RuleSet rules = rules(matcher("ab"), RandomAutomata.seeded(2).nfa(5), matcher("xyz"));
    AtomicInteger most = new AtomicInteger();
    LookBackProfiler profiler = new LookBackProfiler(LookBackOptions.defaults(), 2);
    profiler.choose(rules, done -> most.accumulateAndGet(done, Math::max));
    assertThat(most).hasValue(3);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> new LookBackProfiler(LookBackOptions.defaults(), 1).choose(rules));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void refusesNonsense() {
    List<Integer> one = List.of(1);
    assertThatIllegalArgumentException().isThrownBy(() -> options(List.of(), 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> options(List.of(-1), 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> options(List.of(2, 2), 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> options(one, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> options(one, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> options(one, Integer.MAX_VALUE, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SampleOptions(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SampleOptions(1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new SampleOptions(1 << 20, 1 << 20, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> choose(LookBackOptions.defaults(), new UnknownAutomaton()));
  }

  private static LookBackOptions options(List<Integer> candidates, int symbols, int strings) {
    return new LookBackOptions(candidates, symbols, strings, 1);
  }
}
