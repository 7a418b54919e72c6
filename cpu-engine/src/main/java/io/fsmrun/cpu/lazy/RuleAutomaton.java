package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;

/**
 * A position automaton and the rule that it reports for. Several may report for one rule.
 *
 * @param rule index of the rule, from 0, in order of rule ids
 * @param nfa finds the ends of matches
 */
public record RuleAutomaton(int rule, Nfa nfa) {}
