package io.fsmrun.cli;

import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompiledRules;

/** Makes the strategy that was chosen, with what it has to learn of the rules first. Timed. */
final class StrategyMaker {

  private final StrategyChoice choice;
  private final int threads;
  private final Progress progress;
  private long profileNanos;

  StrategyMaker(StrategyChoice choice, int threads, Progress progress) {
    this.choice = choice;
    this.threads = threads;
    this.progress = progress;
  }

  Strategy make(CompiledRules compiled) throws InterruptedException {
    return choice.mode() == Mode.SEQUENTIAL || choice.segments() == 1
        ? new Sequential()
        : convergenceSets(compiled);
  }

  private Strategy convergenceSets(CompiledRules compiled) throws InterruptedException {
    long start = System.nanoTime();
    try (Progress.Phase phase = progress.start("Profiling", "rules", compiled.ruleSet().size())) {
      return new ConvergenceProfiler(ProfileOptions.defaults(), threads)
          .profile(compiled.ruleSet(), phase::to)
          .strategy(choice.segments());
    } finally {
      profileNanos = System.nanoTime() - start;
    }
  }

  /** How long learning took; 0 before, and if there was nothing to learn. */
  long profileNanos() {
    return profileNanos;
  }
}
