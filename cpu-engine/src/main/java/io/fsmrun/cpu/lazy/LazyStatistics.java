package io.fsmrun.cpu.lazy;

/**
 * What a session did since it was made.
 *
 * @param setsMade sets of states that were remembered, those forgotten and made again included
 * @param flushes how often the cache was full and all of it forgotten
 * @param tableSymbols symbols consumed by looking up what a set leads to
 * @param directSymbols symbols consumed by stepping sets without remembering them
 * @param skippedSymbols of the looked-up ones, those that were compared only
 * @param laneSymbols of the looked-up ones, those that were consumed in lanes and found right
 * @param wastedSymbols symbols consumed in lanes from guesses that were wrong, or again
 * @param completingSymbols symbols consumed, and not skipped, to complete lanes that started from
 *     too few states
 */
public record LazyStatistics(
    long setsMade,
    long flushes,
    long tableSymbols,
    long directSymbols,
    long skippedSymbols,
    long laneSymbols,
    long wastedSymbols,
    long completingSymbols) {}
