package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.Backends;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command: rules and an input in, reports and a summary out. */
@Command(
    name = "fsmrun",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs regex rules over an input as finite-state machines, cut into segments that run in parallel, with exactly the reports of"
          + " a sequential run.",
      "Without --rules or --benchmark, a built-in ruleset and a generated trace are used."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun --mode cse",
      "  fsmrun --mode cse --backend cpu --rules my.rules --input traffic.bin --reports tsv",
      "  fsmrun --benchmark Snort --anmlzoo ~/ANMLZoo --summary-json snort.json",
      "",
      "Exit status: 0 done, 1 rules were refused under --strict, 2 wrong usage or unusable input."
    })
final class RunCommand implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "cse",
      description = "Strategy: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
  private Mode mode;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "ap",
      description =
          "Where flows run: ap, the emulated Automata Processor, or cpu (default ${DEFAULT-VALUE}).")
  private BackendName backend;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Rules, one a line: /regex/flags or a bare regex. A rule's id is its line number.")
  private Path rulesFile;

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      description = "An ANMLZoo benchmark: Brill, ClamAV, Dotstar, PowerEN, Protomata or Snort.")
  private String benchmark;

  @Option(
      names = "--anmlzoo",
      paramLabel = "DIR",
      description = "The ANMLZoo checkout (default $ANMLZOO_HOME, else ../shared/anmlzoo).")
  private Path anmlZoo;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "The input; - is standard input (default: the benchmark's 1 MB input).")
  private String input;

  @Option(
      names = "--segments",
      paramLabel = "N",
      defaultValue = "16",
      description = "Segments that the input is cut into (default ${DEFAULT-VALUE}).")
  private int segments;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--reports",
      paramLabel = "KIND",
      defaultValue = "count",
      description =
          "${COMPLETION-CANDIDATES}: tsv prints rule<TAB>end, sorted by end, then rule, on standard output"
              + " (default ${DEFAULT-VALUE}).")
  private ReportMode reports;

  @Option(
      names = "--summary-json",
      paramLabel = "FILE",
      description = "Writes the summary as JSON.")
  private Path summaryJson;

  @Option(
      names = "--dfa-states",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "A rule whose DFA has more states stays a position automaton; 0 builds no DFA (default ${DEFAULT-VALUE}).")
  private int dfaStates;

  @Option(names = "--strict", description = "Stop with status 1 if any rule is refused.")
  private boolean strict;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show every refused rule, not only the first ones.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress, no summary; errors only.")
  private boolean quiet;

  RunCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws Exception {
    validate();
    Sources sources = Sources.resolve(rulesFile, benchmark, anmlZoo, input);
    SummaryWriter summaryWriter = SummaryWriter.to(summaryJson);
    Progress progress = quiet ? Progress.NONE : Progress.onTerminal();
    long start = System.nanoTime();
    CompiledRules compiled = compile(sources, progress);
    long compileNanos = System.nanoTime() - start;
    new RefusalPrinter(err, verbose).print(compiled, quiet);
    if (strict && !compiled.refused().isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    if (compiled.ruleSet().size() == 0) {
      throw new UserErrorException(
          compiled.source() + ": no rules" + (compiled.refused().isEmpty() ? "" : " accepted"));
    }
    Summary summary = scan(sources, compiled, progress, compileNanos);
    summaryWriter.write(summary);
    if (!quiet) {
      summary.print(err);
    }
    return Main.DONE;
  }

  private void validate() throws UserErrorException {
    if (!mode.isAvailable()) {
      throw new UserErrorException("--mode " + mode + " is not there yet; use sequential or cse");
    }
    if (Backends.named(backend.toString()).isEmpty()) {
      throw new UserErrorException(
          "--backend "
              + backend
              + " is not there yet; use one of "
              + String.join(", ", Backends.names()));
    }
    requireAtLeast("--segments", segments, 1);
    requireAtLeast("--threads", threads, 1);
    requireAtLeast("--dfa-states", dfaStates, 0);
    if (dfaStates > 1 << 16) {
      throw new UserErrorException("--dfa-states must be at most 65536, not " + dfaStates);
    }
  }

  private static void requireAtLeast(String option, int value, int least)
      throws UserErrorException {
    if (value < least) {
      throw new UserErrorException(option + " must be at least " + least + ", not " + value);
    }
  }

  private CompiledRules compile(Sources sources, Progress progress)
      throws UserErrorException, InterruptedException {
    CompileLimits limits = CompileLimits.defaults().withDfaStates(dfaStates);
    try (Progress.Phase phase =
        progress.start("Compiling", "rules", sources.rules().accepted().size())) {
      return new RuleCompiler(limits, threads).compile(sources.rules(), phase::to);
    }
  }

  private Summary scan(
      Sources sources, CompiledRules compiled, Progress progress, long compileNanos)
      throws UserErrorException, InterruptedException {
    Backend chosen = Backends.named(backend.toString()).orElseThrow();
    Database database = Database.of(compiled, chosen);
    long start = System.nanoTime();
    Strategy strategy = strategy(compiled, progress);
    long profileNanos = System.nanoTime() - start;
    CycleListener cycles = new CycleListener(CycleModel.published());
    TsvWriter tsv = reports == ReportMode.TSV ? new TsvWriter(out) : null;
    ReportSink sink = tsv == null ? (rule, end) -> {} : tsv;
    start = System.nanoTime();
    RunStatistics statistics;
    try (Progress.Phase phase = progress.start("Scanning", "bytes", sources.inputLength());
        InputStream in = sources.openInput()) {
      Scanner scanner =
          database
              .scanner()
              .strategy(strategy)
              .options(RunOptions.defaults().withThreads(threads))
              .listener(cycles.reportingTo(phase))
              .build();
      statistics = scanner.scan(in, sink);
      if (tsv != null) {
        tsv.flush();
      }
    } catch (IOException e) {
      throw UserErrorException.of(sources.inputName(), e);
    }
    long scanNanos = System.nanoTime() - start;
    return Summary.of(
        mode,
        backend,
        compiled,
        statistics,
        new Summary.Times(compileNanos, profileNanos, scanNanos),
        cycles.account());
  }

  private Strategy strategy(CompiledRules compiled, Progress progress) throws InterruptedException {
    if (mode == Mode.SEQUENTIAL || segments == 1) {
      return new Sequential();
    }
    try (Progress.Phase phase = progress.start("Profiling", "rules", compiled.ruleSet().size())) {
      ConvergenceProfile profile =
          new ConvergenceProfiler(ProfileOptions.defaults(), threads)
              .profile(compiled.ruleSet(), phase::to);
      return profile.strategy(segments);
    }
  }
}
