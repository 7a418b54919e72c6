package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.state.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Predicts convergence sets by running random strings from every state (Zhuo 2022, sections 3.4.2
 * to 3.4.4; specification, section 4). The evaluated input is never looked at.
 *
 * <p>Symbols are drawn from the bytes that lead rules forward, as {@link SymbolModel} says.
 * Deterministic for a seed. Immutable, shared by threads.
 */
public final class ConvergenceProfiler {

  private final ProfileOptions options;
  private final int threads;

  /**
   * A profiler.
   *
   * @param options strings, cut-off and seed
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
    SymbolModel symbols = SymbolModel.of(rules);
    ConvergencePartition[] partitions = new ConvergencePartition[rules.size()];
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        partitions.length,
        task -> {
          int component = (int) task;
          Automaton automaton = rules.automaton(component);
          if (automaton instanceof Dfa dfa) {
            partitions[component] =
                profile(dfa, symbols, rules.components().get(component).ruleId());
          }
          progress.accept(done.incrementAndGet());
        });
    List<Optional<ConvergencePartition>> list = new ArrayList<>();
    Arrays.stream(partitions).map(Optional::ofNullable).forEach(list::add);
    return new ConvergenceProfile(rules, list);
  }

  private ConvergencePartition profile(Dfa dfa, SymbolModel symbols, int stream) {
    StringRunner runner = new StringRunner(dfa, symbols.samplerFor(dfa));
    SplittableRandom random = new SplittableRandom(options.seed() * 0x9E3779B97F4A7C15L + stream);
    PartitionCounts counts = new PartitionCounts();
    int converged = 0;
    for (int i = 0; i < options.strings(); i++) {
      Partition partition = runner.run(random, options.length());
      if (partition == null) {
        converged++;
      } else {
        counts.add(partition, 1);
      }
    }
    counts.add(Partition.coarsest(dfa.stateCount()), converged);
    return counts.choose(options.cutoff());
  }
}
