package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Profiles of whole rulesets. */
class ConvergenceProfilerTest {

  private static final ProfileOptions OPTIONS = new ProfileOptions(100, 30, 1, 1);

  private static RuleSet rules(Automaton... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(10 * components.size() + 3, automaton));
    }
    return new RuleSet(components);
  }

  private static ConvergencePartition only(Dfa dfa) throws InterruptedException {
    return new ConvergenceProfiler(OPTIONS, 1).profile(rules(dfa)).partitions().get(0).get();
  }

  @Test
  void permutationsNeedOneSetPerState() throws InterruptedException {
    ConvergencePartition choice = only(RandomAutomata.seeded(1).permutation(9));
    assertThat(choice.partition()).isEqualTo(Partition.finest(9));
    assertThat(choice.mostFrequentShare()).isEqualTo(1);
    assertThat(choice.coverage()).isEqualTo(1);
    assertThat(choice.distinctPartitions()).isEqualTo(1);
  }

  @Test
  void oneStateIsOneSet() throws InterruptedException {
    ConvergencePartition choice = only(RandomAutomata.seeded(1).oneState());
    assertThat(choice.partition()).isEqualTo(Partition.coarsest(1));
    assertThat(choice.order().toIntArray()).containsExactly(0);
  }

  @Test
  void matchedAndDeadNeverMeet() throws InterruptedException {
    Dfa dfa = RandomAutomata.seeded(1).matchedOrDead(4);
    assertThat(only(dfa).partition().blockCount()).isGreaterThan(1);
  }

  @Test
  void rulesThatReportNothingCanBeProfiled() throws InterruptedException {
    assertThat(only(RandomAutomata.seeded(5).withoutReports(8)).coverage()).isEqualTo(1);
  }

  @Test
  void positionAutomataAreNotProfiled() throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(7);
    RuleSet rules = rules(random.nfa(6), random.dfa(6));
    ConvergenceProfile profile = new ConvergenceProfiler(OPTIONS, 2).profile(rules);
    assertThat(profile.partitions().get(0)).isEmpty();
    assertThat(profile.partitions().get(1)).isPresent();
    assertThat(profile.flowPlans().get(0)).isInstanceOf(BracketFlows.class);
    assertThat(profile.flowPlans().get(1)).isInstanceOf(ConvergenceSetFlows.class);
    assertThat(profile.strategy(5).cut(new byte[100], 0, 100).count()).isEqualTo(5);
  }

  @Property(tries = 60)
  void dependsOnRulesAndSeedOnly(@ForAll long seed) throws InterruptedException {
    RuleSet rules = RandomAutomata.seeded(seed).ruleSet(6, 20);
    ProfileOptions options = new ProfileOptions(50, 12, 0.95, seed);
    ConvergenceProfile one = new ConvergenceProfiler(options, 1).profile(rules);
    assertThat(new ConvergenceProfiler(options, 1).profile(rules)).isEqualTo(one);
    assertThat(new ConvergenceProfiler(options, 3).profile(rules)).isEqualTo(one);
    for (int c = 0; c < rules.size(); c++) {
      assertThat(one.partitions().get(c).isPresent())
          .isEqualTo(rules.automaton(c).isDeterministic());
    }
  }

  @Test
  void hearsOfEveryComponent() throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(2);
    AtomicInteger most = new AtomicInteger();
    new ConvergenceProfiler(OPTIONS, 2)
        .profile(
            rules(random.dfa(5), random.nfa(5), random.dfa(5)),
            done -> most.accumulateAndGet(done, Math::max));
    assertThat(most).hasValue(3);
  }

  @Test
  void emptyRulesetsHaveEmptyProfiles() throws InterruptedException {
    assertThat(ConvergenceProfiler.withDefaults().profile(rules()).partitions()).isEmpty();
  }

  @Test
  void interruptsStopIt() {
    RuleSet rules = rules(RandomAutomata.seeded(2).permutation(5));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> new ConvergenceProfiler(OPTIONS, 1).profile(rules));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void refusesNonsense() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ProfileOptions(0, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProfileOptions(1, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProfileOptions(1, 1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProfileOptions(1, 1, 1.01, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ProfileOptions(1, 1, Double.NaN, 1));
    RuleSet rules = rules(RandomAutomata.seeded(2).oneState());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConvergenceProfile(rules, List.<Optional<ConvergencePartition>>of()));
  }
}
