package io.fsmrun.cli;

import java.util.List;

/**
 * The rules that a network was made of.
 *
 * @param form what the rules became
 * @param accepted number of rules in the network
 * @param refused number of rules that were refused
 * @param matchAtStart rules with a match that ends before the first symbol of any input, ascending
 * @param matchEmptyInput rules with a match on the empty input, ascending
 */
record RuleOrigin(
    Form form,
    int accepted,
    int refused,
    List<Integer> matchAtStart,
    List<Integer> matchEmptyInput) {}
