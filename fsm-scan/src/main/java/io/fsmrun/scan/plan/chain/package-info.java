/**
 * Decides which rules are searched for, and cuts them into chains.
 *
 * <p>{@link io.fsmrun.scan.plan.chain.RuleChains} splits a rule into chains at its gaps, {@link
 * io.fsmrun.scan.plan.chain.PieceMaker} finds in each piece the strings that cost least to search
 * for, and {@link io.fsmrun.scan.plan.chain.SearchPlanner} compares rules: what is too weak goes to
 * the automaton, and rules over few letters go to an index over classes if there are enough of
 * them.
 */
package io.fsmrun.scan.plan.chain;
