package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.plan.chain.SearchPlanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a plan is expected to cost, rule by rule. The planner says what a rule costs by itself; here
 * each gets its part of what an engine costs for all its rules together, in equal parts, so that
 * the costs of a plan add up to what a scan is expected to take. Nothing of this is saved, or
 * changes who scans what.
 */
final class PlanCosts {

  /** A look-up a byte, one that waits for the other. */
  private static final double LAZY_NANOS = 1.6;

  /** So is walking through tokens; what the 1,963 rules of Brill take beyond it, for each. */
  private static final double TOKENS_NANOS = 1.6;

  private static final double TOKEN_RULE_NANOS = 0.007;

  /** Looking at all bytes, with reports at some of them. */
  private static final double BYTE_SETS_NANOS = 0.7;

  /** Looking at all bytes for each of some sets, without reports. */
  private static final double BYTE_RUNS_NANOS = 0.2;

  /** A visit of each rule to its active states. */
  private static final double START_RULE_NANOS = 25;

  private PlanCosts() {}

  /**
   * A plan with all rules and all costs.
   *
   * @param plan what the planner said
   * @param refused ids of rules that are not scanned for
   */
  static Plan explained(Plan plan, RuleTable table, Set<Integer> refused) {
    Map<EngineKind, Double> shared = new EnumMap<>(EngineKind.class);
    shared.put(EngineKind.TOKENS, TOKENS_NANOS);
    shared.put(EngineKind.BYTE_SETS, BYTE_SETS_NANOS);
    shared.put(EngineKind.BYTE_RUNS, BYTE_RUNS_NANOS);
    for (BlockEngine engine : plan.engines()) {
      if (engine instanceof FilterEngine filter) {
        boolean byClasses = engine.name().equals(FilterEngine.BY_CLASSES);
        EngineKind kind = byClasses ? EngineKind.CLASS_INDEX : EngineKind.LITERAL_FILTER;
        shared.put(kind, filter.passNanos());
      } else if (engine instanceof ShiftEngine shifted) {
        shared.put(EngineKind.SHIFT_AND, shifted.nanos());
      } else if (engine instanceof LazyEngine) {
        shared.merge(EngineKind.LAZY_DFA, LAZY_NANOS, Double::sum);
      }
    }
    Map<EngineKind, Integer> rules = new EnumMap<>(EngineKind.class);
    plan.choices().stream()
        .filter(PlanCosts::isScanned)
        .forEach(choice -> rules.merge(choice.engine(), 1, Integer::sum));
    List<RuleChoice> choices = new ArrayList<>();
    for (RuleChoice choice : plan.choices()) {
      EngineKind engine = choice.engine();
      double part = isScanned(choice) ? shared.getOrDefault(engine, 0.0) / rules.get(engine) : 0;
      choices.add(choice.withNanosMore(part + own(engine, isScanned(choice))));
    }
    for (int rule = 0; rule < table.size(); rule++) {
      if (table.options(rule).needsStarts() && !refused.contains(table.id(rule))) {
        choices.add(
            new RuleChoice(
                rule, EngineKind.START_OF_MATCH, "wants starts of matches", START_RULE_NANOS));
      }
    }
    choices.sort(Comparator.comparingInt(RuleChoice::rule).thenComparing(RuleChoice::engine));
    return new Plan(plan.engines(), choices, plan.tooLarge(), plan.untaken());
  }

  private static double own(EngineKind engine, boolean isScanned) {
    return engine == EngineKind.TOKENS && isScanned ? TOKEN_RULE_NANOS : 0;
  }

  private static boolean isScanned(RuleChoice choice) {
    return !choice.reason().equals(SearchPlanner.NEVER_MATCHES);
  }
}
