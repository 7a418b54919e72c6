package io.fsmrun.cli;

import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.PapEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.SpeculativeEnumeration;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.enumerative.strategy.WholePieces;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.LookBackOptions;
import io.fsmrun.profile.LookBackProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.profile.StateFrequencies;

/** Makes the strategy that was chosen, with what it has to learn of the rules first. Timed. */
final class StrategyMaker {

  /** Half-cores of a rank, which the published evaluation uses (Zhuo 2022, section 3.6.3). */
  private static final int HALF_CORES = 16;

  /** Pieces with fewer symbols for each copy of the machine are not worth cutting. */
  private static final int LEAST_SEGMENT = 4096;

  /** Segments of rules that a GPU runs at once. */
  private static final int GPU_CALLS = 1 << 15;

  /** More segments of a window of 16 MiB would be too short. */
  private static final int MOST_GPU_SEGMENTS = 1 << 10;

  private final StrategyChoice choice;
  private final String benchmark;
  private final BackendName backend;
  private final int threads;
  private final Progress progress;
  private long profileNanos;
  private int segments;
  private int lookBack = StrategyChoice.AUTO;

  /**
   * A maker.
   *
   * @param choice what was chosen
   * @param benchmark the benchmark that the rules are from; null if they are from none
   * @param backend where flows run
   * @param threads number of threads
   * @param progress hears of long work
   */
  StrategyMaker(
      StrategyChoice choice,
      String benchmark,
      BackendName backend,
      int threads,
      Progress progress) {
    this.choice = choice;
    this.benchmark = benchmark;
    this.backend = backend;
    this.threads = threads;
    this.progress = progress;
  }

  Strategy make(RuleSet rules) throws InterruptedException, UserErrorException {
    segments = choice.segments() == StrategyChoice.AUTO ? copies(rules) : choice.segments();
    if (choice.mode() == Mode.SEQUENTIAL || segments == 1) {
      return new Sequential();
    }
    long start = System.nanoTime();
    Strategy strategy = enumerating(rules);
    profileNanos = System.nanoTime() - start;
    return choice.dealsOut() ? new WholePieces(strategy, segments * LEAST_SEGMENT) : strategy;
  }

  /** How many copies of the rules run side by side. */
  private int copies(RuleSet rules) {
    if (backend == BackendName.GPU) {
      // A launch should have as many flows as the device has room for, each a segment of a rule.
      int wanted = Math.ceilDiv(GPU_CALLS, Math.max(1, rules.size()));
      return Math.max(threads, Math.min(MOST_GPU_SEGMENTS, wanted));
    }
    if (backend != BackendName.AP) {
      return threads;
    }
    if (benchmark != null) {
      return ThesisAllocation.named(benchmark).segments();
    }
    long states = DeviceModel.d480().halfCore().stes();
    long halfCores = Math.max(1, Math.ceilDiv(rules.stateCount(), states));
    return (int) Math.max(1, HALF_CORES / halfCores);
  }

  private Strategy enumerating(RuleSet rules) throws InterruptedException, UserErrorException {
    return switch (choice.mode()) {
      case SEQUENTIAL -> new Sequential();
      case ENUMERATIVE -> new StateEnumeration(segments, choice.checks());
      case LBE -> lookBack(rules);
      case PAP -> new PapEnumeration(rules, segments, choice.papOptions(), choice.checks());
      case CSE -> convergenceSets(rules);
    };
  }

  private Strategy lookBack(RuleSet rules) throws InterruptedException {
    lookBack = choice.lookBack();
    if (lookBack == StrategyChoice.AUTO) {
      try (Progress.Phase phase = progress.start("Choosing a look-back", "rules", rules.size())) {
        lookBack =
            new LookBackProfiler(LookBackOptions.defaults(), threads)
                .choose(rules, phase::to)
                .symbols();
      }
    }
    if (choice.predicted() == StrategyChoice.AUTO) {
      return new LookBackEnumeration(segments, lookBack, choice.checks());
    }
    try (Progress.Phase phase = progress.start("Counting states", "rules", rules.size())) {
      return new SpeculativeEnumeration(
          segments,
          lookBack,
          choice.predicted(),
          StateFrequencies.of(rules, StateFrequencies.defaultSample(), threads, phase::to),
          choice.checks());
    }
  }

  private Strategy convergenceSets(RuleSet rules) throws InterruptedException, UserErrorException {
    if (choice.partitions() != null) {
      return Partitions.read(choice.partitions(), rules)
          .strategy(segments, choice.checks(), choice.sharing());
    }
    ProfileOptions usual = ProfileOptions.defaults();
    ProfileOptions options =
        new ProfileOptions(usual.strings(), usual.length(), choice.cutoff(), usual.seed());
    try (Progress.Phase phase = progress.start("Profiling", "rules", rules.size())) {
      return new ConvergenceProfiler(options, threads)
          .profile(rules, phase::to)
          .strategy(segments, choice.checks(), choice.sharing());
    }
  }

  /** How long learning took; 0 before, and if there was nothing to learn. */
  long profileNanos() {
    return profileNanos;
  }

  /** Segments of a piece. */
  int segments() {
    return segments;
  }

  /** Symbols that {@code lbe} looks back; {@link StrategyChoice#AUTO} for other strategies. */
  int lookBack() {
    return lookBack;
  }
}
