package io.fsmrun.bench;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;

/** Scans a ruleset in the ways that shall all report the same. */
final class Scans {

  private final RuleSet rules;
  private final ConvergenceProfile profile;

  Scans(RuleSet rules, ProfileOptions options) throws InterruptedException {
    this.rules = rules;
    this.profile = new ConvergenceProfiler(options, 2).profile(rules, done -> {});
  }

  ReportLog sequential(Backend backend, byte[] input) throws InterruptedException {
    return scan(backend, new Sequential(), input);
  }

  ReportLog cse(Backend backend, int segments, byte[] input) throws InterruptedException {
    return scan(backend, new ConvergenceSetEnumeration(profile.flowPlans(), segments), input);
  }

  private ReportLog scan(Backend backend, Strategy strategy, byte[] input)
      throws InterruptedException {
    ReportLog log = new ReportLog();
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, backend),
            strategy,
            RunOptions.defaults().withThreads(2),
            log,
            RunListener.NONE);
    scan.write(input, 0, input.length);
    scan.finish();
    return log;
  }
}
