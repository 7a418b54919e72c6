package io.fsmrun.cli;

import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.cli.bench.BenchFigures;
import io.fsmrun.cli.bench.BenchJson;
import io.fsmrun.cli.bench.BenchText;
import io.fsmrun.cpu.filter.ByteSample;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how fast rules scan an input, by themselves or beside Hyperscan. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how fast rules scan an input that is in memory: the counterpart of Hyperscan's hsbench.",
      "Reports are verified before anything is measured: against Hyperscan's with --against hyperscan, over the rules that"
          + " both accept, else against a sequential run over the first 1 MB. Then the systems warm up and scan in turn."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun bench --rules my.rules --input traffic.bin",
      "  fsmrun bench --rules my.rules --input traffic.bin --against hyperscan --json figures.json",
      "  fsmrun bench --rules my.rules --input traffic.bin --backend gpu",
      "",
      "Hyperscan is the system's library, called through Java's foreign-function interface. It is measured twice: with every"
          + " match counted by a call into Java, which costs it more than one into C would, and with matches dropped inside"
          + " the library, which is the fastest it can be.",
      "Exit status: 0 done, 2 wrong usage, unusable input, or reports that differ."
    })
final class BenchCommand implements Callable<Integer> {

  private static final int MOST_RUNS = 1_000_000;
  private static final long NANOS = 1_000_000_000;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      required = true,
      description = "Rules, one a line: /regex/flags or a bare regex.")
  private Path rulesFile;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      required = true,
      description = "What is scanned, below 2 GB; - is standard input.")
  private String inputName;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs that count, of each system (default ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Scanners that run at once, each over a copy of the input (default ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--one-stream",
      description =
          "The threads share one input, cut into segments; beside one thread that scans it alone, and"
              + " as many scanners that each scan a part of it by themselves, which is what the"
              + " machine could give; with --threads 2 or more.")
  private boolean oneStream;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description =
          "How long at most to scan before runs count, for each system; less if it gets no faster and"
              + " Java's compiler is quiet; new scanners half as long (default ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--against",
      paramLabel = "NAME",
      description = "hyperscan: measures that too, in the same process, run by run in turn.")
  private AgainstName against;

  @Option(
      names = "--hyperscan-library",
      paramLabel = "FILE",
      description = "Hyperscan's shared library (default $FSMRUN_HYPERSCAN, else the system's).")
  private String library;

  @Mixin private GpuOptions where;

  @Mixin private EngineOptions engines;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all figures as JSON, whole or not at all.")
  private Path json;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show every refused rule, not only the first ones.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress, no figures; errors and refused rules only.")
  private boolean quiet;

  BenchCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    Checks.within("--repeat", repeat, 1, MOST_RUNS);
    Checks.within("--warm-up", warmUpSeconds, 0, MOST_RUNS);
    Checks.threads(threads);
    if (oneStream && threads < 2) {
      throw new UserErrorException("--one-stream needs --threads 2 or more");
    }
    Integer gpu = gpu();
    HyperscanLibrary hyperscan = hyperscan();
    JsonFile figuresFile = JsonFile.at(json);
    Rules rules = Sources.read(Input.readable(rulesFile.toString(), "a rules file"));
    Input input = Input.of(inputName);
    byte[] bytes = read(input);
    CompileOptions options =
        engines.compileOptions(
            Runtime.getRuntime().availableProcessors(), Optional.of(ByteSample.of(bytes)));
    new RefusalPrinter(err, verbose)
        .print(
            new RefusalPrinter.Refusals(
                rules.source(), rules.notedFlags(), rules.refused(), rules.accepted().size()),
            quiet);
    BenchJob.Settings settings =
        new BenchJob.Settings(
            options,
            hyperscan,
            threads,
            oneStream,
            repeat,
            warmUpSeconds * NANOS,
            gpu,
            where.plan());
    BenchFigures figures;
    Progress progress = quiet ? Progress.NONE : Progress.onTerminal();
    try (BenchJob job = new BenchJob(settings, rules, bytes, progress)) {
      figures = job.run(input.name());
    }
    figuresFile.write(mapper -> BenchJson.of(figures, mapper));
    if (!quiet) {
      BenchText.print(figures, out);
      out.flush();
    }
    return Main.DONE;
  }

  /** The GPU that takes part; null for none. */
  private Integer gpu() throws UserErrorException {
    BackendRequest request = where.request(true);
    if (request.name() == BackendName.CPU) {
      return null;
    }
    if (request.name() == BackendName.AUTO) {
      throw new UserErrorException("--backend auto measures nothing; use cpu, or gpu for both");
    }
    if (threads > 1) {
      throw new UserErrorException("--backend gpu does not go with --threads, which share no GPU");
    }
    return request.gpu();
  }

  private HyperscanLibrary hyperscan() throws UserErrorException {
    if (against == null) {
      Checks.absent(library, "--hyperscan-library", "needs --against hyperscan");
      return null;
    }
    try {
      return HyperscanLibrary.find(library);
    } catch (HyperscanException e) {
      throw new UserErrorException("--against hyperscan: " + e.getMessage());
    }
  }

  private static byte[] read(Input input) throws UserErrorException, InterruptedException {
    if (input.length() > Integer.MAX_VALUE - Long.SIZE) {
      throw new UserErrorException(input.name() + ": is larger than 2 GB");
    }
    try (InputStream in = input.open()) {
      byte[] bytes = in.readAllBytes();
      if (bytes.length == 0) {
        throw new UserErrorException(input.name() + ": is empty, which takes no time to scan");
      }
      return bytes;
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while reading");
    } catch (IOException e) {
      throw UserErrorException.of(input.name(), e);
    }
  }
}
