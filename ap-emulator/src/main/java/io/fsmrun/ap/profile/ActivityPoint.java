package io.fsmrun.ap.profile;

/**
 * The sizes of the active sets of some adjacent symbols.
 *
 * @param firstSymbol the number of the first symbol, from 0
 * @param symbols how many symbols
 * @param min active elements, the fewest on a symbol
 * @param mean active elements, the mean
 * @param max active elements, the most on a symbol
 */
public record ActivityPoint(long firstSymbol, long symbols, int min, double mean, int max) {}
