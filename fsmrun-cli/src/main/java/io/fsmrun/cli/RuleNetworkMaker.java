package io.fsmrun.cli;

import io.fsmrun.ap.convert.RuleNetworks;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.io.PrintStream;

/** Makes one network of rules. */
final class RuleNetworkMaker {

  private final Choice choice;
  private final PrintStream err;
  private final Progress progress;

  /**
   * How rules become a network.
   *
   * @param form position automata or deterministic ones
   * @param dfaStates the most states of a rule's deterministic automaton
   * @param threads number of threads
   * @param strict whether a refused rule ends it all
   * @param verbose whether every refused rule is shown
   * @param quiet whether only refused rules are shown
   */
  record Choice(
      Form form, int dfaStates, int threads, boolean strict, boolean verbose, boolean quiet) {}

  /** Rules were refused, which the user has said must not be. */
  static final class StrictException extends Exception {

    private static final long serialVersionUID = 1L;
  }

  RuleNetworkMaker(Choice choice, PrintStream err, Progress progress) {
    this.choice = choice;
    this.err = err;
    this.progress = progress;
  }

  LoadedNetwork make(Rules rules) throws UserErrorException, StrictException, InterruptedException {
    long start = System.nanoTime();
    CompiledRules compiled = compile(rules);
    new RefusalPrinter(err, choice.verbose).print(compiled, choice.quiet);
    if (choice.strict && !compiled.refused().isEmpty()) {
      throw new StrictException();
    }
    if (compiled.ruleSet().size() == 0) {
      throw new UserErrorException(
          compiled.source() + ": no rules" + (compiled.refused().isEmpty() ? "" : " accepted"));
    }
    RuleNetworks.Result made;
    try {
      made = RuleNetworks.of(compiled.source(), compiled.ruleSet(), NetworkLimits.DEFAULT);
    } catch (LimitExceededException e) {
      throw new UserErrorException(compiled.source() + ": " + e.getMessage());
    }
    RuleOrigin origin =
        new RuleOrigin(
            choice.form,
            compiled.ruleSet().size(),
            compiled.refused().size(),
            made.rulesThatMatchAtStart(),
            made.rulesThatMatchEmptyInput());
    return new LoadedNetwork(
        made.network(), compiled.source(), FileFormat.RULES, System.nanoTime() - start, origin);
  }

  private CompiledRules compile(Rules rules) throws InterruptedException {
    CompileLimits limits =
        CompileLimits.defaults().withDfaStates(choice.form.dfaStates(choice.dfaStates));
    try (Progress.Phase phase = progress.start("Compiling", "rules", rules.accepted().size())) {
      return new RuleCompiler(limits, choice.threads).compile(rules, phase::to);
    }
  }
}
