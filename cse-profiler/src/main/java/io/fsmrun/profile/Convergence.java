package io.fsmrun.profile;

import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.SymbolsToOne;
import java.util.List;

/**
 * How the deterministic components of a ruleset converge on given strings, as {@link
 * ConvergenceMeter} counts it.
 *
 * <p>A value, shared by threads.
 *
 * @param curves live flows along the strings: one flow a state and one flow a convergence set of
 *     the first profile, each per rule and for the whole machine
 * @param toOne symbols until all states of a rule were in one, over rules and strings
 * @param rules one for each deterministic component, in the order of components
 * @param misses one for each profile, in their order
 */
public record Convergence(
    List<FlowCurve> curves,
    SymbolsToOne toOne,
    List<RuleConvergence> rules,
    List<MissRates> misses) {

  /** What the first curve is of. */
  public static final String STATES_PER_RULE = "one flow a state, per rule";

  /** What the second curve is of. */
  public static final String STATES_OF_MACHINE = "one flow a state, whole machine";

  /** What the third curve is of. */
  public static final String SETS_PER_RULE = "one flow a convergence set, per rule";

  /** What the fourth curve is of. */
  public static final String SETS_OF_MACHINE = "one flow a convergence set, whole machine";

  /** Copies the lists. */
  public Convergence {
    curves = List.copyOf(curves);
    rules = List.copyOf(rules);
    misses = List.copyOf(misses);
  }

  /**
   * How one rule converges.
   *
   * @param component index of its component
   * @param ruleId its rule
   * @param toOne symbols until all its states were in one
   * @param missRates per profile, the share of the strings under which some chosen set did not come
   *     to one state, 0 to 1
   */
  public record RuleConvergence(
      int component, int ruleId, SymbolsToOne toOne, List<Double> missRates) {

    /** Copies the list. */
    public RuleConvergence {
      missRates = List.copyOf(missRates);
    }
  }

  /**
   * How often the sets of a profile do not come to one state each.
   *
   * @param rule share of the strings under which some set of a rule does not, the mean over the
   *     rules, 0 to 1
   * @param machine share of the strings under which some set of any rule does not, 0 to 1: the
   *     predicted share of segments that may take re-execution
   */
  public record MissRates(double rule, double machine) {}
}
