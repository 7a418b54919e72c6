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
import java.util.stream.Collectors;

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

  /** What rules must report that some engine takes, if not all are taken. */
  static List<Report> referenceOfTaken(Plan plan, List<PlannedRule> rules, byte[] input) {
    Set<Integer> others =
        plan.untaken().stream().map(Plan.Untaken::rule).collect(Collectors.toSet());
    return reference(rules, input).stream()
        .filter(report -> !others.contains(report.rule()))
        .toList();
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
