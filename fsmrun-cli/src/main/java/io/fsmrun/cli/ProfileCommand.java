package io.fsmrun.cli;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.cli.profile.Findings;
import io.fsmrun.cli.profile.ProfileText;
import io.fsmrun.cli.profile.SlowRules;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.MergeStrategy;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.profile.SymbolChoice;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds the convergence sets of rules, and shows how and why the rules converge. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs random strings from every state of every rule, chooses convergence sets, and shows how and why the rules"
          + " converge. No input is read.",
      "The sets can be kept in a file, which fsmrun --mode cse --partitions takes in place of profiling anew."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun profile --rules my.rules -o report.html",
      "  fsmrun profile --rules my.rules --cutoff mfp --json figures.json",
      "  fsmrun profile --rules my.rules --symbols '\\x20-\\x7e\\n' --length 4000 --partitions my.partitions",
      "  fsmrun --mode cse --rules my.rules --partitions my.partitions --input traffic.bin"
    })
final class ProfileCommand implements Callable<Integer> {

  private static final String AUTO = "auto";

  /** More strings than anyone waits for. */
  private static final int MOST_STRINGS = 1_000_000;

  private static final int MOST_SYMBOLS = 1 << 20;

  private static final int SLOWEST = 20;

  /** Ten times the usual (Zhuo 2022, section 3.4.3). */
  private static final int CONFIRMING_STRINGS = 10_000;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "Rules, one a line: /regex/flags or a bare regex. A rule's id is its line number.")
  private Path rulesFile;

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      description = "In place of --rules, those of an ANMLZoo benchmark.")
  private String benchmark;

  @Option(
      names = "--anmlzoo",
      paramLabel = "DIR",
      description = "The ANMLZoo checkout (default $ANMLZOO_HOME, else ../shared/anmlzoo).")
  private Path anmlZoo;

  @Option(
      names = "--strings",
      paramLabel = "N",
      description = "The most random strings for each rule (default 1000).")
  private Integer strings;

  @Option(
      names = "--length",
      paramLabel = "N",
      description =
          "Symbols of a string: as many as the pieces have that the input is cut into; auto: doubled from 1,000 while"
              + " rules still converge later (default auto).")
  private String length;

  @Option(
      names = "--symbols",
      paramLabel = "SPEC",
      description =
          "What strings are made of: auto, the bytes that lead rules forward, as often as they do; distinct, what the rules"
              + " can tell apart, all equally likely; all, every byte; or bytes such as '\\x20-\\x7e\\n' (default auto).")
  private String symbols;

  @Option(
      names = "--cutoff",
      paramLabel = "SHARE",
      description =
          "Partitions are merged until the strings under which the sets converge reach this share, such as 0.99 or 99%%;"
              + " mfp: the most frequent partition alone (default 0.99).")
  private String cutoff;

  @Option(
      names = "--folding",
      paramLabel = "WHEN",
      defaultValue = "first",
      description =
          "first: before partitions are chosen, each is counted for the most frequent finer one, as published; last: only"
              + " those coarser than the choice are (default ${DEFAULT-VALUE}).")
  private Folding folding;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the random strings; the same seed gives the same result (default 1).")
  private Long seed;

  @Option(
      names = "--all-strings",
      description = "Runs all strings for every rule, also where frequencies are stable before.")
  private boolean allStrings;

  @Option(
      names = "--confirm",
      description =
          "Also runs 10,000 strings for every rule and says how many rules get other sets, which is otherwise estimated;"
              + " ten times the work and more. The sets of the study are kept.")
  private boolean confirm;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Writes the report, a page of HTML that needs nothing else; whole or not at all. The sets go beside it, under"
              + " the same name with .partitions in place of .html, unless --partitions says where.")
  private Path page;

  @Option(
      names = "--partitions",
      paramLabel = "FILE",
      description = "Writes the chosen convergence sets, for --mode cse --partitions FILE.")
  private Path partitions;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all figures as JSON, whole or not at all.")
  private Path json;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description = "Draws the plots of the report into a directory, as PNG and SVG.")
  private Path plots;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private Integer threads;

  @Option(
      names = "--dfa-states",
      paramLabel = "N",
      description =
          "A rule whose DFA has more states stays a position automaton, which has no convergence sets (default 10000).")
  private Integer dfaStates;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show every refused rule, not only the first ones.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress, no summary; errors and refused rules only.")
  private boolean quiet;

  /** When partitions are folded, by the names that users type. */
  enum Folding {
    FIRST(MergeStrategy.Folding.FIRST),
    LAST(MergeStrategy.Folding.LAST);

    private final MergeStrategy.Folding folding;

    Folding(MergeStrategy.Folding folding) {
      this.folding = folding;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ProfileCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    int workers = Checks.orElse(threads, Runtime.getRuntime().availableProcessors());
    Checks.threads(workers);
    ProfileOptions options = options();
    int states = Checks.orElse(dfaStates, RunCommand.DFA_STATES);
    Checks.within("--dfa-states", states, 1, Dfa.MAX_STATES);
    Path source = rulesPath();
    ProfileFiles files =
        ProfileFiles.at(new ProfileFiles.Places(page, partitions, json, plots), source);
    Rules rules = Sources.read(source);
    CompiledRules compiled = compile(rules, states, workers);
    new RefusalPrinter(err, verbose).print(compiled, quiet);
    if (compiled.ruleSet().size() == 0) {
      throw new UserErrorException(
          compiled.source() + ": no rules" + (compiled.refused().isEmpty() ? "" : " accepted"));
    }
    ConvergenceStudy study = study(compiled, options, workers);
    Findings findings =
        new Findings(
            study,
            String.valueOf(source.getFileName()),
            compiled.refused().size(),
            options.merge().toString(),
            SlowRules.of(study, options.symbols(), rules, SLOWEST),
            confirm ? Optional.of(confirmation(study, options, workers)) : Optional.empty());
    files.write(findings, options);
    if (!quiet) {
      ProfileText.print(findings, out);
      files.print(out);
      out.flush();
    }
    return Main.DONE;
  }

  private ProfileOptions options() throws UserErrorException {
    ProfileOptions options = ProfileOptions.study();
    if (strings != null) {
      Checks.within("--strings", strings, 1, MOST_STRINGS);
      options = options.withStrings(strings);
    }
    if (length != null && !length.equals(AUTO)) {
      options = options.withLength(lengthSymbols());
    }
    try {
      MergeStrategy merge = cutoff == null ? options.merge() : MergeStrategy.parse(cutoff);
      if (!merge.isMostFrequent()) {
        merge = merge.withFolding(folding.folding);
      }
      options = options.withMerge(merge);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--cutoff: " + e.getMessage());
    }
    try {
      options = symbols == null ? options : options.withSymbols(SymbolChoice.parse(symbols));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--symbols: " + e.getMessage());
    }
    if (allStrings) {
      options = options.withStopping(ProfileOptions.Stopping.ALL_STRINGS);
    }
    return options.withSeed(Checks.orElse(seed, options.seed()));
  }

  private int lengthSymbols() throws UserErrorException {
    try {
      int given = Integer.parseInt(length);
      Checks.within("--length", given, 1, MOST_SYMBOLS);
      return given;
    } catch (NumberFormatException e) {
      throw new UserErrorException(
          "--length " + length + " is neither a number of symbols nor auto");
    }
  }

  private Path rulesPath() throws UserErrorException {
    if (rulesFile != null) {
      Checks.absent(benchmark, "--benchmark", "and --rules exclude each other");
    }
    if (benchmark == null) {
      Checks.absent(anmlZoo, "--anmlzoo", "needs --benchmark");
      if (rulesFile == null) {
        throw new UserErrorException("no rules to profile: give --rules FILE or --benchmark NAME");
      }
      return Input.readable(rulesFile.toString(), "a rules file");
    }
    try {
      return AnmlZoo.atOrFind(anmlZoo).rules(benchmark);
    } catch (AnmlZooException e) {
      throw new UserErrorException(e.getMessage());
    }
  }

  private CompiledRules compile(Rules rules, int states, int workers) throws InterruptedException {
    CompileLimits limits = CompileLimits.defaults().withDfaStates(states);
    try (Progress.Phase phase = progress().start("Compiling", "rules", rules.accepted().size())) {
      return new RuleCompiler(limits, workers).compile(rules, phase::to);
    }
  }

  private ConvergenceStudy study(CompiledRules compiled, ProfileOptions options, int workers)
      throws InterruptedException {
    try (Progress.Phase phase =
        progress()
            .start("Profiling", "steps", ConvergenceProfiler.studySteps(compiled.ruleSet()))) {
      return new ConvergenceProfiler(options, workers).study(compiled.ruleSet(), phase::to);
    }
  }

  private Findings.Confirmation confirmation(
      ConvergenceStudy study, ProfileOptions options, int workers) throws InterruptedException {
    RuleSet rules = study.profile().rules();
    ProfileOptions more =
        options
            .withStrings(CONFIRMING_STRINGS)
            .withLength(study.sample().lengthSymbols())
            .withStopping(ProfileOptions.Stopping.ALL_STRINGS);
    try (Progress.Phase phase = progress().start("Confirming", "rules", rules.size())) {
      return Findings.Confirmation.of(
          CONFIRMING_STRINGS,
          study.profile(),
          new ConvergenceProfiler(more, workers).profile(rules, phase::to));
    }
  }

  private Progress progress() {
    return quiet ? Progress.NONE : Progress.onTerminal();
  }
}
