package io.fsmrun.bench.reproduce;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.profile.ConvergencePartition;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
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
    ProfileOptions usual = ProfileOptions.defaults();
    List<ConvergenceProfile> made = new ArrayList<>();
    for (MergeStrategy merge : STRATEGIES) {
      ProfileOptions options =
          new ProfileOptions(
              stringCount,
              usual.length(),
              merge.isMostFrequent() ? Double.MIN_NORMAL : merge.cutoff(),
              seed);
      made.add(new ConvergenceProfiler(options, threads).profile(rules));
    }
    profiles = List.copyOf(made);
    strings = stringCount;
    seconds = (System.nanoTime() - start) / 1e9;
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
}
