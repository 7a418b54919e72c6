package io.fsmrun.profile;

import io.fsmrun.profile.ConvergenceStudy.Outlook;
import io.fsmrun.profile.PartitionCounts.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says what more strings would change, from what was seen of all rules.
 *
 * <p><em>New partitions</em>: rules are taken together, since most have too few rare partitions to
 * say anything from. Numbers of different partitions are taken to grow as words do in a text, by a
 * power {@code a} of the strings (Heaps' law). Then {@code f2 / f1 = (1 - a) / 2} for the
 * partitions seen twice and once, and {@code n} strings are followed by {@code f1 ((N / n)^a - 1) /
 * a} new ones up to {@code N}, which is {@code f1 ln(N / n)} for {@code a = 0} and {@code f1 (N / n
 * - 1)}, Good and Turing's, for {@code a = 1}. Where few were seen once, {@code a} is drawn to 0.
 * Estimates of what is not seen from {@code f1} and {@code f2} alone (Chao 1987) are lower bounds,
 * and were half of what came. Rules that stopped early did so because they had few rare partitions,
 * which makes the estimate low for them: on ANMLZoo's rules down to 40% of what came.
 *
 * <p><em>Other choices</em>: the same is done with those partitions alone that refined a choice,
 * which says how many new ones will. To that are added, at cut-offs below 100%, the probability
 * that the covered share falls below the cut-off, or that the share before the last refinement
 * rises to it; with {@code mfp}, that the first two partitions change places: normal approximations
 * of binomial shares. Changes of places further down are not foreseen. For one thread.
 */
final class Forecast {

  /**
   * What a rule's sample says about more strings.
   *
   * @param run strings run
   * @param once partitions seen once
   * @param twice partitions seen twice
   * @param refinedOnce of those seen once, the ones that refined the choice
   * @param refinedTwice of those seen twice, the ones that refined the choice
   * @param shift the probability that shares come to lie on another side of the cut-off
   */
  record Facts(int run, int once, int twice, int refinedOnce, int refinedTwice, double shift) {}

  /** So many partitions seen once weigh as much as what is believed without any: a = 0. */
  private static final double SHRINKAGE = 10;

  private final MergeStrategy merge;
  private final int strings;
  private final Map<Integer, List<Facts>> byRun = new TreeMap<>();

  /** For a larger number of strings. */
  Forecast(MergeStrategy merge, int strings) {
    this.merge = merge;
    this.strings = strings;
  }

  /** What a sample says; any thread may ask. */
  Facts facts(RuleSample sample) {
    return new Facts(
        sample.counts().total(),
        sample.counts().seenTimes(1),
        sample.counts().seenTimes(2),
        sample.merger().refinements(merge, 1),
        sample.merger().refinements(merge, 2),
        shift(sample));
  }

  /** Adds a rule. */
  void add(Facts facts) {
    byRun.computeIfAbsent(facts.run, run -> new ArrayList<>()).add(facts);
  }

  Outlook outlook() {
    double partitions = 0;
    double changes = 0;
    int rules = 0;
    for (List<Facts> group : byRun.values()) {
      int run = group.get(0).run;
      partitions +=
          fresh(
              run,
              group.stream().mapToInt(Facts::once).sum(),
              group.stream().mapToInt(Facts::twice).sum());
      double refining =
          fresh(
              run,
              group.stream().mapToInt(Facts::refinedOnce).sum(),
              group.stream().mapToInt(Facts::refinedTwice).sum());
      double shifting = group.stream().mapToDouble(Facts::shift).sum();
      changes += Math.min(group.size(), refining + shifting);
      rules += group.size();
    }
    int mayChange = (int) Math.round(changes);
    return new Outlook(strings, mayChange, partitions, verdict(rules, mayChange, partitions));
  }

  private String verdict(int rules, int mayChange, double partitions) {
    long number = Math.round(partitions);
    String brings =
        number == 0
            ? "hardly any partition that has not been seen"
            : String.format(
                Locale.ROOT, "about %,d partition%s not seen yet", number, number == 1 ? "" : "s");
    String changes =
        mayChange == 0
            ? "the convergence sets of every rule would most likely stay as they are"
            : String.format(
                Locale.ROOT,
                "they would change the convergence sets of about %,d of %,d rules",
                mayChange,
                rules);
    return String.format(Locale.ROOT, "%,d strings would bring %s; %s.", strings, brings, changes);
  }

  /** Partitions that the further strings are expected to bring. */
  private double fresh(int run, double once, double twice) {
    if (strings <= run || once == 0) {
      return 0;
    }
    double growth = Math.log((double) strings / run);
    double exponent = (once - 2 * twice) / (once + SHRINKAGE);
    return Math.abs(exponent) < 1e-6
        ? once * growth
        : once * Math.expm1(exponent * growth) / exponent;
  }

  /** The probability that shares of what has been seen come to lead to another choice. */
  private double shift(RuleSample sample) {
    int run = sample.counts().total();
    int further = strings - run;
    if (further <= 0) {
      return 0;
    }
    if (merge.isMostFrequent()) {
      return swapProbability(sample.counts().entries(), run, further);
    }
    if (merge.cutoff() == 1) {
      return 0;
    }
    int[] covered = sample.merger().coveredAround(merge);
    double share = (double) covered[1] / run;
    double before = (double) covered[0] / run;
    double falls = below(merge.cutoff(), share, share * (1 - share), run, further);
    double rises =
        covered[0] == 0
            ? 0
            : 1 - below(merge.cutoff(), before, before * (1 - before), run, further);
    return Math.max(falls, rises);
  }

  private static double swapProbability(List<Entry> seen, int run, int further) {
    List<Integer> counts =
        seen.stream().map(Entry::count).sorted(Comparator.reverseOrder()).toList();
    double first = (double) counts.get(0) / run;
    double second = counts.size() < 2 ? 0 : (double) counts.get(1) / run;
    double lead = first - second;
    return second == 0 ? 0 : below(0, lead, first + second - lead * lead, run, further);
  }

  /**
   * The probability that a mean over all strings ends below a bound, given that over the strings
   * that were run, from which alone the true mean is known.
   */
  private static double below(double bound, double mean, double variance, int run, int further) {
    double total = (double) run + further;
    double deviation = Math.sqrt(variance * (1.0 / run + 1.0 / further)) * further / total;
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
