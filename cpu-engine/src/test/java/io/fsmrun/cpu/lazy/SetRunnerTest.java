package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Injection, against sets that are stepped naively. */
class SetRunnerTest {

  /** Per component its active states, stepped by the reference. */
  private static final class NaiveRunner {

    private final List<RuleAutomaton> automata;
    private final List<Set<Integer>> active = new ArrayList<>();

    NaiveRunner(List<RuleAutomaton> automata, boolean started) {
      this.automata = automata;
      for (int c = 0; c < automata.size(); c++) {
        active.add(new TreeSet<>(started ? Set.of(Nfa.START) : Set.of()));
      }
    }

    void inject(int component) {
      active.get(component).add(Nfa.START);
    }

    void step(int symbol, long position, SortedSet<Long> found) {
      for (int c = 0; c < automata.size(); c++) {
        active.set(c, ReferenceEngine.step(automata.get(c).nfa(), active.get(c), symbol));
      }
      report(0, position, found);
    }

    void report(int shift, long position, SortedSet<Long> found) {
      for (int c = 0; c < automata.size(); c++) {
        for (int state : active.get(c)) {
          int flags = automata.get(c).nfa().reportFlags(state) >> shift;
          if ((flags & ReportFlags.HERE) != 0) {
            found.add(Unions.report(automata.get(c).rule(), position));
          }
          if ((flags & ReportFlags.BACK) != 0 && position > 0) {
            found.add(Unions.report(automata.get(c).rule(), position - 1));
          }
        }
      }
    }

    boolean isEmpty() {
      for (int c = 0; c < automata.size(); c++) {
        Nfa nfa = automata.get(c).nfa();
        // A start that leads nowhere and says nothing counts as nothing.
        for (int state : active.get(c)) {
          if (nfa.successorCount(state) > 0 || nfa.reportFlags(state) != ReportFlags.NONE) {
            return false;
          }
        }
        for (int state = 0; state < nfa.stateCount(); state++) {
          if (nfa.isAlwaysEnabled(state)) {
            return false;
          }
        }
      }
      return true;
    }
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void componentsAreInjectedAnywhere(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 5, 8);
    LazyOptions options = Unions.options(random);
    SetRunner runner =
        new SetRunner(
            SetAutomaton.injectable(automata, Unions.alone(automata.size()), options), options);
    boolean started = random.chance(0.5);
    if (!started) {
      runner.clear();
    }
    NaiveRunner naive = new NaiveRunner(automata, started);
    byte[] input = Unions.input(random, automata, random.number(0, 120));
    SortedSet<Long> expected = new TreeSet<>();
    SortedSet<Long> found = new TreeSet<>();
    int[] cuts = random.cuts(0, input.length, random.number(1, 20));
    for (int i = 0; i + 1 < cuts.length; i++) {
      for (int times = random.number(0, 2); times > 0 && !automata.isEmpty(); times--) {
        int component = random.number(0, automata.size() - 1);
        runner.inject(component);
        naive.inject(component);
      }
      runTo(runner, naive, input, cuts[i], cuts[i + 1], found, expected);
    }
    ReportBuffer out = new ReportBuffer();
    out.startBlock(input.length);
    runner.finish(input.length, out);
    Unions.collect(out, found);
    naive.report(2, input.length, expected);
    assertThat(found).as("seed %d", seed).isEqualTo(expected);
  }

  private static void runTo(
      SetRunner runner,
      NaiveRunner naive,
      byte[] input,
      int from,
      int to,
      SortedSet<Long> found,
      SortedSet<Long> expected) {
    ReportBuffer out = new ReportBuffer();
    out.startBlock(from);
    runner.report(from, out);
    int end = runner.run(input, from, to, from, out);
    Unions.collect(out, found);
    naive.report(0, from, expected);
    for (int at = from; at < to; at++) {
      assertThat(end == at).isEqualTo(at < to && at == end && naive.isEmpty());
      naive.step(input[at] & 0xff, at + 1, expected);
    }
    assertThat(runner.isEmpty()).isEqualTo(naive.isEmpty());
    assertThat(end).isBetween(from, to);
  }

  /** As above, but so long that the cache is forgotten and filled again several times. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void injectionsThatAreRememberedAreForgottenWithTheSets(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 5, 8);
    automata.add(new RuleAutomaton(0, random.nfa(8)));
    LazyOptions roomy = LazyOptions.defaults().withLanes(false);
    LazyOptions narrow = roomy.withCacheBytes(random.number(0, 3000));
    SetAutomaton automaton =
        SetAutomaton.injectable(automata, Unions.alone(automata.size()), roomy);
    SetRunner[] runners = {new SetRunner(automaton, roomy), new SetRunner(automaton, narrow)};
    byte[] input = Unions.input(random, automata, 30_000);
    int at = 0;
    while (at < input.length) {
      int component = random.number(0, automata.size() - 1);
      int to = Math.min(input.length, at + random.number(1, 100));
      List<SortedSet<Long>> found = List.of(new TreeSet<>(), new TreeSet<>());
      for (int r = 0; r < runners.length; r++) {
        ReportBuffer out = new ReportBuffer();
        out.startBlock(at);
        runners[r].inject(component);
        runners[r].run(input, at, to, at, out);
        runners[r].finish(to, out);
        Unions.collect(out, found.get(r));
      }
      assertThat(found.get(1)).as("seed %d, to %d", seed, to).isEqualTo(found.get(0));
      at = to;
    }
  }

  /** The same few lists again and again, some of which fall into one slot; sets are forgotten. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void listsOfStatesAreAddedToWhatIsActive(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 5, 8);
    automata.add(new RuleAutomaton(0, random.nfa(8)));
    LazyOptions options = Unions.options(random);
    SetAutomaton automaton = SetAutomaton.of(automata, options);
    SetRunner runner = new SetRunner(automaton, options);
    int[][] lists = new int[random.number(1, 80)][];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = new int[random.number(0, 4)];
      Arrays.setAll(lists[i], s -> random.number(0, automaton.stateCount() - 1));
    }
    byte[] input = Unions.input(random, automata, 2_000);
    ReportBuffer out = new ReportBuffer();
    out.startBlock(0);
    for (int at = 0; at < input.length; at++) {
      int[] list = lists[random.number(0, lists.length - 1)];
      IntStream both = IntStream.concat(Arrays.stream(runner.states()), Arrays.stream(list));
      ActiveSet united = automaton.newSet();
      both.forEach(united::add);
      int[] expected = united.sorted();
      runner.add(Arrays.copyOf(list, list.length + 1), list.length);
      assertThat(runner.states()).as("seed %d at %d", seed, at).isEqualTo(expected);
      runner.run(input, at, at + 1, at, out);
    }
  }

  @Test
  void aDamagedStateLeavesNothingActive() {
    RandomAutomata random = RandomAutomata.seeded(2);
    List<RuleAutomaton> automata = List.of(new RuleAutomaton(0, random.nfa(12)));
    LazyOptions options = LazyOptions.defaults();
    SetRunner runner =
        new SetRunner(
            SetAutomaton.injectable(automata, Unions.alone(automata.size()), options), options);
    assertThatThrownBy(() -> runner.restore(new BinaryReader(new byte[] {1, 100})))
        .hasMessageContaining("distance");
    BinaryWriter out = new BinaryWriter();
    runner.save(out);
    assertThat(out.toByteArray()).containsExactly(0);
  }

  @Test
  void onlyInjectableAutomataAreInjected() {
    LazyOptions options = LazyOptions.defaults();
    SetAutomaton automaton =
        SetAutomaton.of(List.of(new RuleAutomaton(0, RandomAutomata.seeded(1).nfa(5))), options);
    SetRunner runner = new SetRunner(automaton, options);
    assertThatThrownBy(() -> runner.inject(0)).isInstanceOf(IllegalStateException.class);
  }
}
