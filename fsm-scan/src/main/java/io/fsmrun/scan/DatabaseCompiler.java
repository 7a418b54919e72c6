package io.fsmrun.scan;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.start.StartRule;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RegexNode.Assertion;
import io.fsmrun.regex.RegexNode.Concat;
import io.fsmrun.regex.RegexNode.Symbols;
import io.fsmrun.regex.RegexSyntaxException;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.PlanWatch;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.SizeBudget;
import io.fsmrun.scan.planner.Planner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One run of the compiler: rules in, a database out. */
final class DatabaseCompiler {

  private static final String NO_STARTS = "it wants starts of matches, but start-of-match is off";

  private final List<Rule> accepted;
  private final List<RefusedRule> refused;
  private final CompileOptions options;
  private final CompileListener listener;
  private final AtomicInteger started = new AtomicInteger();

  DatabaseCompiler(Rules rules, CompileOptions options, CompileListener listener) {
    accepted = new ArrayList<>(rules.accepted());
    accepted.sort(Comparator.comparingInt(Rule::id));
    refused = new ArrayList<>(rules.refused());
    this.options = options;
    this.listener = listener;
  }

  Database compile() throws InterruptedException {
    PlanWatch watch =
        new PlanWatch(
            done -> listener.progress(started.get() + done, accepted.size()), listener::building);
    return watch.run(() -> compile(watch));
  }

  private Database compile(PlanWatch watch) throws InterruptedException {
    List<RuleInfo> infos = new ArrayList<>();
    List<PlannedRule> planned = new ArrayList<>();
    List<PlannedRule> withStarts = new ArrayList<>();
    for (Rule rule : accepted) {
      RuleOptions wanted = options.of(rule.id());
      PlannedRule next = new PlannedRule(infos.size(), rule.id(), rule.tree());
      (wanted.needsStarts() ? withStarts : planned).add(next);
      infos.add(new RuleInfo(rule.id(), rule.pattern(), rule.flags().toString(), wanted));
    }
    RuleTable table = new RuleTable(infos);
    listener.progress(0, accepted.size());
    List<Plan.TooLarge> tooLarge = new ArrayList<>();
    List<Plan.Untaken> untaken = new ArrayList<>();
    List<StartRule> startRules = List.of();
    if (options.plan().isOn(EngineKind.START_OF_MATCH)) {
      startRules = compileStarts(withStarts, tooLarge, watch);
    } else {
      withStarts.forEach(rule -> untaken.add(new Plan.Untaken(rule.index(), NO_STARTS)));
    }
    Plan plan = withRefusals(new Planner(options.plan()).plan(planned, watch), untaken);
    tooLarge.addAll(plan.tooLarge());
    for (Plan.TooLarge rule : tooLarge) {
      refused.add(refusal(accepted.get(rule.rule()), rule.message()));
    }
    for (Plan.Untaken rule : plan.untaken()) {
      refused.add(untaken(accepted.get(rule.rule()), rule.message()));
    }
    refused.sort(Comparator.comparingInt(RefusedRule::id));
    List<BlockEngine> engines = new ArrayList<>(plan.engines());
    if (!startRules.isEmpty()) {
      engines.add(StartEngine.of(startRules));
    }
    long fingerprint = Fingerprint.of(table, plan, engines, watch);
    return new Database(table, refused, plan, engines, fingerprint);
  }

  private List<StartRule> compileStarts(
      List<PlannedRule> rules, List<Plan.TooLarge> tooLarge, PlanWatch watch) {
    RuleCompiler compiler = new RuleCompiler(options.plan().limits(), 1).withCheckpoint(watch);
    List<StartRule> compiled = new ArrayList<>();
    long together = 0;
    for (PlannedRule rule : rules) {
      watch.pass();
      try {
        StartRule made = startRule(rule, compiler);
        long size = SizeBudget.size(made.first()) + SizeBudget.size(made.later());
        options.plan().limits().checkTogether(together + size);
        together += size;
        compiled.add(made);
      } catch (LimitExceededException e) {
        tooLarge.add(new Plan.TooLarge(rule.index(), e.getMessage()));
      }
      listener.progress(started.incrementAndGet(), accepted.size());
    }
    return compiled;
  }

  private static StartRule startRule(PlannedRule rule, RuleCompiler compiler) {
    RegexNode anchor = new Assertion(Assertion.Kind.START_OF_INPUT);
    RegexNode before = new Symbols(SymbolSet.ALL);
    return new StartRule(
        rule.index(),
        compiler.compileToPositions(new Concat(List.of(anchor, rule.tree()))),
        compiler.compileToPositions(new Concat(List.of(anchor, before, rule.tree()))));
  }

  /** A plan that says of all rules for engines that are off what users are told. */
  private static Plan withRefusals(Plan plan, List<Plan.Untaken> starts) {
    List<Plan.Untaken> all = new ArrayList<>(starts);
    for (Plan.Untaken rule : plan.untaken()) {
      all.add(
          new Plan.Untaken(
              rule.rule(),
              "no engine that is on takes it (" + rule.message() + "); lazy-dfa would"));
    }
    all.sort(Comparator.comparingInt(Plan.Untaken::rule));
    return new Plan(plan.engines(), plan.choices(), plan.tooLarge(), all);
  }

  private static RefusedRule untaken(Rule rule, String message) {
    return new RefusedRule(
        rule.id(), 1, RegexSyntaxException.Kind.NO_ENGINE, "engine", message, rule.line());
  }

  private static RefusedRule refusal(Rule rule, String message) {
    return new RefusedRule(
        rule.id(),
        1,
        RegexSyntaxException.Kind.LIMIT,
        "size",
        "the rule is too large (" + message + ")",
        rule.line());
  }
}
