package io.fsmrun.bench;

import io.fsmrun.bench.AnmlZoo.Benchmark;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.cpu.CpuOptions;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.suite.SuiteRuleset;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the optimisations of the CPU back end gain, warm and on one thread. The score is the time to
 * scan a million bytes. Before anything is timed, the run must report as many matches as a
 * sequential one without optimisations.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CpuScanBenchmark {

  private static final int TRACE_BYTES = 1_000_000;

  /** {@code synthetic}, or a benchmark of ANMLZoo. */
  @Param({"synthetic"})
  public String ruleset;

  /** Segments; one is a sequential run, more are convergence-set enumeration. */
  @Param({"1", "16"})
  public int segments;

  /** Whether self-loops are skipped. */
  @Param({"true", "false"})
  public boolean selfLoopSkipping;

  /** Whether flows that stay apart are run in stretches. */
  @Param({"true", "false"})
  public boolean stretches;

  private PreparedRuleSet prepared;
  private Strategy strategy;
  private byte[] input;

  /** A benchmark that needs no files. */
  public CpuScanBenchmark() {}

  /**
   * Compiles, profiles and checks.
   *
   * @throws IOException if the ruleset is absent or cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    boolean synthetic = ruleset.equals("synthetic");
    Rules rules =
        synthetic
            ? Rules.of(SuiteRuleset.DOTSTAR03.rules(1))
            : RulesFile.read(AnmlZoo.find().rules(Benchmark.of(ruleset)));
    var ruleSet = RuleCompiler.withDefaults().compile(rules, done -> {}).ruleSet();
    input =
        synthetic
            ? new TraceGenerator(ruleSet, 0.75).generate(TRACE_BYTES, 1)
            : Files.readAllBytes(AnmlZoo.find().input(ruleset, AnmlZoo.Size.ONE_MB));
    strategy = new Sequential();
    prepared = new PreparedRuleSet(ruleSet, new CpuBackend(new CpuOptions(false, false)));
    long expected = scan().reports();
    prepared =
        new PreparedRuleSet(ruleSet, new CpuBackend(new CpuOptions(selfLoopSkipping, stretches)));
    if (segments > 1) {
      strategy =
          new ConvergenceProfiler(ProfileOptions.defaults(), 2).profile(ruleSet).strategy(segments);
    }
    long seen = scan().reports();
    if (seen != expected) {
      throw new IllegalStateException(seen + " reports, not " + expected);
    }
  }

  /**
   * Scans the input once.
   *
   * @return what the run did
   * @throws InterruptedException if the thread is interrupted
   */
  @org.openjdk.jmh.annotations.Benchmark
  public RunStatistics scan() throws InterruptedException {
    ParallelScan scan =
        new ParallelScan(
            prepared,
            strategy,
            RunOptions.defaults().withThreads(1),
            (rule, end) -> {},
            RunListener.NONE);
    scan.write(input, 0, input.length);
    return scan.finish();
  }
}
