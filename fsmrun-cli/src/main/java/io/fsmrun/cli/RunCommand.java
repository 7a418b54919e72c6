package io.fsmrun.cli;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.scan.Backends;
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
      "  fsmrun --backend cpu --rules my.rules --input traffic.bin --reports tsv",
      "  gunzip -c traffic.gz | fsmrun --rules my.rules --input - --reports tsv",
      "  fsmrun --benchmark Snort --anmlzoo ~/ANMLZoo --summary-json snort.json",
      "",
      "Exit status: 0 done, 1 rules were refused under --strict, 2 wrong usage or unusable input."
    })
final class RunCommand implements Callable<Integer> {

  /** Every segment of every rule costs memory, whatever its length. */
  private static final int MOST_SEGMENTS = 1 << 16;

  private static final int MOST_THREADS = 1 << 12;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "cse",
      description =
          "Strategy: sequential, one pass; cse, convergence-set enumeration (default ${DEFAULT-VALUE})."
              + " Not there yet: enumerative, lbe, pap.")
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
      description =
          "The input, of any size; - is standard input (default: the benchmark's 1 MB input).")
  private String input;

  @Option(
      names = "--segments",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "Segments that each 16 MiB of the input are cut into (default ${DEFAULT-VALUE}).")
  private int segments;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--reports",
      paramLabel = "KIND",
      defaultValue = "count",
      description =
          "none; count, in the summary; or tsv: rule<TAB>end on standard output, sorted by end, then rule"
              + " (default ${DEFAULT-VALUE}).")
  private ReportMode reports;

  @Option(
      names = "--summary-json",
      paramLabel = "FILE",
      description = "Writes the summary as JSON, whole or not at all.")
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
      description = "No progress, no summary; errors and refused rules only.")
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
    Job job =
        new Job(
            new Job.Settings(mode, backend, segments, threads, dfaStates, reports),
            quiet ? Progress.NONE : Progress.onTerminal());
    CompiledRules compiled = job.compile(sources.rules());
    new RefusalPrinter(err, verbose).print(compiled, quiet);
    if (strict && !compiled.refused().isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    if (compiled.ruleSet().size() == 0) {
      throw new UserErrorException(
          compiled.source() + ": no rules" + (compiled.refused().isEmpty() ? "" : " accepted"));
    }
    Summary summary = job.scan(compiled, sources, out);
    summaryWriter.write(summary);
    if (!quiet) {
      summary.print(err);
    }
    return Main.DONE;
  }

  private void validate() throws UserErrorException {
    if (!mode.isAvailable()) {
      throw new UserErrorException(
          "--mode " + mode + " is not yet available; use sequential or cse");
    }
    if (Backends.named(backend.toString()).isEmpty()) {
      throw new UserErrorException(
          "--backend "
              + backend
              + " is not yet available; use one of "
              + String.join(", ", Backends.names()));
    }
    requireWithin("--segments", segments, 1, MOST_SEGMENTS);
    requireWithin("--threads", threads, 1, MOST_THREADS);
    requireWithin("--dfa-states", dfaStates, 0, Dfa.MAX_STATES);
  }

  private static void requireWithin(String option, int value, int least, int most)
      throws UserErrorException {
    if (value < least) {
      throw new UserErrorException(option + " must be at least " + least + ", not " + value);
    }
    if (value > most) {
      throw new UserErrorException(option + " must be at most " + most + ", not " + value);
    }
  }
}
