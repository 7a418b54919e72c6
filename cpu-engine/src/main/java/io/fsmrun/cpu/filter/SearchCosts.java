package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Optional;

/**
 * What it costs to search for strings of sets, as measured on one machine. Costs of a string are
 * what finding it adds to a pass; they are expected values under a {@link ByteModel}.
 */
final class SearchCosts {

  /** What it costs to look at a place, and at a window that is found, in nanoseconds. */
  private static final double PLACE_NANOS = 1.4;

  /** The same where 16 are looked at together. */
  private static final double VECTOR_PLACE_NANOS = 0.55;

  /** The same where two neighbouring places share a look-up. */
  private static final double PAIRED_PLACE_NANOS = 0.4;

  static final double ENTRY_NANOS = 8;

  /** What a place costs that shuffles let through by mistake. */
  static final double FALSE_SHUFFLE_NANOS = 2.5;

  /** What a bit more in every row costs. */
  private static final double ROW_NANOS = 0.006;

  /** A wide window that costs more gives way to a narrower one that is far rarer. */
  static final double FREQUENT_NANOS = 0.01;

  /** A stretch of one set that costs no more is better than a narrow window. */
  private static final double RARE_RUN_NANOS = 0.02;

  private SearchCosts() {}

  /**
   * The expected cost of finding a string, whichever way.
   *
   * @return nanoseconds per byte; infinite if it has no window
   */
  static double cost(List<SymbolSet> string, ByteModel model) {
    return runToFind(string, model)
        .map(run -> run.nanos(model))
        .orElseGet(() -> windowCost(string, model));
  }

  /** The stretch of one set by which a string is found, if that is better than by windows. */
  static Optional<StringRun> runToFind(List<SymbolSet> string, ByteModel model) {
    return StringRun.of(string)
        .filter(
            run -> {
              double nanos = run.nanos(model);
              return Windows.widest(string) < Integer.BYTES && nanos <= RARE_RUN_NANOS
                  || nanos < windowCost(string, model) / 2;
            });
  }

  private static double windowCost(List<SymbolSet> string, ByteModel model) {
    double least = Double.POSITIVE_INFINITY;
    for (int width : Windows.WIDTHS) {
      Windows folded = Windows.of(string, width, true, model);
      for (int o = 0; o < folded.count(); o++) {
        least = Math.min(least, ENTRY_NANOS * folded.chance(o));
      }
      if (least <= FREQUENT_NANOS) {
        return least;
      }
    }
    return least;
  }

  /** The expected cost of finding a string by its classes, in nanoseconds per byte. */
  static double classCost(List<SymbolSet> string, ByteModel model) {
    if (string.size() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    int o = RowPass.rarest(string, model);
    int end = Math.min(string.size(), o + RowPass.SETS);
    return ROW_NANOS + RowPass.HIT_NANOS * model.probability(string, o, end);
  }

  /** What a pass at every place costs. */
  static double narrowNanos() {
    return placeNanos(Integer.BYTES - 1, 1);
  }

  /** What looking at a place costs, in a pass of windows of a width at every so many places. */
  static double placeNanos(int width, int stride) {
    if (PairedHashes.isFor(width, stride)) {
      return PAIRED_PLACE_NANOS;
    }
    return HashFinder.isVectorised(stride) ? VECTOR_PLACE_NANOS : PLACE_NANOS;
  }
}
