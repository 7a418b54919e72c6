package io.fsmrun.bench.reproduce;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.profile.Convergence;
import io.fsmrun.profile.ConvergenceMeter;
import io.fsmrun.profile.ConvergencePartition;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.MergeStrategy;
import io.fsmrun.profile.ProfileOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The convergence sets of one ruleset, by merge strategy; profiled once. For one thread. */
final class Predictions {

  /** The merge strategies of figures 3.14 to 3.16. */
  static final List<MergeStrategy> STRATEGIES =
      List.of(
          MergeStrategy.mostFrequent(),
          MergeStrategy.covering(0.90),
          MergeStrategy.covering(0.95),
          MergeStrategy.covering(0.99),
          MergeStrategy.covering(1.0));

  private final RuleSet rules;
  private final long seed;
  private final int threads;
  private int strings;
  private List<ConvergenceProfile> profiles = List.of();
  private double seconds;

  Predictions(RuleSet rules, long seed, int threads) {
    this.rules = rules;
    this.seed = seed;
    this.threads = threads;
  }

  /** The sets that a merge strategy chooses. Keeps those of one number of strings. */
  ConvergenceProfile of(MergeStrategy merge, int stringCount) throws InterruptedException {
    profile(stringCount);
    return profiles.get(STRATEGIES.indexOf(merge));
  }

  private void profile(int stringCount) throws InterruptedException {
    if (strings == stringCount) {
      return;
    }
    long start = System.nanoTime();
    profiles =
        new ConvergenceProfiler(options(stringCount), threads)
            .profiles(rules, STRATEGIES, done -> {});
    strings = stringCount;
    seconds = (System.nanoTime() - start) / 1e9;
  }

  /** As published: all strings are run, coarser partitions are folded first. */
  private ProfileOptions options(int stringCount) {
    return ProfileOptions.defaults()
        .withStrings(stringCount)
        .withMerge(MergeStrategy.covering(1.0))
        .withSeed(seed);
  }

  /** What profiling came to. */
  ProfileResult figures(int stringCount) throws InterruptedException {
    profile(stringCount);
    double[] shares =
        profiles.getFirst().partitions().stream()
            .flatMap(Optional::stream)
            .mapToDouble(ConvergencePartition::mostFrequentShare)
            .sorted()
            .toArray();
    List<ProfileResult.Choice> choices = new ArrayList<>();
    for (int i = 0; i < STRATEGIES.size(); i++) {
      choices.add(choice(STRATEGIES.get(i), profiles.get(i)));
    }
    return new ProfileResult(
        shares.length,
        Arrays.stream(shares).average().orElse(1),
        shares.length == 0 ? 1 : shares[0],
        shares.length == 0 ? 1 : shares[shares.length / 100],
        choices,
        seconds);
  }

  private static ProfileResult.Choice choice(MergeStrategy merge, ConvergenceProfile profile) {
    List<ConvergencePartition> chosen =
        profile.partitions().stream().flatMap(Optional::stream).toList();
    return new ProfileResult.Choice(
        merge.toString(),
        chosen.stream().mapToInt(p -> p.partition().blockCount()).average().orElse(0),
        chosen.stream().mapToInt(p -> p.partition().blockCount()).max().orElse(0),
        chosen.stream().mapToDouble(ConvergencePartition::coverage).average().orElse(1));
  }

  /**
   * Convergence as predicted on random strings that took no part in the choice, beside that on
   * windows of a real input.
   */
  ConvergenceResult convergence(ConvergenceSpec spec, byte[] input) throws InterruptedException {
    long start = System.nanoTime();
    ProfileOptions options =
        options(RunSpec.STRINGS).withLength(spec.symbols()).withHeldOut(spec.windows());
    ConvergenceStudy study = new ConvergenceProfiler(options, threads).study(rules, done -> {});
    profile(RunSpec.STRINGS);
    Convergence real =
        ConvergenceMeter.measure(profiles, windows(spec, input), threads, done -> {});
    List<ConvergenceResult.Misses> misses = new ArrayList<>();
    for (int i = 0; i < STRATEGIES.size(); i++) {
      misses.add(misses(STRATEGIES.get(i), study, real.misses().get(i)));
    }
    return new ConvergenceResult(
        misses,
        curve(study.curves(), Convergence.STATES_OF_MACHINE),
        curve(real.curves(), Convergence.STATES_OF_MACHINE),
        real.toOne(),
        (System.nanoTime() - start) / 1e9);
  }

  private static List<byte[]> windows(ConvergenceSpec spec, byte[] input) {
    List<byte[]> windows = new ArrayList<>();
    for (int i = 0; i < spec.windows(); i++) {
      int from = (int) ((long) i * Math.max(0, input.length - spec.symbols()) / spec.windows());
      windows.add(Arrays.copyOfRange(input, from, Math.min(input.length, from + spec.symbols())));
    }
    return windows;
  }

  private static ConvergenceResult.Misses misses(
      MergeStrategy merge, ConvergenceStudy study, Convergence.MissRates real) {
    for (ConvergenceStudy.MergeOutcome outcome : study.merges()) {
      if (outcome.strategy().equals(merge)) {
        return new ConvergenceResult.Misses(
            merge.toString(),
            outcome.ruleMissRate(),
            real.rule(),
            outcome.machineMissRate(),
            real.machine());
      }
    }
    throw new IllegalStateException("the study has no merge strategy " + merge);
  }

  private static List<ConvergenceResult.Point> curve(
      List<ConvergenceStudy.FlowCurve> curves, String of) {
    for (ConvergenceStudy.FlowCurve curve : curves) {
      if (curve.of().equals(of)) {
        return curve.points().stream()
            .map(p -> new ConvergenceResult.Point(p.symbols(), p.p50()))
            .toList();
      }
    }
    throw new IllegalStateException("there is no curve of " + of);
  }
}
