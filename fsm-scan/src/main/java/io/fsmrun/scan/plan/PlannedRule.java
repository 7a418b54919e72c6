package io.fsmrun.scan.plan;

import io.fsmrun.regex.RegexNode;

/**
 * A rule for the planner.
 *
 * @param index its place among the accepted rules, from 0, in order of id
 * @param id its id
 * @param tree what it matches
 */
public record PlannedRule(int index, int id, RegexNode tree) {}
