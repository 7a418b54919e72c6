package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;

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

  private static final int CASE_BIT = 0x20;
  private static final long UPPER = -1L << CASE_BIT;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int[] strings;
  private final double[] chances;
  private final int[] names;

  private Windows(int count) {
    strings = new int[count];
    chances = new double[count];
    names = new int[count];
  }

  static Windows of(List<SymbolSet> string, int width, boolean folded, ByteModel model) {
    Windows windows = new Windows(Math.max(0, string.size() - width + 1));
    List<SymbolSet> sets = string;
    int[] sizes = new int[string.size()];
    if (folded) {
      sets = new ArrayList<>();
      for (int i = 0; i < sizes.length; i++) {
        SymbolSet keys = folded(string.get(i));
        sizes[i] = keys.size();
        sets.add(unfolded(keys));
      }
    } else {
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = string.get(i).size();
      }
    }
    for (int o = 0; o < windows.strings.length; o++) {
      long product = 1;
      int name = 0;
      for (int i = o; i < o + width; i++) {
        product = Math.min(product * sizes[i], MAX_STRINGS + 1L);
        name = mixed(name, sets.get(i));
      }
      windows.strings[o] = product == 0 ? MAX_STRINGS + 1 : (int) product;
      windows.names[o] = name;
      windows.chances[o] =
          windows.isUsable(o)
              ? chance(string, sets, o, width, folded, model)
              : Double.POSITIVE_INFINITY;
    }
    return windows;
  }

  /** A number that differs for most sets, also for those that are alike. */
  private static int mixed(int name, SymbolSet set) {
    long mixed = name;
    for (int w = 0; w < SymbolSet.ALPHABET_SIZE / Long.SIZE; w++) {
      mixed = (mixed ^ set.word(w)) * MIX;
      mixed ^= mixed >>> Integer.SIZE;
    }
    return (int) mixed;
  }

  private static double chance(
      List<SymbolSet> string,
      List<SymbolSet> sets,
      int offset,
      int width,
      boolean folded,
      ByteModel model) {
    double expected = model.probability(sets, offset, offset + width);
    return model.isSampled()
        ? model.share(keys(string.subList(offset, offset + width), folded), width, folded, expected)
        : expected;
  }

  /** A number for the rarest of a string's widest windows; 0 if there is none. */
  static int rarest(List<SymbolSet> string, ByteModel model) {
    for (int width : WIDTHS) {
      Windows folded = of(string, width, true, model);
      int best = -1;
      for (int o = 0; o < folded.count(); o++) {
        if (folded.isUsable(o) && (best < 0 || folded.chance(o) < folded.chance(best))) {
          best = o;
        }
      }
      if (best >= 0) {
        return folded.name(best);
      }
    }
    return 0;
  }

  /** The fewest strings that one of a string's widest windows stands for. */
  static int fewestStrings(List<SymbolSet> string) {
    int fewest = MAX_STRINGS + 1;
    Windows windows = of(string, Math.min(Integer.BYTES, string.size()), true, ByteModel.prior());
    for (int o = 0; o < windows.count(); o++) {
      fewest = Math.min(fewest, windows.strings(o));
    }
    return fewest;
  }

  /** The bytes of the widest window that a string has; 0 if it has none. */
  static int widest(List<SymbolSet> string) {
    for (int width : WIDTHS) {
      Windows windows = of(string, width, true, ByteModel.prior());
      for (int o = 0; o < windows.count(); o++) {
        if (windows.isUsable(o)) {
          return width;
        }
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

  /** A set with bit 5 of every byte set: in each word of 64 bytes, the upper half. */
  private static SymbolSet folded(SymbolSet set) {
    return SymbolSet.ofWords(
        upper(set.word(0)), upper(set.word(1)), upper(set.word(2)), upper(set.word(3)));
  }

  private static long upper(long word) {
    return word & UPPER | word << CASE_BIT;
  }

  /** All bytes that look like one of a folded set once bit 5 is set. */
  private static SymbolSet unfolded(SymbolSet folded) {
    return SymbolSet.ofWords(
        both(folded.word(0)), both(folded.word(1)), both(folded.word(2)), both(folded.word(3)));
  }

  private static long both(long upper) {
    return upper | upper >>> CASE_BIT;
  }

  private static int[] members(SymbolSet set) {
    int[] members = new int[set.size()];
    int[] count = {0};
    set.forEach(symbol -> members[count[0]++] = symbol);
    return members;
  }

  /** The keys of a window, the first byte lowest. */
  static int[] keys(List<SymbolSet> window, boolean folded) {
    int[] keys = {0};
    for (int i = 0; i < window.size(); i++) {
      int[] symbols = members(folded ? folded(window.get(i)) : window.get(i));
      int[] longer = new int[keys.length * symbols.length];
      int n = 0;
      for (int key : keys) {
        for (int symbol : symbols) {
          longer[n++] = key | symbol << i * Byte.SIZE;
        }
      }
      keys = longer;
    }
    return keys;
  }
}
