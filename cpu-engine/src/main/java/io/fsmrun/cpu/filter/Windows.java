package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The windows of one width in a factor's string: how many strings each stands for, how likely it
 * is, and its name. Folded windows have bit 5 of every byte set, so that letters lose their case.
 * Immutable.
 */
final class Windows {

  /** The most strings that a window may stand for. */
  static final int MAX_STRINGS = 64;

  /** The widths of windows, in bytes. */
  static final int[] WIDTHS = {4, 3, 2};

  /** The same of those that are looked for where all of these are frequent. */
  static final int[] WIDE = {WindowKeys.WIDEST, 8, 6};

  private final int[] strings;
  private final double[] chances;
  private final int[] names;

  private Windows(int[] strings, double[] chances, int[] names) {
    this.strings = strings;
    this.chances = chances;
    this.names = names;
  }

  static Windows of(List<SymbolSet> string, int width, boolean folded, ByteModel model) {
    StringSets sets = StringSets.of(string, folded);
    int[] strings = new int[places(string, width)];
    double[] chances = new double[strings.length];
    int[] names = new int[strings.length];
    for (int o = 0; o < strings.length; o++) {
      strings[o] = sets.strings(o, width);
      chances[o] = chance(sets, o, width, model);
      names[o] = sets.name(o, width);
    }
    return new Windows(strings, chances, names);
  }

  /**
   * Windows of inputs that are not looked for, as they are compared; as often as they come.
   *
   * @param usual windows of four bytes, the first byte lowest
   * @param width bytes of a window that is looked for
   * @param fold what is set in every window before it is compared
   * @param keys the windows that are looked for
   */
  static int[] others(int[] usual, int width, int fold, int[] keys) {
    int mask = -1 >>> (Integer.BYTES - width) * Byte.SIZE;
    IntSet looked = new IntOpenHashSet(keys);
    return IntStream.of(usual)
        .map(window -> window & mask | fold)
        .filter(window -> !looked.contains(window))
        .toArray();
  }

  private static int places(List<SymbolSet> string, int width) {
    return Math.max(0, string.size() - width + 1);
  }

  private static double chance(StringSets sets, int offset, int width, ByteModel model) {
    if (sets.strings(offset, width) > MAX_STRINGS) {
      return Double.POSITIVE_INFINITY;
    }
    double expected = model.probability(sets, offset, offset + width);
    return model.isSampled()
        ? model.share(sets.keys(offset, width), width, sets.isFolded(), expected)
        : expected;
  }

  /** How likely the rarest window of a string is; infinite if none is usable. */
  static double leastChance(List<SymbolSet> string, int width, boolean folded, ByteModel model) {
    StringSets sets = StringSets.of(string, folded);
    double least = Double.POSITIVE_INFINITY;
    for (int o = 0; o < places(string, width); o++) {
      least = Math.min(least, chance(sets, o, width, model));
    }
    return least;
  }

  /** Whether all windows of a string stand for few strings. */
  static boolean areUsable(List<SymbolSet> string, int width, boolean folded) {
    StringSets sets = StringSets.of(string, folded);
    for (int o = 0; o < places(string, width); o++) {
      if (sets.strings(o, width) > MAX_STRINGS) {
        return false;
      }
    }
    return true;
  }

  /** A number for the rarest of a string's widest windows; 0 if there is none. */
  static int rarest(List<SymbolSet> string, ByteModel model) {
    StringSets sets = StringSets.of(string, true);
    for (int width : WIDTHS) {
      int best = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int o = 0; o < places(string, width); o++) {
        double chance = chance(sets, o, width, model);
        if (chance < least) {
          least = chance;
          best = o;
        }
      }
      if (best >= 0) {
        return sets.name(best, width);
      }
    }
    return 0;
  }

  /** The fewest strings that one of a string's widest windows stands for. */
  static int fewestStrings(List<SymbolSet> string) {
    return fewestStrings(
        string, StringSets.of(string, true), Math.min(Integer.BYTES, string.size()));
  }

  private static int fewestStrings(List<SymbolSet> string, StringSets sets, int width) {
    int fewest = MAX_STRINGS + 1;
    for (int o = 0; o < places(string, width); o++) {
      fewest = Math.min(fewest, sets.strings(o, width));
    }
    return fewest;
  }

  /** The bytes of the widest window that a string has; 0 if it has none. */
  static int widest(List<SymbolSet> string) {
    StringSets sets = StringSets.of(string, true);
    for (int width : WIDTHS) {
      if (fewestStrings(string, sets, width) <= MAX_STRINGS) {
        return width;
      }
    }
    return 0;
  }

  int count() {
    return strings.length;
  }

  boolean isUsable(int offset) {
    return strings[offset] <= MAX_STRINGS;
  }

  /** Number of strings, more than the most if there are too many. */
  int strings(int offset) {
    return strings[offset];
  }

  /** How likely a place begins with the window; infinite if it is not usable. */
  double chance(int offset) {
    return chances[offset];
  }

  /** A number that is the same for equal windows. */
  int name(int offset) {
    return names[offset];
  }

  /** The {@link WindowKeys numbers} of a window. */
  static int[] keys(List<SymbolSet> window, boolean folded) {
    return StringSets.of(window, folded).keys(0, window.size());
  }
}
