package io.fsmrun.cli;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of commands that take a network or rules, and the way from a file to a network. */
final class NetworkSource {

  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      description =
          "What FILE holds: anml, mnrl or rules (default: by its name, else by its content).")
  private FileFormat from;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "What rules become: nfa, position automata; dfa, deterministic ones, a state a bit (default nfa).")
  private Form form;

  @Option(
      names = "--dfa-states",
      paramLabel = "N",
      description =
          "With --form dfa: a rule whose DFA has more states becomes a position automaton (default 10000).")
  private Integer dfaStates;

  @Option(names = "--strict", description = "Stop with status 1 if any rule is refused.")
  private boolean strict;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show every refused rule, not only the first ones.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress and no summary on standard error; errors and refused rules only.")
  private boolean quiet;

  /** Reads rules that are to be planned instead. */
  Rules planned(Path file) throws UserErrorException {
    if (from != null && from != FileFormat.RULES) {
      throw new UserErrorException("--plan is for rules, not for --from " + from);
    }
    Checks.absent(form, "--form", "does not go with --plan");
    Checks.absent(dfaStates, "--dfa-states", "does not go with --plan");
    return Sources.read(file);
  }

  /** Compiles rules for the library; null if they were refused and shown. */
  PlanInspection plan(Rules rules, CompileOptions options, PrintStream err)
      throws InterruptedException {
    Database database = EngineOptions.compile(rules, options, progress());
    new RefusalPrinter(err, verbose)
        .print(
            new RefusalPrinter.Refusals(
                rules.source(), rules.notedFlags(), database.refused(), database.ruleCount()),
            quiet);
    if (strict && !database.refused().isEmpty()) {
      err.println("fsmrun: stopped because of --strict");
      return null;
    }
    int[] ids = rules.accepted().stream().mapToInt(Rule::id).sorted().toArray();
    return new PlanInspection(database, ids);
  }

  boolean isQuiet() {
    return quiet;
  }

  Progress progress() {
    return quiet ? Progress.NONE : Progress.onTerminal();
  }

  /** Reads a network, or makes one of rules. */
  LoadedNetwork load(Path file, PrintStream err)
      throws UserErrorException, RuleNetworkMaker.StrictException, InterruptedException {
    FileFormat format = format(file);
    if (format == FileFormat.DOT) {
      throw new UserErrorException(file + ": a DOT file is a drawing; give ANML, MNRL or rules");
    }
    if (format != FileFormat.RULES) {
      Checks.absent(form, "--form", "is for rules; " + file + " holds a network");
      Checks.absent(dfaStates, "--dfa-states", "is for rules; " + file + " holds a network");
      Checks.absent(strict, "--strict", "is for rules; " + file + " holds a network");
      return new NetworkFiles(progress()).read(file, format);
    }
    Form chosen = Checks.orElse(form, Form.NFA);
    if (chosen == Form.NFA) {
      Checks.absent(dfaStates, "--dfa-states", "needs --form dfa");
    }
    int states = Checks.orElse(dfaStates, RunCommand.DFA_STATES);
    Checks.within("--dfa-states", states, 0, Dfa.MAX_STATES);
    int threads = Runtime.getRuntime().availableProcessors();
    return new RuleNetworkMaker(
            new RuleNetworkMaker.Choice(chosen, states, threads, strict, verbose, quiet),
            err,
            progress())
        .make(Sources.read(file));
  }

  /** What looks like neither ANML nor MNRL is taken for rules, which have no look of their own. */
  private FileFormat format(Path file) throws UserErrorException {
    if (from != null || FileFormat.ofName(file).isPresent()) {
      return Checks.orElse(from, FileFormat.ofName(file).orElse(null));
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return FileFormat.ofContent(NetworkFiles.head(in)).orElse(FileFormat.RULES);
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }
}
