package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.ap.timing.CycleParameters;
import io.fsmrun.ap.timing.CycleTrace;
import io.fsmrun.bench.cycles.CycleListener;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.StrategyScanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;

/** The long work of one run, timed: compile, profile, scan. For one thread, once. */
final class Job {

  private final Settings settings;
  private final Progress progress;
  private final PrintStream err;
  private long compileNanos;

  /**
   * What was chosen on the command line.
   *
   * @param strategy how input is cut, and which flows segments carry
   * @param backend where flows shall run
   * @param flowCycles what flows cost on the Automata Processor
   * @param threads number of threads
   * @param dfaStates the most states of a rule's DFA
   * @param reports what is done with reports
   */
  record Settings(
      StrategyChoice strategy,
      BackendRequest backend,
      CycleModel flowCycles,
      int threads,
      int dfaStates,
      ReportMode reports) {}

  Job(Settings settings, Progress progress, PrintStream err) {
    this.settings = settings;
    this.progress = progress;
    this.err = err;
  }

  /**
   * What hears of a run beside the summary.
   *
   * @param trace hears of cycles
   * @param segments hears what segments do; null if nobody wants to know
   */
  record Observers(CycleTrace trace, RunListener segments) {}

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
  Summary scan(CompiledRules compiled, Sources sources, PrintStream out, Observers observers)
      throws UserErrorException, InterruptedException {
    RunBackend backend = new RunBackend(settings.backend, err);
    try {
      Summary summary = scan(backend, compiled, sources, out, observers);
      backend.release();
      return summary;
    } catch (StoppedException e) {
      throw e.reason();
    }
  }

  private Summary scan(
      RunBackend backend,
      CompiledRules compiled,
      Sources sources,
      PrintStream out,
      Observers observers)
      throws UserErrorException, InterruptedException {
    RunPlanner.Plan plan =
        new RunPlanner(this, backend, compiled, sources, System::nanoTime).plan();
    CycleParameters costs =
        CycleParameters.published()
            .withFlows(CycleListener.charged(settings.flowCycles, settings.strategy.checks()));
    int copies = settings.strategy.dealsOut() ? plan.maker().segments() : 1;
    CycleAccount account = new CycleAccount(costs, copies, observers.trace);
    CycleListener cycles = new CycleListener(account, observers.segments);
    StrategyScanner.Builder scanner = plan.scanner(runOptions()).failover(backend);
    if (settings.strategy.splitter() != null) {
      scanner.split(settings.strategy.splitter());
    }
    long start = System.nanoTime();
    RunStatistics statistics = scan(scanner, cycles, sources.input(), out);
    long scanNanos = System.nanoTime() - start;
    account.finish();
    return new Summary(
        settings,
        backend.figures(),
        compiled,
        statistics,
        new Summary.Times(compileNanos, plan.maker().profileNanos(), scanNanos),
        account,
        cycles.machine(),
        StrategyFigures.of(plan.strategy(), plan.maker().lookBack()));
  }

  private RunStatistics scan(
      StrategyScanner.Builder scanner, CycleListener cycles, Input input, PrintStream out)
      throws UserErrorException, InterruptedException {
    TsvWriter tsv = settings.reports == ReportMode.TSV ? new TsvWriter(out) : null;
    ReportSink sink = tsv == null ? (rule, end) -> {} : tsv;
    try (InputStream in = input.open();
        Progress.Phase phase = progress.start("Scanning", "bytes", input.length())) {
      RunStatistics statistics =
          scanner.listener(cycles.reportingTo(phase::to)).build().scan(in, sink);
      if (tsv != null) {
        tsv.flush();
      }
      return statistics;
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while reading");
    } catch (IOException e) {
      throw UserErrorException.of(input.name(), e);
    }
  }

  Settings settings() {
    return settings;
  }

  Progress progress() {
    return progress;
  }

  /** How a run uses the machine. */
  RunOptions runOptions() {
    CycleModel flows = settings.flowCycles;
    return RunOptions.defaults()
        .withThreads(settings.threads)
        .withReexecution(settings.strategy.reexecution())
        .withCheckInterval(flows.checkIntervalSymbols());
  }
}
