package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Backends;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;

/** The long work of one run, timed: compile, profile, scan. For one thread, once. */
final class Job {

  private final Settings settings;
  private final Progress progress;
  private long compileNanos;
  private long profileNanos;

  /**
   * What was chosen on the command line.
   *
   * @param mode the strategy
   * @param backend where flows run
   * @param segments segments per window
   * @param threads number of threads
   * @param dfaStates the most states of a rule's DFA
   * @param reports what is done with reports
   */
  record Settings(
      Mode mode,
      BackendName backend,
      int segments,
      int threads,
      int dfaStates,
      ReportMode reports) {}

  Job(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  CompiledRules compile(Rules rules) throws InterruptedException {
    CompileLimits limits = CompileLimits.defaults().withDfaStates(settings.dfaStates);
    long start = System.nanoTime();
    try (Progress.Phase phase = progress.start("Compiling", "rules", rules.accepted().size())) {
      return new RuleCompiler(limits, settings.threads).compile(rules, phase::to);
    } finally {
      compileNanos = System.nanoTime() - start;
    }
  }

  /** Scans the input; reports go to {@code out} if they are wanted there. */
  Summary scan(CompiledRules compiled, Sources sources, PrintStream out)
      throws UserErrorException, InterruptedException {
    Backend backend = Backends.named(settings.backend.toString()).orElseThrow();
    Database database = Database.of(compiled, backend);
    CycleListener cycles = new CycleListener(CycleModel.published());
    Scanner.Builder scanner =
        database
            .scanner()
            .strategy(strategy(compiled))
            .options(RunOptions.defaults().withThreads(settings.threads));
    TsvWriter tsv = settings.reports == ReportMode.TSV ? new TsvWriter(out) : null;
    ReportSink sink = tsv == null ? (rule, end) -> {} : tsv;
    long start = System.nanoTime();
    RunStatistics statistics;
    try (InputStream in = sources.input().open();
        Progress.Phase phase = progress.start("Scanning", "bytes", sources.input().length())) {
      statistics = scanner.listener(cycles.reportingTo(phase)).build().scan(in, sink);
      if (tsv != null) {
        tsv.flush();
      }
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while reading");
    } catch (IOException e) {
      throw UserErrorException.of(sources.input().name(), e);
    }
    long scanNanos = System.nanoTime() - start;
    return new Summary(
        settings,
        compiled,
        statistics,
        new Summary.Times(compileNanos, profileNanos, scanNanos),
        cycles.account());
  }

  private Strategy strategy(CompiledRules compiled) throws InterruptedException {
    if (settings.mode == Mode.SEQUENTIAL || settings.segments == 1) {
      return new Sequential();
    }
    long start = System.nanoTime();
    try (Progress.Phase phase = progress.start("Profiling", "rules", compiled.ruleSet().size())) {
      return new ConvergenceProfiler(ProfileOptions.defaults(), settings.threads)
          .profile(compiled.ruleSet(), phase::to)
          .strategy(settings.segments);
    } finally {
      profileNanos = System.nanoTime() - start;
    }
  }
}
