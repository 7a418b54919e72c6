package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
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
  private static final double VECTOR_PLACE_NANOS = 0.45;

  /** The same where two neighbouring places share a look-up. */
  private static final double PAIRED_PLACE_NANOS = 0.25;

  static final double ENTRY_NANOS = 8;

  /** What a place costs that shuffles let through by mistake. */
  static final double FALSE_SHUFFLE_NANOS = 2.5;

  /** What a pass of shuffles costs for each byte of its windows, with few windows and with many. */
  private static final double FEW_SHUFFLES_NANOS = 0.01;

  private static final double MANY_SHUFFLES_NANOS = 0.018;

  /** What a pass of stretches costs, by vectors and without, a set more in it, a string more. */
  private static final double RUN_PASS_NANOS = 0.07;

  private static final double SLOW_RUN_PASS_NANOS = 1;
  static final double RUN_SET_NANOS = 0.01;
  static final double RUN_STRING_NANOS = 0.002;

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

  /** The expected cost of finding a string by its rarest window; infinite if it has none. */
  static double windowCost(List<SymbolSet> string, ByteModel model) {
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

  /** What a pass of stretches costs. */
  static double runPassNanos() {
    return Members.areFast() ? RUN_PASS_NANOS : SLOW_RUN_PASS_NANOS;
  }

  /** What a pass of shuffles for so many windows of a width costs. */
  static double shuffleNanos(int windows, int width) {
    double nanos = ShuffleFinder.areFew(windows) ? FEW_SHUFFLES_NANOS : MANY_SHUFFLES_NANOS;
    double mistaken = Math.min(1, ShuffleFinder.falseShare(windows, width));
    return nanos * width + FALSE_SHUFFLE_NANOS * mistaken;
  }
}
