package io.fsmrun.ap.chip;

import java.util.Locale;

/**
 * What a device that does not exist would send between half-cores. A pair is ordered: from one
 * half-core to another; only pairs with an edge count.
 *
 * @param hypotheticalSymbols symbols counted
 * @param hypotheticalBits bits that crossed half-cores, over all symbols
 * @param hypotheticalBitsPerSymbol the mean
 * @param hypotheticalMostBitsOnASymbol the most on one symbol, over all pairs
 * @param hypotheticalPairs pairs with an edge
 * @param hypotheticalBitsPerSymbolOfMeanPair the mean over symbols and pairs
 * @param hypotheticalWorstPair the pair with the most bits, as "0 -&gt; 1"; "none" without pairs
 * @param hypotheticalBitsPerSymbolOfWorstPair that pair's mean over symbols
 * @param hypotheticalMostBitsOfAPair the most on one symbol in one pair
 */
public record HypotheticalTraffic(
    long hypotheticalSymbols,
    long hypotheticalBits,
    double hypotheticalBitsPerSymbol,
    int hypotheticalMostBitsOnASymbol,
    int hypotheticalPairs,
    double hypotheticalBitsPerSymbolOfMeanPair,
    String hypotheticalWorstPair,
    double hypotheticalBitsPerSymbolOfWorstPair,
    int hypotheticalMostBitsOfAPair) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "hypothetical boundary traffic: %.3f bits a symbol (hypothetical), at most %d (hypothetical);"
            + " a pair of half-cores %.3f on average (hypothetical), the worst, %s, %.3f"
            + " (hypothetical)",
        hypotheticalBitsPerSymbol,
        hypotheticalMostBitsOnASymbol,
        hypotheticalBitsPerSymbolOfMeanPair,
        hypotheticalWorstPair,
        hypotheticalBitsPerSymbolOfWorstPair);
  }
}
