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

  private static final int CASE_BIT = 0x20;

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
        int[] keys = keys(string.get(i));
        sizes[i] = keys.length;
        sets.add(keys.length > MAX_STRINGS ? SymbolSet.ALL : unfolded(keys));
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
        name = name * 31 + sets.get(i).hashCode();
      }
      windows.strings[o] = product == 0 ? MAX_STRINGS + 1 : (int) product;
      windows.names[o] = name;
      windows.chances[o] =
          windows.isUsable(o) ? model.probability(sets, o, o + width) : Double.POSITIVE_INFINITY;
    }
    return windows;
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

  /** All bytes that look like one of the keys once bit 5 is set. */
  private static SymbolSet unfolded(int[] keys) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int key : keys) {
      set = set.or(SymbolSet.of(key)).or(SymbolSet.of(key & ~CASE_BIT));
    }
    return set;
  }

  /** The different bytes of a set once bit 5 is set. */
  private static int[] keys(SymbolSet set) {
    SymbolSet[] folded = {SymbolSet.EMPTY};
    set.forEach(symbol -> folded[0] = folded[0].or(SymbolSet.of(symbol | CASE_BIT)));
    return members(folded[0]);
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
      int[] symbols = folded ? keys(window.get(i)) : members(window.get(i));
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
