package io.fsmrun.profile;

import io.fsmrun.profile.ConvergenceStudy.Outlook;
import io.fsmrun.profile.PartitionCounts.Entry;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Says what more strings would change.
 *
 * <p><em>New partitions</em>: with {@code f1} partitions seen once and {@code f2} seen twice among
 * {@code n} strings, about {@code f0 = f1 (f1 - 1) / (2 (f2 + 1))} are not seen yet (Chao 1984,
 * bias-corrected), of which {@code m} further strings bring {@code f0 (1 - (1 - f1 / (n f0 +
 * f1))^m)} (Colwell and others 2012). For one further string that is Good and Turing's {@code f1 /
 * n}. The estimate is low rather than high where very many partitions are rare.
 *
 * <p><em>Another choice</em>. At a cut-off of 100%, a rule's choice changes when a string comes
 * that it does not cover: by Good and Turing's argument each one is such with the share of those
 * strings on which alone a refinement rests. At other cut-offs it changes when the covered share of
 * all strings falls below the cut-off, or that before the last refinement rises to it; with {@code
 * mfp}, when the first two partitions change places: normal approximations of binomial shares.
 * Changes of places further down are not foreseen.
 */
final class Forecast {

  /** A rule may change if its probability of another choice is more than this. */
  private static final double LIKELY = 0.05;

  private final MergeStrategy merge;
  private final int strings;

  /** For a larger number of strings. */
  Forecast(MergeStrategy merge, int strings) {
    this.merge = merge;
    this.strings = strings;
  }

  /** Sums up over the rules. For one thread. */
  static final class Sum {

    private final int strings;
    private int rules;
    private int mayChange;
    private double newPartitions;

    /** For the larger number of strings. */
    Sum(int strings) {
      this.strings = strings;
    }

    /** Adds a rule. */
    void add(double changeProbability, double ofRule) {
      rules++;
      mayChange += changeProbability > LIKELY ? 1 : 0;
      newPartitions += ofRule;
    }

    Outlook outlook() {
      return new Outlook(strings, mayChange, newPartitions, verdict());
    }

    private String verdict() {
      long number = Math.round(newPartitions);
      String brings =
          number == 0
              ? "hardly any partition that has not been seen"
              : String.format(
                  Locale.ROOT,
                  "about %,d partition%s not seen yet",
                  number,
                  number == 1 ? "" : "s");
      String changes =
          mayChange == 0
              ? "the convergence sets of every rule would most likely stay as they are"
              : String.format(
                  Locale.ROOT,
                  "the convergence sets of %,d of %,d rules may change",
                  mayChange,
                  rules);
      return String.format(
          Locale.ROOT, "%,d strings would bring %s; %s.", strings, brings, changes);
    }
  }

  /** Partitions that the further strings are expected to bring. */
  double newPartitions(RuleSample sample) {
    int further = strings - sample.counts().total();
    double once = sample.counts().seenTimes(1);
    double twice = sample.counts().seenTimes(2);
    if (further <= 0 || once == 0) {
      return 0;
    }
    // With a single one the corrected estimate would be none; it is one at least.
    double unseen = Math.max(1, once * (once - 1) / (2 * (twice + 1)));
    double perString = once / (sample.counts().total() * unseen + once);
    return unseen * (1 - Math.pow(1 - perString, further));
  }

  /** The estimated probability that the further strings lead to another choice. */
  double changeProbability(RuleSample sample) {
    int run = sample.counts().total();
    int further = strings - run;
    if (further <= 0) {
      return 0;
    }
    if (merge.isMostFrequent()) {
      return swapProbability(sample.counts().entries(), run, further);
    }
    double alone = (double) sample.merger().singleRefinements(merge) / run;
    int[] covered = sample.merger().coveredAround(merge);
    double share = Math.max(0, (double) covered[1] / run - alone);
    if (merge.cutoff() == 1) {
      return 1 - Math.pow(share, further);
    }
    double before = (double) covered[0] / run;
    return Math.max(
        belowProbability((double) covered[1] / run, share, share * (1 - share), run, further),
        covered[0] == 0
            ? 0
            : 1 - belowProbability(before, before, before * (1 - before), run, further));
  }

  /** The probability that a share over all strings ends below the cut-off. */
  private double belowProbability(
      double seen, double expected, double variance, int run, int further) {
    return below(merge.cutoff(), seen, expected, variance, run, further);
  }

  private static double swapProbability(List<Entry> seen, int run, int further) {
    List<Integer> counts =
        seen.stream().map(Entry::count).sorted(Comparator.reverseOrder()).toList();
    double first = (double) counts.get(0) / run;
    double second = counts.size() < 2 ? 0 : (double) counts.get(1) / run;
    double lead = first - second;
    return second == 0 ? 0 : below(0, lead, lead, first + second - lead * lead, run, further);
  }

  /**
   * The probability that a mean over all strings ends below a bound, given that over the strings
   * that were run and what is expected of the others, whose true mean is known as well as those
   * that were run tell.
   */
  private static double below(
      double bound, double seen, double expected, double variance, int run, int further) {
    double mean = (seen * run + expected * further) / (run + further);
    double deviation =
        Math.sqrt(variance * (1.0 / run + 1.0 / further)) * further / (run + further);
    if (deviation == 0) {
      return mean < bound ? 1 : 0;
    }
    return normal((bound - mean) / deviation);
  }

  /** The standard normal distribution function, within 1e-4 (Abramowitz and Stegun 26.2.17). */
  static double normal(double x) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double poly =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) * poly;
    return x > 0 ? 1 - tail : tail;
  }
}
