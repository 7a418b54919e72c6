/**
 * Splits a ruleset over the engines of the CPU, and says why.
 *
 * <p>{@link io.fsmrun.scan.planner.Planner} offers rules to the techniques in turn: rules of one
 * byte, rules over tokens, rules that can be searched for, rows of sets that an automaton would not
 * settle on, and the automaton that takes the rest. A {@link io.fsmrun.scan.plan.Plan} holds the
 * engines and a {@link io.fsmrun.scan.plan.RuleChoice} for each rule. {@link
 * io.fsmrun.scan.plan.PlanOptions} switch techniques off; every choice gives the same reports. A
 * plan depends on rules and options only, not on threads or inputs.
 */
package io.fsmrun.scan.plan;
