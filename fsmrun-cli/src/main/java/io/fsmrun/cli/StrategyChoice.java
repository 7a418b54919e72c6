package io.fsmrun.cli;

import io.fsmrun.enumerative.compose.ReexecutionLevel;

/**
 * The strategy that was chosen, with its options.
 *
 * @param mode which one
 * @param segments segments per window
 * @param reexecution which segments are executed again when the end of a chain is unknown
 */
record StrategyChoice(Mode mode, int segments, ReexecutionLevel reexecution) {}
