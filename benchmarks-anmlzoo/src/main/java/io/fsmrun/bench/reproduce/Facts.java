package io.fsmrun.bench.reproduce;

/**
 * What a benchmark's rules are. A value.
 *
 * @param rules rules that are accepted
 * @param refused rules that are not
 * @param positionAutomata rules whose DFA is too large, and which stay position automata
 * @param states of all rules
 * @param re2States of all rules, as RE2 makes them ({@link Re2States})
 * @param halfCores that the states fill, one element a state
 * @param compileSeconds that compiling took
 */
public record Facts(
    int rules,
    int refused,
    int positionAutomata,
    long states,
    long re2States,
    long halfCores,
    double compileSeconds) {}
