package io.fsmrun.scan.plan;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.chain.ChainMaker;
import io.fsmrun.scan.plan.chain.NotSearchableException;
import io.fsmrun.scan.plan.chain.PieceMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Splits a ruleset over engines. Immutable, shared by threads. */
public final class Planner {

  private final PlanOptions options;

  /**
   * A planner.
   *
   * @param options what it may use
   */
  public Planner(PlanOptions options) {
    this.options = options;
  }

  /**
   * Plans rules. Rules that are too large are left out; the others are not affected.
   *
   * @param rules the rules, in order of index
   * @param progress hears how many rules are done; called by any thread
   * @return the plan; it does not depend on the number of threads
   * @throws InterruptedException if the thread is interrupted
   */
  public Plan plan(List<PlannedRule> rules, IntConsumer progress) throws InterruptedException {
    RuleCompiler compiler = new RuleCompiler(options.limits(), options.threads());
    List<RuleAutomaton> automata = new ArrayList<>();
    List<Chain> chains = new ArrayList<>();
    ByteModel model = ByteModel.prior();
    ChainMaker maker = new ChainMaker(new PieceMaker(compiler, model, 0.05));
    List<RuleChoice> choices = new ArrayList<>();
    List<Plan.TooLarge> tooLarge = new ArrayList<>();
    for (PlannedRule rule : rules) {
      String reason = "takes every rule";
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        if (options.engines().contains(EngineKind.LITERAL_FILTER)) {
          try {
            List<Chain> made = maker.chains(rule.index(), rule.tree());
            chains.addAll(made);
            choices.add(
                new RuleChoice(
                    rule.index(), EngineKind.LITERAL_FILTER, made.size() + " chains", 0));
            continue;
          } catch (NotSearchableException e) {
            reason = e.getMessage();
          }
        }
        automata.add(new RuleAutomaton(rule.index(), compiler.compileToPositions(rule.tree())));
        choices.add(new RuleChoice(rule.index(), EngineKind.LAZY_DFA, reason, 0));
      } catch (LimitExceededException e) {
        tooLarge.add(new Plan.TooLarge(rule.index(), e.getMessage()));
      }
      progress.accept(rule.index() + 1);
    }
    List<BlockEngine> engines = new ArrayList<>();
    if (!chains.isEmpty()) {
      engines.add(FilterEngine.of(chains, model));
    }
    if (!automata.isEmpty()) {
      engines.add(LazyEngine.of(automata));
    }
    return new Plan(engines, choices, tooLarge);
  }
}
