package io.fsmrun.cli;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.suite.SuiteRuleset;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the generated rulesets of the Regex suite, and traces for them. */
@Command(
    name = "suite",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Writes rulesets in the style of the Regex suite, each as NAME.rules, generated from a seed: with the numbers of rules of the"
          + " published evaluation, and within 20%% of its numbers of states.",
      "The difference is told for each."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun suite --list",
      "  fsmrun suite TCP -o suite",
      "  fsmrun suite all -o suite --seed 7 --trace 1MB",
      "  fsmrun --mode cse --rules suite/TCP.rules --input suite/TCP.input"
    })
final class SuiteCommand implements Callable<Integer> {

  private static final String ALL = "all";
  private static final String ROW = "%-11s %5s %9s %9s %7s%n";

  private final PrintStream out;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = ALL,
      description = "A ruleset, as --list names it, or all (default ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "The directory to write to; made if it is not there.")
  private String output;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Any whole number, for the rules and the traces (default 1).")
  private Long seed;

  @Option(
      names = "--trace",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Also writes an input for each, NAME.input, as fsmrun trace does: "
              + ByteSize.FORMS
              + ".")
  private Long trace;

  @Option(names = "--list", description = "Says what there is, and writes nothing.")
  private boolean list;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress and no table.")
  private boolean quiet;

  SuiteCommand(PrintStream out) {
    this.out = out;
  }

  /**
   * A ruleset and where it goes.
   *
   * @param ruleset which
   * @param rules its file
   * @param input the file of its trace; null for none
   */
  private record Target(SuiteRuleset ruleset, OutputFile rules, OutputFile input) {}

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    List<SuiteRuleset> wanted = wanted();
    if (list) {
      String because = "writes files; --list writes none";
      Checks.absent(output, "--output", because);
      Checks.absent(trace, "--trace", because);
      Checks.absent(seed, "--seed", "is for generating; --list generates nothing");
      printList(wanted);
      return Main.DONE;
    }
    if (output == null) {
      throw new UserErrorException("suite needs -o DIR, or --list");
    }
    List<Target> targets = targets(wanted);
    if (!quiet) {
      out.printf(Locale.ROOT, ROW, "name", "rules", "states", "thesis", "diff.");
    }
    for (Target target : targets) {
      write(target);
    }
    return Main.DONE;
  }

  private List<SuiteRuleset> wanted() throws UserErrorException {
    if (name.equalsIgnoreCase(ALL)) {
      return List.of(SuiteRuleset.values());
    }
    try {
      return List.of(SuiteRuleset.named(name));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(e.getMessage());
    }
  }

  private void printList(List<SuiteRuleset> wanted) {
    out.printf(Locale.ROOT, "%-11s %5s %9s  %s%n", "name", "rules", "thesis", "what the rules are");
    for (SuiteRuleset ruleset : wanted) {
      out.printf(
          Locale.ROOT,
          "%-11s %5d %,9d  %s%n",
          ruleset.label(),
          ruleset.ruleCount(),
          ruleset.publishedStates(),
          ruleset.description());
    }
    out.flush();
  }

  /** All files, checked before the first is generated. */
  private List<Target> targets(List<SuiteRuleset> wanted) throws UserErrorException {
    Path directory = directory();
    List<Target> targets = new ArrayList<>();
    for (SuiteRuleset ruleset : wanted) {
      OutputFile rules = OutputFile.at(directory.resolve(ruleset.label() + ".rules"));
      OutputFile input =
          trace == null ? null : OutputFile.at(directory.resolve(ruleset.label() + ".input"));
      targets.add(new Target(ruleset, rules, input));
    }
    return targets;
  }

  private Path directory() throws UserErrorException {
    Path directory = Input.path(output);
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new UserErrorException(directory + ": is a file, not a directory to write to");
    }
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new UserErrorException(directory + ": its parent directory does not exist");
    }
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectory(directory);
      }
    } catch (IOException e) {
      throw UserErrorException.of(directory.toString(), e);
    }
    return directory;
  }

  private void write(Target target) throws UserErrorException, InterruptedException {
    SuiteRuleset ruleset = target.ruleset;
    long start = Checks.orElse(seed, 1L);
    List<String> lines = ruleset.rules(start);
    byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    RuleSet compiled = compile(lines).ruleSet();
    target.rules.write(bytes -> bytes.write(text));
    if (target.input != null) {
      TraceGenerator generator = new TraceGenerator(compiled, Sources.TRACE_MATCH_PROBABILITY);
      TraceCommand.Trace input = new TraceCommand.Trace(generator, trace, start);
      target.input.write(bytes -> input.writeTo(bytes, progress()));
    }
    if (!quiet) {
      double difference = 100.0 * compiled.stateCount() / ruleset.publishedStates() - 100;
      out.printf(
          Locale.ROOT,
          ROW,
          ruleset.label(),
          compiled.size(),
          String.format(Locale.ROOT, "%,d", compiled.stateCount()),
          String.format(Locale.ROOT, "%,d", ruleset.publishedStates()),
          String.format(Locale.ROOT, "%+.1f%%", difference));
      out.flush();
    }
  }

  private CompiledRules compile(List<String> lines) throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    try (Progress.Phase phase = progress().start("Compiling", "rules", lines.size())) {
      return new RuleCompiler(CompileLimits.defaults(), threads)
          .compile(Rules.of(lines), phase::to);
    }
  }

  private Progress progress() {
    return quiet ? Progress.NONE : Progress.onTerminal();
  }
}
