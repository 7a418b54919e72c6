package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Predicts convergence sets by running random strings from every state (Zhuo 2022, sections 3.4.2
 * to 3.4.4; specification, section 4). The evaluated input is never looked at.
 *
 * <p><em>Symbols</em> are those of {@link SymbolChoice}. <em>Length</em>, if it is to be found:
 * from 1,000 symbols on it is doubled, up to 16,000, while of the pairs of a rule and one of 16
 * trial strings that are not in one state at half the length more than 1% come to one within the
 * other half.
 *
 * <p><em>Early end</em>, if asked for: strings are run in batches that double their number, from
 * 125 on. A rule is done when the partition chosen is the same as before the last batch, the batch
 * has the frequencies of the strings before it (chi-square test of homogeneity at 5%), and the
 * probability of a partition not seen yet is at most 1% (Good-Turing, three added to the partitions
 * seen once).
 *
 * <p><em>Memory</em>: for each thread up to twice the table of the component at work, and twice 64
 * MiB for its partitions, which are kept up to 2^24 labels, one a state. Partitions beyond count
 * but are not kept apart: their common refinement is, which is what a cut-off of 100% takes, and
 * coverage at lower ones is then a lower bound. A study holds the partitions that 13 merge
 * strategies choose for every component, four bytes a state, equal ones once; and its held-out
 * strings.
 *
 * <p>Deterministic for a seed, on any number of threads. Immutable, shared by threads.
 */
public final class ConvergenceProfiler {

  private final ProfileOptions options;
  private final int threads;

  /**
   * A profiler.
   *
   * @param options strings, merge strategy and seed
   * @param threads number of threads, from 1
   */
  public ConvergenceProfiler(ProfileOptions options, int threads) {
    this.options = options;
    this.threads = threads;
  }

  /**
   * A profiler with the usual options and one thread per core.
   *
   * @return the profiler
   */
  public static ConvergenceProfiler withDefaults() {
    return new ConvergenceProfiler(
        ProfileOptions.defaults(), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Profiles every deterministic component of a ruleset.
   *
   * @param rules the ruleset
   * @return the profile
   * @throws InterruptedException if the thread is interrupted
   */
  public ConvergenceProfile profile(RuleSet rules) throws InterruptedException {
    return profile(rules, done -> {});
  }

  /**
   * Profiles every deterministic component of a ruleset.
   *
   * @param rules the ruleset
   * @param progress hears how many components are done; called by any thread
   * @return the profile
   * @throws InterruptedException if the thread is interrupted
   */
  public ConvergenceProfile profile(RuleSet rules, IntConsumer progress)
      throws InterruptedException {
    return profiles(rules, List.of(options.merge()), progress).get(0);
  }

  /**
   * Profiles every deterministic component of a ruleset once and chooses several times.
   *
   * <p>The merge strategy of the options decides when an early end is due, if one is asked for.
   *
   * @param rules the ruleset
   * @param merges how the partitions of the strings become one
   * @param progress hears how many components are done; called by any thread
   * @return one profile for each merge strategy, in their order; equal choices for a component
   *     share their partition
   * @throws InterruptedException if the thread is interrupted
   */
  public List<ConvergenceProfile> profiles(
      RuleSet rules, List<MergeStrategy> merges, IntConsumer progress) throws InterruptedException {
    SymbolModel symbols = SymbolModel.of(rules, options.symbols());
    int length = LengthChooser.choose(rules, symbols, options, threads).length();
    ConvergencePartition[][] chosen = new ConvergencePartition[rules.size()][];
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        chosen.length,
        task -> {
          int component = (int) task;
          if (rules.automaton(component) instanceof Dfa dfa) {
            int ruleId = rules.components().get(component).ruleId();
            RuleSample sample = RuleSample.of(dfa, symbols, ruleId, options, length);
            chosen[component] = choose(sample, merges);
          }
          progress.accept(done.incrementAndGet());
        });
    return profiles(rules, chosen, merges.size());
  }

  static ConvergencePartition[] choose(RuleSample sample, List<MergeStrategy> merges) {
    return merges.stream().map(sample.merger()::choose).toArray(ConvergencePartition[]::new);
  }

  /** One profile for each choice; per component, its choices, or null if it has none. */
  static List<ConvergenceProfile> profiles(
      RuleSet rules, ConvergencePartition[][] chosen, int choices) {
    List<ConvergenceProfile> profiles = new ArrayList<>();
    for (int choice = 0; choice < choices; choice++) {
      List<Optional<ConvergencePartition>> list = new ArrayList<>();
      for (ConvergencePartition[] ofComponent : chosen) {
        list.add(ofComponent == null ? Optional.empty() : Optional.of(ofComponent[choice]));
      }
      profiles.add(new ConvergenceProfile(rules, list));
    }
    return profiles;
  }

  /**
   * How many steps a study takes, for its progress.
   *
   * @param rules the ruleset
   * @return two for each component: one to profile it, one to measure it on held-out strings
   */
  public static int studySteps(RuleSet rules) {
    return 2 * rules.size();
  }

  /**
   * Profiles every deterministic component of a ruleset, measures how well the choice does on
   * strings that took no part in it, and says what more strings would change.
   *
   * @param rules the ruleset
   * @param progress hears how many of {@link #studySteps} are done; called by any thread
   * @return all that was found out
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalArgumentException if the held-out strings have more symbols than {@link
   *     SampleOptions} allows
   */
  public ConvergenceStudy study(RuleSet rules, IntConsumer progress) throws InterruptedException {
    return new StudyMaker(rules, options, threads, progress).make();
  }
}
