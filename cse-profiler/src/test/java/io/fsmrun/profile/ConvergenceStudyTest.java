package io.fsmrun.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import io.fsmrun.profile.ProfileOptions.Stopping;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Studies of whole rulesets. */
class ConvergenceStudyTest {

  private static final ProfileOptions SHORT =
      ProfileOptions.study().withLength(20).withStrings(600).withHeldOut(20);

  private static ConvergenceStudy study(RuleSet rules, ProfileOptions options, int threads)
      throws InterruptedException {
    return new ConvergenceProfiler(options, threads).study(rules, done -> {});
  }

  private static RuleSet one(Dfa dfa) {
    return new RuleSet(List.of(new RuleSet.Component(1, dfa)));
  }

  /** Two states that one byte in so many brings together. */
  private static RuleSet meetingOnOneByte() {
    SymbolClasses classes = SymbolClasses.of(List.of(SymbolSet.of('\n')));
    int newline = classes.classOf('\n');
    char[] table = new char[4];
    table[2 + 1 - newline] = 1;
    return one(new Dfa(classes, table, new byte[] {ReportFlags.NONE, ReportFlags.HERE}, 0));
  }

  @Property(tries = 25)
  void doesNotDependOnThreads(@ForAll long seed) throws InterruptedException {
    RuleSet rules = RandomAutomata.seeded(seed).ruleSet(5, 12);
    ProfileOptions options = SHORT.withSeed(seed);
    assertThat(study(rules, options, 3)).isEqualTo(study(rules, options, 1));
  }

  @Property(tries = 25)
  void isOfOnePiece(@ForAll long seed) throws InterruptedException {
    RuleSet rules = RandomAutomata.seeded(seed).ruleSet(5, 12);
    ConvergenceStudy study = study(rules, SHORT, 2);
    List<ConvergenceProfile> profiles =
        new ConvergenceProfiler(SHORT, 2).profiles(rules, StudyMaker.compared(), done -> {});
    assertThat(study.profile()).isEqualTo(new ConvergenceProfiler(SHORT, 1).profile(rules));
    assertThat(study.merges()).hasSize(12);
    long run = 0;
    for (RuleStudy rule : study.rules()) {
      ConvergencePartition choice =
          study.profile().partitions().get(rule.component()).orElseThrow();
      assertThat(rule.sets()).isEqualTo(choice.partition().blockCount());
      assertThat(rule.coverage()).isEqualTo(choice.coverage()).isGreaterThanOrEqualTo(0.99);
      assertThat(rule.stable()).isEqualTo(rule.strings() < SHORT.strings());
      assertThat(rule.frequencies().get(0).share()).isEqualTo(choice.mostFrequentShare());
      run += rule.strings();
    }
    assertThat(study.sample().stringsRun()).isEqualTo(run);
    for (int i = 0; i < study.merges().size(); i++) {
      MergeOutcome outcome = study.merges().get(i);
      ConvergenceProfile profile = profiles.get(i);
      double sets =
          profile.partitions().stream()
              .flatMap(java.util.Optional::stream)
              .mapToInt(p -> p.partition().blockCount())
              .average()
              .orElse(0);
      assertThat(outcome.meanSets()).isCloseTo(sets, within(1e-9));
      // What covers more misses less: each is finer than the one before, from 90% on.
      assertThat(i < 2 || outcome.ruleMissRate() <= study.merges().get(i - 1).ruleMissRate())
          .isTrue();
    }
    assertThat(study.curves()).hasSize(4);
  }

  @Test
  void stableRulesStopEarlyAndOthersDoNot() throws InterruptedException {
    ProfileOptions options = SHORT.withStrings(2000);
    RuleStudy stable =
        study(one(RandomAutomata.seeded(1).permutation(5)), options, 1).rules().get(0);
    assertThat(stable.strings()).isEqualTo(500);
    assertThat(stable.stable()).isTrue();
    // Černý's automaton passes through many partitions.
    RuleSet slow = one(RandomAutomata.seeded(1).slowlyConverging(60));
    ConvergenceStudy study = study(slow, options.withLength(300), 1);
    assertThat(study.rules().get(0).strings()).isEqualTo(2000);
    assertThat(study.rules().get(0).stable()).isFalse();
    assertThat(study.sample().stoppedEarly()).isZero();
    assertThat(study(slow, options.withStopping(Stopping.ALL_STRINGS), 1).sample().test())
        .isEqualTo("All strings are run.");
  }

  @Test
  void lengthIsDoubledWhileThatHelps() throws InterruptedException {
    ProfileOptions options = SHORT.withLength(ProfileOptions.AUTO_LENGTH);
    assertThat(
            study(one(RandomAutomata.seeded(1).permutation(5)), options, 1)
                .sample()
                .lengthSymbols())
        .isEqualTo(1000);
    // The one byte that joins both states is never drawn, or is 1 in 256.
    RuleSet rules = meetingOnOneByte();
    ConvergenceStudy never = study(rules, options.withSymbols(SymbolChoice.parse("a-z")), 1);
    assertThat(never.sample().lengthSymbols()).isEqualTo(1000);
    assertThat(never.rules().get(0).toOne().neverShare()).isEqualTo(1);
    ConvergenceStudy rare = study(rules, options.withSymbols(SymbolChoice.ALL), 1);
    assertThat(rare.sample().lengthSymbols()).isGreaterThan(1000);
    assertThat(rare.rules().get(0).toOne().neverShare()).isZero();
    assertThat(rare.sample().lengthChosen()).startsWith("found by trial");
  }

  @Test
  void hearsOfEveryStep() throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(2);
    RuleSet rules =
        new RuleSet(
            List.of(
                new RuleSet.Component(1, random.dfa(5)), new RuleSet.Component(2, random.nfa(5))));
    AtomicInteger most = new AtomicInteger();
    new ConvergenceProfiler(SHORT, 2).study(rules, done -> most.accumulateAndGet(done, Math::max));
    assertThat(most).hasValue(ConvergenceProfiler.studySteps(rules));
  }

  @Test
  void emptyRulesetsCanBeStudied() throws InterruptedException {
    ConvergenceStudy study = study(new RuleSet(List.of()), ProfileOptions.study(), 1);
    assertThat(study.rules()).isEmpty();
    assertThat(study.outlook().rulesThatMayChange()).isZero();
    assertThat(study.merges().get(0).meanSets()).isZero();
  }

  @Test
  void refusesHeldOutStringsThatDoNotFit() {
    ProfileOptions options = SHORT.withLength(1 << 20).withHeldOut(1 << 10);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> study(new RuleSet(List.of()), options, 1));
  }

  @Test
  void outlookForetellsTenTimesTheStrings() throws InterruptedException {
    double foretold = 0;
    double came = 0;
    for (long seed = 1; seed <= 4; seed++) {
      RandomAutomata random = RandomAutomata.seeded(seed);
      List<RuleSet.Component> components = new ArrayList<>();
      for (int rule = 1; rule <= 12; rule++) {
        components.add(new RuleSet.Component(rule, random.uniform(random.number(6, 14), 0.3)));
      }
      RuleSet rules = new RuleSet(components);
      ProfileOptions options =
          SHORT.withStrings(1000).withLength(8).withStopping(Stopping.ALL_STRINGS);
      ConvergenceStudy study = study(rules, options, 2);
      assertThat(study.outlook().strings()).isEqualTo(10_000);
      foretold += study.outlook().expectedNewPartitions();
      ConvergenceProfile more =
          new ConvergenceProfiler(options.withStrings(10_000), 2).profile(rules);
      for (RuleStudy rule : study.rules()) {
        came +=
            more.partitions().get(rule.component()).orElseThrow().distinctPartitions()
                - rule.distinctPartitions();
      }
    }
    assertThat(came).isGreaterThan(20);
    assertThat(foretold).isBetween(came / 2, came * 2);
  }

  @Test
  void defaultsAreThoseOfTheRecords() {
    assertThat(ProfileOptions.defaults())
        .isEqualTo(
            new ProfileOptions(
                1000,
                1000,
                MergeStrategy.covering(1).withFolding(MergeStrategy.Folding.LAST),
                1,
                SymbolChoice.AUTO,
                Stopping.ALL_STRINGS,
                200));
    assertThat(ProfileOptions.study().isAutoLength()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> SHORT.withHeldOut(0));
    assertThatIllegalArgumentException().isThrownBy(() -> SHORT.withStrings(0));
    assertThatIllegalArgumentException().isThrownBy(() -> SHORT.withLength(-1));
  }
}
