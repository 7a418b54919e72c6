package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.EveryStrategy;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Backends;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules and an input through every form of automaton, back end, strategy, cut and chunking. */
final class WholeStack {

  private static final List<String> BACKENDS = List.of("ap", "cpu");

  /** Few strings: wrong predictions must not matter, and should happen. */
  private static final ProfileOptions FEW_STRINGS = new ProfileOptions(20, 8, 0.9, 1);

  private static final RunOptions WHOLE = new RunOptions(1, 1 << 20, 1_000_000);

  /**
   * How a run is cut.
   *
   * @param segments the numbers of segments of CSE
   * @param others those of all other strategies, and of CSE with flows joined
   * @param windows window sizes in bytes; the others run in one window
   * @param chunks sizes of the pieces that are written
   */
  record Cuts(
      List<Integer> segments, List<Integer> others, List<Integer> windows, List<Integer> chunks) {}

  private WholeStack() {}

  /** Fails unless every way to run gives the expected reports, in order. */
  static void check(List<String> rules, byte[] input, List<Report> expected, Cuts cuts)
      throws InterruptedException {
    for (int dfaStates : new int[] {CompileLimits.defaults().dfaStates(), 0}) {
      CompileLimits limits = CompileLimits.defaults().withDfaStates(dfaStates);
      CompiledRules compiled = new RuleCompiler(limits, 1).compile(Rules.of(rules), done -> {});
      assertThat(compiled.refused()).isEmpty();
      RuleSet ruleSet = compiled.ruleSet();
      ConvergenceProfile profile = new ConvergenceProfiler(FEW_STRINGS, 1).profile(ruleSet);
      Map<String, Strategy> often = new LinkedHashMap<>(Map.of("sequential", new Sequential()));
      Map<String, Strategy> once = new LinkedHashMap<>();
      for (int segments : cuts.segments()) {
        often.put("cse, " + segments + " segments", profile.strategy(segments));
      }
      for (int segments : cuts.others()) {
        EveryStrategy.some(ruleSet, profile.flowPlans(), segments)
            .forEach((name, strategy) -> once.put(name + ", " + segments + " segments", strategy));
      }
      for (String name : BACKENDS) {
        Backend backend = Backends.named(name).orElseThrow();
        PreparedRuleSet prepared = new PreparedRuleSet(ruleSet, backend);
        String how = "DFA up to " + dfaStates + ", " + name + ", ";
        for (Map.Entry<String, Strategy> named : often.entrySet()) {
          check(prepared, named.getValue(), input, expected, cuts, how + named.getKey());
        }
        for (Map.Entry<String, Strategy> named : once.entrySet()) {
          assertThat(scan(prepared, named.getValue(), WHOLE, input, Integer.MAX_VALUE))
              .as("%s", how + named.getKey())
              .isEqualTo(expected);
        }
      }
    }
  }

  private static void check(
      PreparedRuleSet prepared,
      Strategy strategy,
      byte[] input,
      List<Report> expected,
      Cuts cuts,
      String how)
      throws InterruptedException {
    for (int window : cuts.windows()) {
      for (int chunk : cuts.chunks()) {
        RunOptions options = new RunOptions(1, window, 1_000_000);
        assertThat(scan(prepared, strategy, options, input, chunk))
            .as("%s, windows of %d, chunks of %d", how, window, chunk)
            .isEqualTo(expected);
      }
    }
  }

  private static List<Report> scan(
      PreparedRuleSet prepared, Strategy strategy, RunOptions options, byte[] input, int chunk)
      throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            prepared,
            strategy,
            options,
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    for (int at = 0; at < input.length; at += Math.min(chunk, input.length - at)) {
      scan.write(input, at, at + Math.min(chunk, input.length - at));
    }
    scan.finish();
    return reports;
  }
}
