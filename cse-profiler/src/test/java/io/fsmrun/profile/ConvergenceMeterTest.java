package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.SymbolsToOne;
import io.fsmrun.testkit.RandomAutomata;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Measured convergence, against every state run on its own. */
class ConvergenceMeterTest {

  private static ConvergenceProfile profile(RuleSet rules, RandomAutomata random) {
    List<Optional<ConvergencePartition>> partitions = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      Partition partition = random.partition(states);
      IntList order = IntList.of(IntStream.range(0, partition.blockCount()).toArray());
      partitions.add(
          component.automaton().isDeterministic()
              ? Optional.of(new ConvergencePartition(partition, order, 1, 1, 1))
              : Optional.empty());
    }
    return new ConvergenceProfile(rules, partitions);
  }

  private static Convergence measure(
      List<ConvergenceProfile> profiles, List<byte[]> strings, int threads)
      throws InterruptedException {
    return ConvergenceMeter.measure(profiles, strings, threads, done -> {});
  }

  private static boolean isIdle(Dfa dfa, int state) {
    return dfa.isAbsorbing(state) && dfa.reportFlags(state) == ReportFlags.NONE;
  }

  private static int end(Dfa dfa, int state, byte[] string, int length) {
    int at = state;
    for (int i = 0; i < length; i++) {
      at = dfa.next(at, string[i] & 0xff);
    }
    return at;
  }

  /** Per block, the states that its states are in. */
  private static Map<Integer, Set<Integer>> ends(
      Dfa dfa, Partition sets, byte[] string, int length) {
    Map<Integer, Set<Integer>> ends = new HashMap<>();
    for (int state = 0; state < dfa.stateCount(); state++) {
      ends.computeIfAbsent(sets.blockOf(state), block -> new HashSet<>())
          .add(end(dfa, state, string, length));
    }
    return ends;
  }

  private static int flows(Dfa dfa, Partition sets, byte[] string, int length) {
    Set<Integer> together = new HashSet<>();
    int apart = 0;
    for (Set<Integer> states : ends(dfa, sets, string, length).values()) {
      if (states.size() > 1) {
        apart += states.stream().allMatch(state -> isIdle(dfa, state)) ? 0 : 1;
      } else {
        states.stream().filter(state -> !isIdle(dfa, state)).forEach(together::add);
      }
    }
    return Math.max(1, apart + together.size());
  }

  private static List<byte[]> strings(RandomAutomata random, RuleSet rules) {
    List<byte[]> strings = new ArrayList<>();
    for (int i = random.number(1, 6); i > 0; i--) {
      strings.add(random.input(random.number(0, 14), rules));
    }
    return strings;
  }

  /** The percentile of nearest rank. */
  private static int percentile(List<Integer> values, double share) {
    List<Integer> sorted = values.stream().sorted().toList();
    return sorted.get(Math.max(0, (int) Math.ceil(share * sorted.size() - 1e-9) - 1));
  }

  @Property(tries = 150)
  void countsWhatEveryStateOnItsOwnDoes(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    List<byte[]> strings = strings(random, rules);
    List<ConvergenceProfile> profiles = List.of(profile(rules, random), profile(rules, random));
    Convergence found = measure(profiles, strings, 2);
    for (boolean bySets : new boolean[] {false, true}) {
      FlowCurve perRule = found.curves().get(bySets ? 2 : 0);
      FlowCurve ofMachine = found.curves().get(bySets ? 3 : 1);
      for (int p = 0; p < ofMachine.points().size(); p++) {
        int symbols = ofMachine.points().get(p).symbols();
        List<Integer> each = new ArrayList<>();
        List<Integer> machine = new ArrayList<>();
        for (byte[] string : strings) {
          if (string.length >= symbols) {
            int most = 1;
            for (int c = 0; c < rules.size(); c++) {
              if (rules.automaton(c) instanceof Dfa dfa) {
                Partition sets =
                    bySets
                        ? profiles.get(0).partitions().get(c).orElseThrow().partition()
                        : Partition.finest(dfa.stateCount());
                int flows = flows(dfa, sets, string, symbols);
                each.add(flows);
                most = Math.max(most, flows);
              }
            }
            machine.add(most);
          }
        }
        assertPoint(ofMachine.points().get(p), machine);
        if (each.isEmpty()) {
          assertThat(perRule.points()).isEmpty();
        } else {
          assertPoint(perRule.points().get(p), each);
        }
      }
    }
  }

  private static void assertPoint(FlowCurve.Point point, List<Integer> values) {
    assertThat(point)
        .isEqualTo(
            new FlowCurve.Point(
                point.symbols(),
                percentile(values, 0.5),
                percentile(values, 0.9),
                percentile(values, 0.99),
                percentile(values, 1)));
  }

  @Property(tries = 150)
  void missesAndMeetingsAreThoseOfEveryState(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(4, 12);
    List<byte[]> strings = strings(random, rules);
    List<ConvergenceProfile> profiles = List.of(profile(rules, random), profile(rules, random));
    Convergence found = measure(profiles, strings, 1);
    for (int p = 0; p < profiles.size(); p++) {
      boolean[] machine = new boolean[strings.size()];
      double sum = 0;
      for (Convergence.RuleConvergence rule : found.rules()) {
        Dfa dfa = (Dfa) rules.automaton(rule.component());
        Partition sets =
            profiles.get(p).partitions().get(rule.component()).orElseThrow().partition();
        int missed = 0;
        for (int s = 0; s < machine.length; s++) {
          byte[] string = strings.get(s);
          boolean miss =
              ends(dfa, sets, string, string.length).values().stream().anyMatch(e -> e.size() > 1);
          missed += miss ? 1 : 0;
          machine[s] |= miss;
        }
        assertThat(rule.missRates().get(p)).isEqualTo((double) missed / strings.size());
        assertThat(rule.toOne()).isEqualTo(toOne(dfa, strings));
        sum += rule.missRates().get(p);
      }
      int missed = 0;
      for (boolean miss : machine) {
        missed += miss ? 1 : 0;
      }
      assertThat(found.misses().get(p).machine()).isEqualTo((double) missed / strings.size());
      assertThat(found.misses().get(p).rule())
          .isEqualTo(found.rules().isEmpty() ? 0 : sum / found.rules().size());
    }
  }

  private static SymbolsToOne toOne(Dfa dfa, List<byte[]> strings) {
    List<Integer> symbols = new ArrayList<>();
    for (byte[] string : strings) {
      for (int length = 0; length <= string.length; length++) {
        Partition all = Partition.coarsest(dfa.stateCount());
        if (ends(dfa, all, string, length).get(0).size() == 1) {
          symbols.add(length);
          break;
        }
      }
    }
    double never = (double) (strings.size() - symbols.size()) / strings.size();
    return symbols.isEmpty()
        ? new SymbolsToOne(0, 0, 0, 1)
        : new SymbolsToOne(
            percentile(symbols, 0.5), percentile(symbols, 0.95), percentile(symbols, 1), never);
  }

  @Property(tries = 30)
  void threadsMakeNoDifference(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(8, 12);
    List<byte[]> strings = strings(random, rules);
    List<ConvergenceProfile> profiles = List.of(profile(rules, random));
    assertThat(measure(profiles, strings, 4)).isEqualTo(measure(profiles, strings, 1));
  }

  @Test
  void positionsAreSpacedByTheirLogarithm() {
    assertThat(ConvergenceMeter.positions(0)).containsExactly(0);
    assertThat(ConvergenceMeter.positions(1)).containsExactly(0, 1);
    assertThat(ConvergenceMeter.positions(20)).containsExactly(0, 1, 2, 3, 4, 6, 8, 12, 16, 20);
    assertThat(ConvergenceMeter.positions(24)).containsExactly(0, 1, 2, 3, 4, 6, 8, 12, 16, 24);
  }

  @Test
  void nothingToMeasureIsZero() throws InterruptedException {
    RuleSet none = new RuleSet(List.of());
    ConvergenceProfile empty = new ConvergenceProfile(none, List.of());
    Convergence found = measure(List.of(empty), List.of(), 2);
    assertThat(found.rules()).isEmpty();
    assertThat(found.misses()).containsExactly(new Convergence.MissRates(0, 0));
    assertThat(found.toOne()).isEqualTo(new SymbolsToOne(0, 0, 0, 0));
  }

  @Test
  void refusesProfilesThatDoNotBelongTogether() {
    RandomAutomata random = RandomAutomata.seeded(4);
    RuleSet one = new RuleSet(List.of(new RuleSet.Component(1, random.matcher(3))));
    RuleSet other = new RuleSet(List.of(new RuleSet.Component(1, random.matcher(4))));
    assertThatIllegalArgumentException().isThrownBy(() -> measure(List.of(), List.of(), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> measure(List.of(profile(one, random), profile(other, random)), List.of(), 1));
  }
}
