package io.fsmrun.scan;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compiled rules, ready to scan on one back end. Immutable, shared by threads.
 *
 * <p>Rules that cannot be taken do not stop the others: see {@link #refused()}.
 */
public final class RuleMachine {

  private final CompiledRules compiled;
  private final PreparedRuleSet prepared;

  private RuleMachine(CompiledRules compiled, Backend backend) {
    this.compiled = compiled;
    this.prepared = new PreparedRuleSet(compiled.ruleSet(), backend);
  }

  /**
   * Compiles rules for the CPU. The first has id 1.
   *
   * @param rules each {@code /regex/flags} or a bare regex
   * @return the machine
   * @throws InterruptedException if the thread is interrupted
   */
  public static RuleMachine compile(String... rules) throws InterruptedException {
    return of(RuleCompiler.withDefaults().compile(Rules.of(rules), done -> {}), new CpuBackend());
  }

  /**
   * Compiles a rules file for the CPU. A rule's id is its line number.
   *
   * @param rulesFile one rule a line, {@code /regex/flags} or a bare regex
   * @return the machine
   * @throws IOException if the file cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static RuleMachine compile(Path rulesFile) throws IOException, InterruptedException {
    Rules rules = RulesFile.read(rulesFile);
    return of(RuleCompiler.withDefaults().compile(rules, done -> {}), new CpuBackend());
  }

  /**
   * Takes rules that are compiled already to a back end.
   *
   * @param compiled compiled rules
   * @param backend where they shall run; see {@link Backends}
   * @return the machine
   */
  public static RuleMachine of(CompiledRules compiled, Backend backend) {
    return new RuleMachine(compiled, backend);
  }

  /**
   * The automata, for profiling.
   *
   * @return one component per accepted rule
   */
  public RuleSet ruleSet() {
    return compiled.ruleSet();
  }

  /**
   * The rules that were refused, each with the place and the reason.
   *
   * @return refused rules, in order of line
   */
  public List<RefusedRule> refused() {
    return compiled.refused();
  }

  /**
   * The same rules on another back end, for a scan that cannot go on with this machine's.
   *
   * @param backend where they shall run
   * @return the rules, prepared
   */
  public PreparedRuleSet preparedOn(Backend backend) {
    return new PreparedRuleSet(compiled.ruleSet(), backend);
  }

  /**
   * Starts to describe a scanner.
   *
   * @return a builder with the usual options
   */
  public StrategyScanner.Builder scanner() {
    return new StrategyScanner.Builder(prepared);
  }
}
