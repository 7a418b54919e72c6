package io.fsmrun.scan.plan.chain;

import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which rules are searched for, and how.
 *
 * @param byWindows the chains that are found by windows of bytes
 * @param model which windows were taken to be rare
 * @param expected what inputs are expected to be like
 * @param byClasses the engine of those that are found by an index over classes
 * @param choices where each of these rules went
 * @param rest the rules that cannot be searched for, in order of index
 * @param reasons why not, for each of the rest
 * @param weak by index of the rule, how those of the rest are searched for that were left to the
 *     automaton because it should do as well
 */
public record SearchPlan(
    List<Chain> byWindows,
    ByteModel model,
    ByteModel expected,
    Optional<FilterEngine> byClasses,
    List<RuleChoice> choices,
    List<PlannedRule> rest,
    List<String> reasons,
    Map<Integer, Weak> weak) {

  /**
   * How a rule can be searched for, if not well.
   *
   * @param chains by windows that are frequent or narrow
   * @param isNarrow whether they are narrow only: what is found is rare, but takes a pass that such
   *     rules share
   * @param choice says so
   */
  public record Weak(List<Chain> chains, boolean isNarrow, RuleChoice choice) {

    /** Copies the list. */
    public Weak {
      chains = List.copyOf(chains);
    }
  }

  /** Copies the lists. */
  public SearchPlan {
    byWindows = List.copyOf(byWindows);
    choices = List.copyOf(choices);
    rest = List.copyOf(rest);
    reasons = List.copyOf(reasons);
    weak = Map.copyOf(weak);
  }

  /**
   * Why one of the rest is not searched for, without another engine that takes it.
   *
   * @param index its place among the rest
   * @return a sentence for users
   */
  public String reason(int index) {
    String reason = reasons.get(index);
    return reason.equals(SearchWays.TAKES_EVERY_RULE) ? "it is for none of them" : reason;
  }
}
