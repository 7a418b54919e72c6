package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.ScanEvents;
import io.fsmrun.cli.scan.ScanFormat;
import io.fsmrun.cli.scan.Search;
import io.fsmrun.cli.scan.SearchRules;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.Target;
import io.fsmrun.cpu.filter.ByteSample;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches files for matches of rules, with the habits of grep. */
@Command(
    name = "scan",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Searches files for all matches of all rules, any bytes in them, with the habits of grep.",
      "A line of output is FILE:END:RULE: a match of the rule ends after END bytes of the file. The id of a rule is its line"
          + " number in the rules file, or its place among the -e, which come after those of files."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun scan -e '/passw(or)?d/i' -e 'secret' -n notes.txt",
      "  fsmrun scan -r -f my.rules --json src | jq .line",
      "  gunzip -c traffic.gz | fsmrun scan --database my.db -c",
      "",
      "Exit status: 0 there was a match, 1 there was none, 2 something went wrong; with -q, 0 as soon as there is a match."
    })
final class ScanCommand implements Callable<Integer> {

  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = {"-e", "--rule"},
      paramLabel = "RULE",
      description = "A rule, /regex/flags or a bare regex; may be given several times.")
  private List<String> typed = List.of();

  @Option(
      names = {"-f", "--rules"},
      paramLabel = "FILE",
      description = "Rules, one a line; may be given several times.")
  private List<Path> rulesFiles = List.of();

  @Option(
      names = "--database",
      paramLabel = "FILE",
      description = "Compiled rules, a file of fsmrun compile, in place of -e and -f.")
  private Path databaseFile;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "Files, or directories with -r; - is standard input, which is also searched if nothing is named (with -r: the"
              + " working directory).")
  private List<String> files = List.of();

  @Option(
      names = {"-r", "--recursive"},
      description = "Searches all files below directories; links that are met are not followed.")
  private boolean recursive;

  @Option(
      names = {"-c", "--count"},
      description = "Prints FILE:COUNT, the number of matches of each file.")
  private boolean count;

  @Option(
      names = {"-l", "--files-with-matches"},
      description = "Prints the names of files with matches, and leaves each at its first.")
  private boolean filesOnly;

  @Option(
      names = {"-q", "--quiet"},
      description = "Prints nothing, and ends at the first match.")
  private boolean quiet;

  @Option(
      names = {"-m", "--max-count"},
      paramLabel = "NUM",
      description = "Leaves each file after NUM matches.")
  private Long most;

  @Option(
      names = {"-n", "--line-number"},
      description = "Prints FILE:LINE:COLUMN:END:RULE; the line and column of a match's last byte.")
  private boolean lineNumbers;

  @Option(names = "--first", description = "Prints only the first match of each rule in a file.")
  private boolean first;

  @Option(names = "--no-filename", description = "Prints no names of files.")
  private boolean noFileName;

  @Option(
      names = "--json",
      description =
          "Prints an object a line: file, rule, pattern, end, line and column; with -c file and count; with -l file.")
  private boolean json;

  @Option(
      names = {"-s", "--no-messages"},
      description = "Says nothing of files that cannot be read.")
  private boolean noMessages;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Files searched at once, or threads that share the file if it is a single one of 4 MB or more (default: one per"
              + " core). The output is the same with any number.")
  private Integer threads;

  @Mixin private GpuOptions where;

  @Mixin private EngineOptions engines;

  @Option(
      names = "--strict",
      description = "Ends with status 2 if any rule is refused, or if the GPU is absent or fails.")
  private boolean strict;

  @Option(
      names = {"-v", "--verbose"},
      description =
          "Shows every refused rule, not only the first ones, and what --backend auto chose, why and when.")
  private boolean verbose;

  ScanCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    ScanFormat format = format();
    BackendRequest request = where.request(strict);
    PlanRequest plan = where.plan();
    List<Target> targets = targets();
    int workers = Checks.orElse(threads, Runtime.getRuntime().availableProcessors());
    Progress progress = quiet ? Progress.NONE : Progress.ofLongWork();
    CompileOptions options = engines.compileOptions(workers, sampleOf(targets.get(0)));
    Database loaded = databaseFile == null ? null : load();
    GpuRules given = loaded == null ? GpuRules.of(rules()) : ofDatabase(loaded, request);
    SearchRules rules =
        loaded == null
            ? new SearchRules(
                given.rules().accepted(),
                () -> EngineOptions.compile(given.rules(), options, progress))
            : new SearchRules(loaded);
    ScanBackend.Work work =
        new ScanBackend.Work(
            given, new GpuScan.Settings(options, plan), targets, recursive, workers);
    try (ScanBackend backend = new ScanBackend(request, err, verbose, System::nanoTime)) {
      return search(format, work, rules, backend, progress);
    } catch (StoppedException e) {
      throw e.reason();
    }
  }

  private int search(
      ScanFormat format,
      ScanBackend.Work work,
      SearchRules rules,
      ScanBackend backend,
      Progress progress)
      throws UserErrorException, InterruptedException {
    // What may take over is made ready, and the beginning of a pipe comes, while the rules are
    // compiled for the CPU.
    Takeover takeover = backend.takeover(work);
    List<Target> targets = new ArrayList<>(work.targets());
    if (takeover != null && targets.get(0).isPipe()) {
      targets.set(0, targets.get(0).begin(takeover));
    }
    try (Target first = targets.get(0)) {
      // They are compiled for the CPU only if that is to scan.
      GpuSearch gpu =
          takeover != null
              ? backend.first(rules, first)
              : work.given().rules().accepted().isEmpty() ? null : backend.prepare(work);
      List<RefusedRule> refused =
          gpu == null ? rules.database().refused() : backend.refused(work.given());
      if (databaseFile == null && !accept(work.given().rules(), refused)) {
        return Main.UNUSABLE;
      }
      Search.Options how = how(format, work.threads(), gpu, takeover);
      int status = search(rules, how, targets, backend, progress);
      backend.explain();
      return status;
    }
  }

  private Search.Options how(ScanFormat format, int workers, GpuSearch gpu, Takeover takeover) {
    if (gpu != null) {
      return new Search.Options(format, recursive, 1, workers, gpu);
    }
    if (takeover != null) {
      return new Search.Options(format, recursive, workers, workers, null, takeover);
    }
    boolean alone = files.size() <= 1 && !recursive;
    return new Search.Options(format, recursive, alone ? 1 : workers, alone ? workers : 1, null);
  }

  /** A database holds the text of its rules, which is what a GPU needs. */
  private GpuRules ofDatabase(Database loaded, BackendRequest request) {
    return request.name() == BackendName.CPU
        ? GpuRules.of(new Rules(databaseFile.toString(), List.of(), List.of()))
        : GpuRules.of(loaded, databaseFile.toString());
  }

  private int search(
      SearchRules rules,
      Search.Options options,
      List<Target> targets,
      ScanBackend backend,
      Progress progress)
      throws InterruptedException {
    AtomicInteger failures = new AtomicInteger();
    boolean found;
    try (Progress.Phase phase = progress.start("Searching", "bytes", -1)) {
      ScanEvents events = events(failures, phase, backend);
      found = new Search(rules, options, this::print, events).run(targets);
    }
    if (found && quiet) {
      return FOUND;
    }
    return failures.get() > 0 ? Main.UNUSABLE : found ? FOUND : NOT_FOUND;
  }

  private ScanFormat format() throws UserErrorException {
    if (count && filesOnly) {
      throw new UserErrorException("-c and -l exclude each other");
    }
    if (most != null && most < 1) {
      throw new UserErrorException("--max-count must be at least 1, not " + most);
    }
    if (lineNumbers && (count || filesOnly)) {
      throw new UserErrorException("-n is for matches, which " + (count ? "-c" : "-l") + " hides");
    }
    ScanFormat.Kind kind =
        quiet
            ? ScanFormat.Kind.QUIET
            : count
                ? ScanFormat.Kind.COUNTS
                : filesOnly ? ScanFormat.Kind.FILES : ScanFormat.Kind.MATCHES;
    long limit = Checks.orElse(most, Long.MAX_VALUE);
    return new ScanFormat(kind, json, !noFileName, lineNumbers, limit, first);
  }

  private List<Target> targets() throws UserErrorException {
    List<Target> targets = new ArrayList<>();
    for (String file : files) {
      targets.add(
          file.equals(Input.STANDARD_INPUT)
              ? Target.standardInput()
              : new Target(file, Input.path(file)));
    }
    if (targets.isEmpty()) {
      targets.add(recursive ? Target.of(Path.of(".")) : Target.standardInput());
    }
    return targets;
  }

  private Rules rules() throws UserErrorException {
    if (typed.isEmpty() && rulesFiles.isEmpty()) {
      throw new UserErrorException("no rules: give -e RULE, -f FILE or --database FILE");
    }
    return RuleArguments.read(rulesFiles, typed);
  }

  /** Shows which rules were refused; false if a strict user stops because of them. */
  private boolean accept(Rules rules, List<RefusedRule> refused) throws UserErrorException {
    int taken = rules.accepted().size() + rules.refused().size() - refused.size();
    new RefusalPrinter(err, verbose)
        .print(
            new RefusalPrinter.Refusals(rules.source(), rules.notedFlags(), refused, taken), quiet);
    if (strict && !refused.isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return false;
    }
    if (taken == 0) {
      throw new UserErrorException(
          rules.source() + ": no rules" + (refused.isEmpty() ? "" : " accepted"));
    }
    return true;
  }

  /** A look at the first file, if it is one and what is there lasts. */
  private static Optional<ByteSample> sampleOf(Target first) throws UserErrorException {
    return first.path() == null || !Files.isRegularFile(first.path())
        ? Optional.empty()
        : Optional.of(EngineOptions.sampleOf(first.path()));
  }

  private Database load() throws UserErrorException {
    if (!typed.isEmpty() || !rulesFiles.isEmpty()) {
      throw new UserErrorException("--database does not go with -e and -f");
    }
    try {
      return Database.load(Input.readable(databaseFile.toString(), "a database"));
    } catch (IOException e) {
      throw UserErrorException.of(databaseFile.toString(), e);
    }
  }

  private void print(byte[] bytes, int length) {
    out.write(bytes, 0, length);
    if (out.checkError()) {
      throw new LineWriter.OutputClosedException();
    }
  }

  private ScanEvents events(AtomicInteger failures, Progress.Phase phase, ScanBackend backend) {
    AtomicLong searched = new AtomicLong();
    return new ScanEvents() {
      @Override
      public void failed(String name, IOException cause) {
        failures.incrementAndGet();
        if (!noMessages) {
          err.println("fsmrun: " + UserErrorException.of(name, cause).getMessage());
        }
      }

      @Override
      public void searched(long count) {
        phase.to(searched.addAndGet(count));
      }

      @Override
      public void leftGpu(String name, long offset, String reason) {
        try {
          String after = offset > 0 ? " after byte " + offset : "";
          backend.left(name + ": " + reason, "searching with cpu" + after);
        } catch (UserErrorException e) {
          throw new StoppedException(e);
        }
      }
    };
  }
}
