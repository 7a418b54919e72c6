package io.fsmrun.cli;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.regex.CompiledRules;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
          + " a sequential run. Or runs an automata network as the Automata Processor does.",
      "Without --rules, --benchmark or --network, the suite's ruleset Dotstar03 and a generated trace are used."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun --mode cse",
      "  fsmrun --backend cpu --rules my.rules --input traffic.bin --reports tsv",
      "  gunzip -c traffic.gz | fsmrun --rules my.rules --input - --reports tsv",
      "  fsmrun --benchmark Snort --anmlzoo ~/ANMLZoo --summary-json snort.json",
      "  fsmrun --mode lbe --lookback 20 --rules my.rules --input traffic.bin",
      "  fsmrun --split '\\n' --segments auto --rules my.rules --input lines.txt",
      "  fsmrun --backend gpu --rules my.rules --input traffic.bin",
      "  fsmrun --network my.anml --input traffic.bin --reports tsv",
      "",
      "Exit status: 0 done, 1 rules were refused under --strict, 2 wrong usage or unusable input, or no GPU under --strict."
    })
final class RunCommand implements Callable<Integer> {

  /** The most states of a rule's DFA unless the user says otherwise. */
  static final int DFA_STATES = 10_000;

  private final PrintStream out;
  private final PrintStream err;

  @Mixin private StrategyOptions strategy;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "ap",
      description =
          "Where flows run: ap, the emulated Automata Processor; cpu; gpu, an NVIDIA GPU, or cpu if that fails; auto,"
              + " cpu or gpu, whichever is likely to be faster (default"
              + " ${DEFAULT-VALUE}).")
  private BackendName backend;

  @Option(
      names = "--gpu",
      paramLabel = "N",
      description = "Number of the GPU for --backend gpu and auto (default 0).")
  private Integer gpu;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Rules, one a line: /regex/flags or a bare regex. A rule's id is its line number.")
  private Path rulesFile;

  @Option(
      names = "--network",
      paramLabel = "FILE",
      description =
          "An automata network, ANML or MNRL, in place of rules. Runs on ap, in sequential mode.")
  private String networkFile;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "Runs the rules as one network, in sequential mode on ap, with the same reports: nfa, position automata;"
              + " dfa, deterministic ones, a state a bit.")
  private Form form;

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      description =
          "An ANMLZoo benchmark: Brill, ClamAV, Dotstar, PowerEN, Protomata or Snort; or a generated one of the Regex suite:"
              + " ExactMatch, Ranges05, Ranges1, Dotstar03, Dotstar06, Dotstar09 or TCP.")
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
          "The input, of any size; - is standard input (default: the benchmark's 1 MB input, or a generated trace of 1 MB).")
  private String input;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private Integer threads;

  @Option(
      names = "--reports",
      paramLabel = "KIND",
      defaultValue = "count",
      description =
          "none; count, in the summary; tsv: rule<TAB>end on standard output, sorted by end, then rule; for networks"
              + " element<TAB>end and, where there is one, <TAB>report code, sorted by end, then place in the file;"
              + " vasim, for networks: cycle : element : report code, as VASim writes them (default"
              + " ${DEFAULT-VALUE}). An end counts the symbols consumed: a report on VASim's cycle 0 has the end 1.")
  private ReportMode reports;

  @Option(
      names = "--summary-json",
      paramLabel = "FILE",
      description = "Writes the summary as JSON, whole or not at all.")
  private Path summaryJson;

  @Option(
      names = "--rule-stats",
      paramLabel = "FILE",
      description =
          "Writes a line for each rule: its states, and what became of its flows; whole or not at all.")
  private Path ruleStatistics;

  @Option(
      names = "--dump-segments",
      paramLabel = "FILE",
      description =
          "Writes what every segment does to every rule, start states to end states, as JSON; whole or not at all.")
  private Path segmentDump;

  @Mixin private CycleOptions cycles;

  @Option(
      names = "--dfa-states",
      paramLabel = "N",
      description =
          "A rule whose DFA has more states stays a position automaton; 0 builds no DFA (default 10000).")
  private Integer dfaStates;

  @Option(
      names = "--strict",
      description =
          "Stop with status 1 if any rule is refused, and with status 2 if the GPU is absent or fails.")
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
    Checks.threads(threads());
    if (networkFile != null || form != null) {
      return networkRun().call();
    }
    Job.Settings settings = settings();
    Sources sources = Sources.resolve(rulesFile, benchmark, anmlZoo, input);
    RunFiles.Places places =
        new RunFiles.Places(summaryJson, cycles.traceFile(), ruleStatistics, segmentDump);
    RunFiles files = RunFiles.at(places, filesRead());
    Job job = new Job(settings, progress(), err);
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
    Summary summary =
        files
            .segments()
            .during(
                compiled.ruleSet(),
                dump ->
                    job.scan(
                        compiled, sources, out, new Job.Observers(files.trace().trace(), dump)));
    files.trace().write();
    files.rules().write(compiled.ruleSet(), summary.rules());
    files.summary().write(summary::toJson);
    if (!quiet) {
      summary.print(err);
    }
    return Main.DONE;
  }

  /** Files that the user named to be read. */
  private List<Path> filesRead() throws UserErrorException {
    List<Path> files = new ArrayList<>();
    if (rulesFile != null) {
      files.add(rulesFile);
    }
    if (input != null && !input.equals(Input.STANDARD_INPUT)) {
      files.add(Input.path(input));
    }
    return files;
  }

  private int threads() {
    return Checks.orElse(threads, Runtime.getRuntime().availableProcessors());
  }

  private Progress progress() {
    return quiet ? Progress.NONE : Progress.onTerminal();
  }

  private NetworkRun networkRun() throws UserErrorException {
    if (networkFile != null) {
      String excludes = "and --network exclude each other";
      Checks.absent(rulesFile, "--rules", excludes);
      Checks.absent(benchmark, "--benchmark", excludes);
      Checks.absent(anmlZoo, "--anmlzoo", "needs --benchmark");
      Checks.absent(form, "--form", "is for rules; a network has a form already");
      Checks.absent(dfaStates, "--dfa-states", "is for rules");
      Checks.absent(strict, "--strict", "is for rules");
    } else if (form == Form.NFA) {
      Checks.absent(dfaStates, "--dfa-states", "does not go with --form nfa, which builds no DFA");
    }
    String noFlows = "is for rules in strategies; a network has no flows";
    cycles.refuse(noFlows);
    Checks.absent(ruleStatistics, "--rule-stats", noFlows);
    Checks.absent(segmentDump, "--dump-segments", noFlows);
    int cuts = strategy.segmentsOfANetwork();
    if (cuts > 1 && networkFile != null) {
      Checks.absent(
          threads, "--threads", "does not go with --segments of a network: each has a thread");
    }
    if (backend != BackendName.AP) {
      throw new UserErrorException("--backend " + backend + " runs no networks; use ap");
    }
    Checks.absent(gpu, "--gpu", "is for rules on --backend gpu");
    int states = Checks.orElse(dfaStates, DFA_STATES);
    Checks.within("--dfa-states", states, 0, Dfa.MAX_STATES);
    NetworkRun.Origin origin = new NetworkRun.Origin(networkFile, rulesFile, benchmark, anmlZoo);
    return new NetworkRun(
        origin,
        new RuleNetworkMaker.Choice(form, states, threads(), strict, verbose, quiet),
        new NetworkRun.Target(input, cuts, reports, summaryJson),
        out,
        err,
        progress());
  }

  /** What was chosen for rules in a strategy. */
  private Job.Settings settings() throws UserErrorException {
    StrategyChoice chosen = strategy.choose(backend);
    if (backend == BackendName.AP || backend == BackendName.CPU) {
      Checks.absent(gpu, "--gpu", "is for --backend gpu and auto");
    }
    if (backend != BackendName.AP) {
      cycles.refuse("needs --backend ap, whose cycles are counted");
    }
    if (strategy.isSequential()) {
      cycles.refuseTurns("does not go with --mode sequential, which has one flow");
    }
    if (reports == ReportMode.VASIM) {
      throw new UserErrorException("--reports vasim needs --network; use tsv for rules");
    }
    int states = Checks.orElse(dfaStates, DFA_STATES);
    Checks.within("--dfa-states", states, 0, Dfa.MAX_STATES);
    Checks.within("--gpu", Checks.orElse(gpu, 0), 0, Integer.MAX_VALUE);
    BackendRequest request = new BackendRequest(backend, Checks.orElse(gpu, 0), strict);
    return new Job.Settings(chosen, request, cycles.model(), threads(), states, reports);
  }
}
