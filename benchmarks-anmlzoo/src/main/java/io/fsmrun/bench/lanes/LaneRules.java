package io.fsmrun.bench.lanes;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.planner.Planner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of a benchmark that the lazily determinised automaton is to run.
 *
 * @param rules the rules
 * @param union their automaton
 */
record LaneRules(Rules rules, SetAutomaton union) {

  /** A planner's options with nothing but the lazily determinised automaton. */
  static PlanOptions lazyOnly() {
    return PlanOptions.defaults().withEngines(Set.of());
  }

  /** Those that the planner leaves to it, or all that it accepts; none if nothing is left. */
  static Optional<LaneRules> of(AnmlZoo zoo, AnmlZoo.Benchmark benchmark, boolean all)
      throws AnmlZooException, IOException, InterruptedException {
    Rules rules = RulesFile.read(zoo.rules(benchmark));
    List<PlannedRule> planned = new ArrayList<>();
    for (Rule rule : rules.accepted()) {
      planned.add(new PlannedRule(planned.size(), rule.id(), rule.tree()));
    }
    Plan plan = new Planner(all ? lazyOnly() : PlanOptions.defaults()).plan(planned, done -> {});
    List<Rule> left = new ArrayList<>();
    for (RuleChoice choice : plan.choices()) {
      if (choice.engine() == EngineKind.LAZY_DFA) {
        left.add(rules.accepted().get(choice.rule()));
      }
    }
    for (BlockEngine engine : plan.engines()) {
      if (engine instanceof LazyEngine lazy) {
        return Optional.of(new LaneRules(new Rules(rules.source(), left, List.of()), lazy.union()));
      }
    }
    return Optional.empty();
  }
}
