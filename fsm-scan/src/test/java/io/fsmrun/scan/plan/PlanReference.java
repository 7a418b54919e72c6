package io.fsmrun.scan.plan;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.planner.Planner;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Plans of rules, and what they must report. */
final class PlanReference {

  private PlanReference() {}

  static List<PlannedRule> planned(List<Rule> rules) {
    List<PlannedRule> planned = new ArrayList<>();
    for (Rule rule : rules) {
      planned.add(new PlannedRule(planned.size(), rule.id(), rule.tree()));
    }
    return planned;
  }

  static Plan plan(List<PlannedRule> rules, Set<EngineKind> engines) throws InterruptedException {
    return new Planner(PlanOptions.defaults().withEngines(engines)).plan(rules, done -> {});
  }

  static List<Report> reference(List<PlannedRule> rules, byte[] input) {
    RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 1);
    List<RuleSet.Component> components = new ArrayList<>();
    for (PlannedRule rule : rules) {
      components.add(new RuleSet.Component(rule.index(), compiler.compileToPositions(rule.tree())));
    }
    return ReferenceEngine.reports(new RuleSet(components), input);
  }
}
