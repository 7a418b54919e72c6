package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.profile.Convergence.RuleConvergence;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.PartitionShare;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import io.fsmrun.profile.ConvergenceStudy.SampleTaken;
import io.fsmrun.profile.PartitionCounts.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Makes the study of one ruleset. */
final class StudyMaker {

  /** How many partitions of a rule are listed. */
  private static final int MOST_LISTED = 10;

  /** The number of strings that the outlook is for, and how often more than were asked for. */
  private static final int OUTLOOK = 10_000;

  private static final int OUTLOOK_FACTOR = 10;

  /** Sets the held-out strings apart from those that are profiled. */
  private static final long HELD_OUT = 0x2545F4914F6CDD1DL;

  private final RuleSet rules;
  private final ProfileOptions options;
  private final int threads;
  private final IntConsumer progress;
  private final AtomicInteger done = new AtomicInteger();
  private final List<MergeStrategy> merges = new ArrayList<>();
  private final Forecast forecast;
  private final RuleFindings[] findings;
  private final ConvergencePartition[][] chosen;

  /** What is kept of a rule's sample. */
  private record RuleFindings(
      int strings,
      boolean stable,
      List<PartitionShare> frequencies,
      double unseen,
      Forecast.Facts facts) {}

  StudyMaker(RuleSet rules, ProfileOptions options, int threads, IntConsumer progress) {
    this.rules = rules;
    this.options = options;
    this.threads = threads;
    this.progress = progress;
    this.findings = new RuleFindings[rules.size()];
    this.chosen = new ConvergencePartition[rules.size()][];
    this.forecast = new Forecast(options.merge(), outlookStrings(options.strings()));
    merges.add(options.merge());
    merges.addAll(compared());
  }

  /** The merge strategies of a study: {@code mfp}, then 90% to 100%, with folding first. */
  static List<MergeStrategy> compared() {
    List<MergeStrategy> compared = new ArrayList<>();
    compared.add(MergeStrategy.mostFrequent());
    for (int percent = 90; percent <= 100; percent++) {
      compared.add(MergeStrategy.covering(percent / 100.0));
    }
    return compared;
  }

  ConvergenceStudy make() throws InterruptedException {
    SymbolModel symbols = SymbolModel.of(rules, options.symbols());
    LengthChooser.Choice length = LengthChooser.choose(rules, symbols, options, threads);
    List<byte[]> heldOut = heldOut(symbols, length.length());
    profile(symbols, length.length());
    Arrays.stream(findings).filter(Objects::nonNull).forEach(rule -> forecast.add(rule.facts));
    List<ConvergenceProfile> profiles = ConvergenceProfiler.profiles(rules, chosen, merges.size());
    Convergence convergence =
        ConvergenceMeter.measure(
            profiles, heldOut, threads, measured -> progress.accept(done.incrementAndGet()));
    return new ConvergenceStudy(
        profiles.get(0),
        sampleTaken(length),
        ruleStudies(convergence),
        outcomes(profiles, convergence),
        convergence.curves(),
        forecast.outlook());
  }

  private List<byte[]> heldOut(SymbolModel symbols, int length) {
    SampleOptions sample = new SampleOptions(options.heldOut(), length, options.seed() ^ HELD_OUT);
    return Arrays.asList(RandomStrings.of(symbols, sample));
  }

  private void profile(SymbolModel symbols, int length) throws InterruptedException {
    Workers.run(
        threads,
        rules.size(),
        task -> {
          int component = (int) task;
          if (rules.automaton(component) instanceof Dfa dfa) {
            int ruleId = rules.components().get(component).ruleId();
            RuleSample sample = RuleSample.of(dfa, symbols, ruleId, options, length);
            chosen[component] = ConvergenceProfiler.choose(sample, merges);
            findings[component] = findings(sample);
          }
          progress.accept(done.incrementAndGet());
        });
  }

  private RuleFindings findings(RuleSample sample) {
    int total = sample.counts().total();
    List<PartitionShare> shares =
        sample.counts().entries().stream()
            .sorted(Comparator.comparingInt((Entry entry) -> -entry.count()))
            .limit(MOST_LISTED)
            .map(e -> new PartitionShare(e.partition().blockCount(), (double) e.count() / total))
            .toList();
    return new RuleFindings(
        total, sample.stable(), shares, sample.unseen(), forecast.facts(sample));
  }

  private static int outlookStrings(int strings) {
    return (int) Math.max(OUTLOOK, Math.min(Integer.MAX_VALUE, (long) strings * OUTLOOK_FACTOR));
  }

  private SampleTaken sampleTaken(LengthChooser.Choice length) {
    List<RuleFindings> known = Arrays.stream(findings).filter(Objects::nonNull).toList();
    boolean stops = options.stopping() == ProfileOptions.Stopping.WHEN_STABLE;
    return new SampleTaken(
        options.strings(),
        known.stream().mapToLong(RuleFindings::strings).sum(),
        (int) known.stream().filter(RuleFindings::stable).count(),
        stops ? RuleSample.test(options.merge()) : "All strings are run.",
        length.length(),
        length.how(),
        options.symbols().describe(),
        options.heldOut(),
        options.seed());
  }

  private List<RuleStudy> ruleStudies(Convergence convergence) {
    List<RuleStudy> studies = new ArrayList<>();
    for (RuleConvergence measured : convergence.rules()) {
      int component = measured.component();
      RuleFindings found = findings[component];
      ConvergencePartition choice = chosen[component][0];
      studies.add(
          new RuleStudy(
              component,
              measured.ruleId(),
              rules.automaton(component).stateCount(),
              found.strings,
              found.stable,
              found.frequencies,
              choice.distinctPartitions(),
              found.unseen,
              choice.partition().blockCount(),
              choice.coverage(),
              measured.toOne(),
              measured.missRates().get(0)));
    }
    return studies;
  }

  private List<MergeOutcome> outcomes(List<ConvergenceProfile> profiles, Convergence convergence) {
    List<MergeOutcome> outcomes = new ArrayList<>();
    for (int i = 1; i < merges.size(); i++) {
      double sets = 0;
      int most = 0;
      double coverage = 0;
      int number = 0;
      for (Optional<ConvergencePartition> choice : profiles.get(i).partitions()) {
        if (choice.isPresent()) {
          int blocks = choice.get().partition().blockCount();
          sets += blocks;
          most = Math.max(most, blocks);
          coverage += choice.get().coverage();
          number++;
        }
      }
      outcomes.add(
          new MergeOutcome(
              merges.get(i),
              number == 0 ? 0 : sets / number,
              most,
              number == 0 ? 0 : coverage / number,
              convergence.misses().get(i).rule(),
              convergence.misses().get(i).machine()));
    }
    return outcomes;
  }
}
