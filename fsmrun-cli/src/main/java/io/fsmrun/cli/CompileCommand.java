package io.fsmrun.cli;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compiles rules to a file that scans without compiling again. */
@Command(
    name = "compile",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Compiles rules to a database, a file that fsmrun scan and the library load.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun compile my.rules -o my.db",
      "  fsmrun scan --database my.db traffic.bin",
      "",
      "Exit status: 0 done, 1 rules were refused under --strict, 2 wrong usage or unusable input."
    })
final class CompileCommand implements Callable<Integer> {

  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      index = "0",
      paramLabel = "RULES",
      description = "Rules, one a line: /regex/flags or a bare regex.")
  private Path rulesFile;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The database, written whole or not at all.")
  private Path databaseFile;

  @Mixin private EngineOptions engines;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private Integer threads;

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

  CompileCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    CompileOptions options =
        engines.compileOptions(Checks.orElse(threads, Runtime.getRuntime().availableProcessors()));
    Path source = Input.readable(rulesFile.toString(), "a rules file");
    OutputFile target = OutputFile.at(databaseFile);
    if (target.isSameAs(source)) {
      throw new UserErrorException(databaseFile + ": would replace the rules");
    }
    Rules rules = Sources.read(source);
    long start = System.nanoTime();
    Database database =
        EngineOptions.compile(rules, options, quiet ? Progress.NONE : Progress.onTerminal());
    long nanos = System.nanoTime() - start;
    new RefusalPrinter(err, verbose)
        .print(
            new RefusalPrinter.Refusals(
                rules.source(), rules.notedFlags(), database.refused(), database.ruleCount()),
            quiet);
    if (strict && !database.refused().isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    if (database.ruleCount() == 0) {
      throw new UserErrorException(
          rules.source() + ": no rules" + (database.refused().isEmpty() ? "" : " accepted"));
    }
    target.write(database::save);
    if (!quiet) {
      out.printf(
          Locale.ROOT,
          "rules     %,d accepted, %,d refused%ntime      %.2f s%ndatabase  %,d bytes, %,d a rule%n",
          database.ruleCount(),
          database.refused().size(),
          nanos / NANOS,
          database.sizeBytes(),
          database.sizeBytes() / database.ruleCount());
      out.flush();
    }
    return Main.DONE;
  }
}
