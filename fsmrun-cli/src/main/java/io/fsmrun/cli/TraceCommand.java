package io.fsmrun.cli;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.suite.Guidance;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generates an input that rules partly match. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Generates an input that rules partly match: each byte leads forward in the rules' automata with a probability, and is"
          + " random otherwise.",
      "The same seed gives the same input, and a shorter one is the beginning of a longer one."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun trace --rules my.rules --length 10MB -o my.input",
      "  fsmrun trace --rules my.rules --pm 0.35 --length 1GB --seed 7 -o my.input",
      "  fsmrun trace --rules my.rules --length 64KB -o - | fsmrun --rules my.rules --input -"
    })
final class TraceCommand implements Callable<Integer> {

  /** What users type for standard output. */
  private static final String STANDARD_OUTPUT = "-";

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      required = true,
      description = "Rules, one a line: /regex/flags or a bare regex.")
  private String rulesFile;

  @Option(
      names = "--length",
      paramLabel = "SIZE",
      required = true,
      converter = ByteSize.class,
      description = "Length of the input: " + ByteSize.FORMS + ".")
  private long length;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The file to write, whole or not at all; - is standard output.")
  private String output;

  @Option(
      names = "--pm",
      paramLabel = "P",
      defaultValue = "0.75",
      description =
          "The probability that a byte leads forward, 0 to 1 (default ${DEFAULT-VALUE}, as in the published evaluation).")
  private double matchProbability;

  @Option(
      names = "--guidance",
      paramLabel = "AIM",
      defaultValue = "depth",
      description =
          "Where forward is: depth, nearer to a report for the rule that has come farthest; activity, as many rules as"
              + " possible on their way (default ${DEFAULT-VALUE}).")
  private Guidance guidance;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Any whole number (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--dfa-states",
      paramLabel = "N",
      description =
          "A rule whose DFA has more states walks its position automaton (default 10000).")
  private Integer dfaStates;

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

  TraceCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    if (!(matchProbability >= 0 && matchProbability <= 1)) {
      throw new UserErrorException("--pm must be from 0 to 1, not " + matchProbability);
    }
    int states = Checks.orElse(dfaStates, RunCommand.DFA_STATES);
    Checks.within("--dfa-states", states, 0, Dfa.MAX_STATES);
    Path file = Input.readable(rulesFile, "a rules file");
    OutputFile target = output.equals(STANDARD_OUTPUT) ? null : OutputFile.at(Input.path(output));
    if (target != null && target.isSameAs(file)) {
      throw new UserErrorException(output + ": would overwrite what is read; give another file");
    }
    CompiledRules compiled = compile(Sources.read(file), states);
    new RefusalPrinter(err, verbose).print(compiled, quiet);
    if (strict && !compiled.refused().isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    if (compiled.ruleSet().size() == 0) {
      throw new UserErrorException(
          compiled.source() + ": no rules" + (compiled.refused().isEmpty() ? "" : " accepted"));
    }
    write(compiled.ruleSet(), target);
    return Main.DONE;
  }

  private void write(RuleSet rules, OutputFile target)
      throws UserErrorException, InterruptedException {
    Trace trace = new Trace(new TraceGenerator(rules, matchProbability, guidance), length, seed);
    if (target == null) {
      writeToStandardOutput(trace);
    } else {
      target.write(bytes -> trace.writeTo(bytes, progress()));
    }
    if (!quiet) {
      err.printf(
          Locale.ROOT,
          "%,d bytes written, for %,d rules: seed %d, p_m %s, guided by %s%n",
          length,
          rules.size(),
          seed,
          matchProbability,
          guidance);
    }
  }

  private Progress progress() {
    return quiet ? Progress.NONE : Progress.onTerminal();
  }

  private CompiledRules compile(Rules rules, int states) throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    CompileLimits limits = CompileLimits.defaults().withDfaStates(states);
    try (Progress.Phase phase = progress().start("Compiling", "rules", rules.accepted().size())) {
      return new RuleCompiler(limits, threads).compile(rules, phase::to);
    }
  }

  private void writeToStandardOutput(Trace trace) throws InterruptedException, UserErrorException {
    try {
      trace.writeTo(new CheckedOutput(out), progress());
    } catch (IOException e) {
      throw UserErrorException.of("standard output", e);
    }
  }

  /**
   * A trace that is to be written.
   *
   * @param generator makes it
   * @param length in bytes
   * @param seed what it depends on
   */
  record Trace(TraceGenerator generator, long length, long seed) {

    void writeTo(OutputStream bytes, Progress progress) throws IOException, InterruptedException {
      try (Progress.Phase phase = progress.start("Generating", "bytes", length)) {
        generator.generate(length, seed, bytes, phase::to);
      }
    }
  }

  /** Standard output that stops when its reader has gone, which a print stream only remembers. */
  private static final class CheckedOutput extends OutputStream {

    private final PrintStream out;

    CheckedOutput(PrintStream out) {
      this.out = out;
    }

    @Override
    public void write(int symbol) {
      out.write(symbol);
      check();
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      out.write(bytes, from, count);
      check();
    }

    private void check() {
      if (out.checkError()) {
        throw new LineWriter.OutputClosedException();
      }
    }
  }
}
