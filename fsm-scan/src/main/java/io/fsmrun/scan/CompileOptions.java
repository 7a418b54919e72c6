package io.fsmrun.scan;

import io.fsmrun.scan.plan.PlanOptions;
import java.util.Map;

/**
 * How rules become a {@link Database}.
 *
 * @param plan what the planner may use: engines, limits, threads
 * @param allRules options of the rules that are not named in {@code byId}
 * @param byId options of single rules, by rule id; ids that no rule has are ignored
 */
public record CompileOptions(
    PlanOptions plan, RuleOptions allRules, Map<Integer, RuleOptions> byId) {

  /** Copies the map. */
  public CompileOptions {
    byId = Map.copyOf(byId);
  }

  /**
   * Everything the planner can do, no special rules.
   *
   * @return the usual options
   */
  public static CompileOptions defaults() {
    return new CompileOptions(PlanOptions.defaults(), RuleOptions.DEFAULT, Map.of());
  }

  /**
   * The same with other means for the planner.
   *
   * @param choice what the planner may use
   * @return changed options
   */
  public CompileOptions withPlan(PlanOptions choice) {
    return new CompileOptions(choice, allRules, byId);
  }

  /**
   * The same with other options of single rules.
   *
   * @param choice options by rule id
   * @return changed options
   */
  public CompileOptions withRules(Map<Integer, RuleOptions> choice) {
    return new CompileOptions(plan, allRules, choice);
  }

  /**
   * The same with other options for rules that are not named.
   *
   * @param choice their options
   * @return changed options
   */
  public CompileOptions withAllRules(RuleOptions choice) {
    return new CompileOptions(plan, choice, byId);
  }

  /** The options of a rule. */
  RuleOptions of(int id) {
    return byId.getOrDefault(id, allRules);
  }
}
