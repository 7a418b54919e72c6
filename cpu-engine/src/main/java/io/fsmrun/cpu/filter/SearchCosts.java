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

  /** What it costs to look at a place without vectors, in nanoseconds. */
  private static final double PLACE_NANOS = 0.9;

  /** The same by {@link PairedHashes} with vectors of 32 bytes. */
  private static final double NARROW_PAIRED_NANOS = 0.36;

  /** The same by {@link NarrowHashes}. */
  private static final double NARROW_HASHED_NANOS = 0.7;

  /** What it costs to look at a place for a wide window, by vectors, and without. */
  private static final double WIDE_HASHED_NANOS = 0.8;

  private static final double WIDE_PLACE_NANOS = 2;

  /** With more windows than this bits leave the first-level cache. */
  private static final int FAR_WINDOWS = 1 << 12;

  /** What a place costs that hashes let through by mistake, which many windows make all places. */
  private static final double FALSE_PLACE_NANOS = 5;

  /** The same by {@link PairedHashes} with vectors of 32 bytes, whose table grows with windows. */
  private static final double NARROW_PAIRED_FALSE_NANOS = 1.5;

  private static final double FALSE_FOR_ALL = 1 << 18;

  /** What a window costs that lies somewhere. */
  static final double ENTRY_NANOS = 12;

  /** What one more string costs that a pass at every place looks for. */
  static final double STRING_NANOS = 5e-5;

  /**
   * What a pass of stretches costs, by vectors of 64 bytes, of 16, and without, a set more in it, a
   * string more.
   */
  private static final double RUN_PASS_NANOS = 0.07;

  private static final double NARROW_RUN_PASS_NANOS = 0.15;
  private static final double SLOW_RUN_PASS_NANOS = 1;
  static final double RUN_SET_NANOS = 0.01;
  static final double RUN_STRING_NANOS = 0.002;

  /** What a pass of single bytes costs, shared by some, and a byte that is found. */
  static final double BYTE_PASS_NANOS = 0.03;

  static final double BYTE_HIT_NANOS = 8;

  /** What a bit more in every row costs. */
  private static final double ROW_NANOS = 0.006;

  /** A window of four bytes that costs more gives way to a narrower one that is far rarer. */
  static final double FREQUENT_NANOS = 0.01;

  /** A stretch of one set that costs no more is better than a narrow window. */
  private static final double RARE_RUN_NANOS = 0.02;

  private SearchCosts() {}

  /**
   * The expected cost of finding a string, whichever way.
   *
   * @return nanoseconds per byte; infinite if it has neither a window nor a byte to search for
   */
  static double cost(List<SymbolSet> string, ByteModel model) {
    return runToFind(string, model)
        .map(run -> run.nanos(model))
        .orElseGet(
            () -> isFoundByByte(string) ? byteCost(string, model) : windowCost(string, model));
  }

  /** Whether a string that is not found by a stretch has no window, so that one byte has to do. */
  static boolean isFoundByByte(List<SymbolSet> string) {
    return Windows.widest(string) == 0;
  }

  /** The expected cost of finding a string by its rarest byte, or its rarest four in a row. */
  private static double byteCost(List<SymbolSet> string, ByteModel model) {
    if (string.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    int offset = BytePass.rarest(string, model);
    if (!Members.areFast() && string.get(offset).size() > FewBytes.MOST) {
      return Double.POSITIVE_INFINITY;
    }
    double single = byteNanos(model.probability(string, offset, offset + 1));
    return SetFinder.isFast()
        ? Math.min(
            single,
            SetFinder.nanos(PassTables.chance(string, BytePass.start(string, model), model)))
        : single;
  }

  /**
   * What a pass of single bytes costs.
   *
   * @param share the part of all places where one of them lies
   */
  static double byteNanos(double share) {
    return BYTE_PASS_NANOS + BYTE_HIT_NANOS * share;
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
      least = Math.min(least, windowCost(string, width, true, model));
      if (least > FREQUENT_NANOS) {
        least = Math.min(least, windowCost(string, width, false, model));
      }
      if (least <= FREQUENT_NANOS) {
        return least;
      }
    }
    return least;
  }

  /** The expected cost of finding a string by its rarest window of a width, folded or not. */
  private static double windowCost(
      List<SymbolSet> string, int width, boolean folded, ByteModel model) {
    return ENTRY_NANOS * Windows.leastChance(string, width, folded, model);
  }

  /**
   * The expected cost of finding a string by its rarest wide window, besides that of the pass;
   * infinite if it has none.
   */
  static double wideCost(List<SymbolSet> string, ByteModel model) {
    double least = Double.POSITIVE_INFINITY;
    for (int width : Windows.WIDE) {
      least = Math.min(least, windowCost(string, width, true, model));
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

  /** What a pass at every place costs, for windows of three bytes or two, if they are not many. */
  static double narrowNanos() {
    return passNanos(Integer.BYTES - 1, Stride.EVERY, 1);
  }

  /**
   * What a pass costs, but for the windows that it finds, in nanoseconds per byte.
   *
   * @param width bytes of a window
   * @param stride at which places it looks
   * @param windows how many it looks for
   */
  static double passNanos(int width, Stride stride, int windows) {
    double nanos = nanosWithoutHalves(width, stride, windows);
    return mayBeInNibbles(width, stride, windows)
        ? Math.min(nanos, NibbleBuckets.nanos(windows, width))
        : nanos;
  }

  /** The same of a pass for wide windows. */
  static double wideNanos(Stride stride, int windows) {
    double place = Vectors.compares() ? WIDE_HASHED_NANOS : WIDE_PLACE_NANOS;
    double mistaken = Math.min(1, (double) windows / WideHashes.MOST_ENTRIES);
    return (place + FALSE_PLACE_NANOS * mistaken) / stride.windows;
  }

  /** The same of a pass without tables of half bytes. */
  static double nanosWithoutHalves(int width, Stride stride, int windows) {
    if (WindowKeys.isWide(width)) {
      return wideNanos(stride, windows);
    }
    return isTabulated(width, stride, windows)
        ? TabulatedHashes.nanos(windows, width)
        : nanosInMemory(width, stride, windows);
  }

  /**
   * Whether a pass may find its windows by {@link NibbleBuckets}: where there are vectors that need
   * such tables, and few windows.
   */
  static boolean mayBeInNibbles(int width, Stride stride, int windows) {
    return stride == Stride.EVERY
        && !WindowKeys.isWide(width)
        && windows <= NibbleTables.MOST_STRINGS
        && Vectors.compares()
        && !Vectors.shuffles();
  }

  /**
   * Whether a pass may find its windows by {@link ByteBuckets}: where vectors look their tables up,
   * and windows are few.
   */
  static boolean mayBeInBuckets(Stride stride, int windows) {
    return stride == Stride.EVERY && windows <= ByteBuckets.MOST_STRINGS && Vectors.shuffles();
  }

  /** What a pass costs whose tables are in memory, not in registers. */
  static double nanosInMemory(int width, Stride stride, int windows) {
    return isBucketed(width, stride, windows)
        ? ShiftOrBuckets.nanos(windows, width, stride)
        : gatheredNanos(width, stride, windows);
  }

  /** Whether a pass finds its windows by {@link TabulatedHashes}. */
  static boolean isTabulated(int width, Stride stride, int windows) {
    return stride == Stride.EVERY
        && Vectors.shuffles()
        && TabulatedHashes.nanos(windows, width) < gatheredNanos(width, stride, windows);
  }

  /** Whether a pass that has no tables in registers finds its windows by {@link PairedHashes}. */
  static boolean isPaired(int width, Stride stride) {
    return width == Integer.BYTES
        && (stride == Stride.EVERY || stride == Stride.TWO_OF_FOUR)
        && Vectors.compares();
  }

  /** Whether a pass finds its windows by {@link ShiftOrBuckets}. */
  static boolean isBucketed(int width, Stride stride, int windows) {
    return !Vectors.shuffles()
        && ShiftOrBuckets.isFor(width, stride)
        && ShiftOrBuckets.nanos(windows, width, stride) < gatheredNanos(width, stride, windows);
  }

  private static double gatheredNanos(int width, Stride stride, int windows) {
    double place = PLACE_NANOS;
    double mistaken = FALSE_PLACE_NANOS;
    double pass = 0;
    if (isPaired(width, stride) && Vectors.shuffles()) {
      place = FinderCosts.HERE.paired();
    } else if (isPaired(width, stride)) {
      place = NARROW_PAIRED_NANOS;
      mistaken = NARROW_PAIRED_FALSE_NANOS;
    } else if (HashFinder.isVectorised(stride) && !Vectors.shuffles()) {
      place = NARROW_HASHED_NANOS;
    } else if (HashFinder.isVectorised(stride)) {
      place = FinderCosts.HERE.gathered() + (windows > FAR_WINDOWS ? FinderCosts.HERE.far() : 0);
      pass = FinderCosts.HERE.strided();
    }
    return pass + (place + mistaken * Math.min(1, windows / FALSE_FOR_ALL)) / stride.windows;
  }

  /** What a pass of stretches costs. */
  static double runPassNanos() {
    if (!Members.areFast()) {
      return SLOW_RUN_PASS_NANOS;
    }
    return Vectors.shuffles() ? RUN_PASS_NANOS : NARROW_RUN_PASS_NANOS;
  }
}
