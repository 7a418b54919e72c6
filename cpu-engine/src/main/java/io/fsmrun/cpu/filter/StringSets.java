package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;

/**
 * The sets of a factor's string as its windows are compared: as they are, or folded, so that
 * letters lose their case. What is asked of windows again and again is found once for each set. For
 * one thread.
 */
final class StringSets {

  private static final int CASE_BIT = 0x20;
  private static final long UPPER = -1L << CASE_BIT;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final boolean folded;

  /** What windows are compared with: folded sets have bit 5 of every byte set. */
  private final SymbolSet[] keys;

  /** The bytes that look like one of a set's keys; the same as the keys if they are not folded. */
  private final SymbolSet[] sets;

  /** Numbers of keys. */
  private final int[] sizes;

  /** Per place the members of its set, ascending, once they are asked for. */
  private final int[][] members;

  private StringSets(int count, boolean folded) {
    this.folded = folded;
    this.keys = new SymbolSet[count];
    this.sets = folded ? new SymbolSet[count] : keys;
    this.sizes = new int[count];
    this.members = new int[count][];
  }

  /** The sets of a string. */
  static StringSets of(List<SymbolSet> string, boolean folded) {
    StringSets sets = new StringSets(string.size(), folded);
    for (int i = 0; i < sets.keys.length; i++) {
      SymbolSet set = string.get(i);
      if (folded) {
        sets.keys[i] = folded(set);
        sets.sets[i] = unfolded(sets.keys[i]);
      } else {
        sets.keys[i] = set;
      }
      sets.sizes[i] = sets.keys[i].size();
    }
    return sets;
  }

  boolean isFolded() {
    return folded;
  }

  /** The bytes at a place that windows there are found for. */
  SymbolSet set(int place) {
    return sets[place];
  }

  /** The members of {@link #set}, ascending. */
  int[] members(int place) {
    if (members[place] == null) {
      members[place] = members(sets[place]);
    }
    return members[place];
  }

  /** Number of strings that a window stands for; {@link Windows#MAX_STRINGS} + 1 if too many. */
  int strings(int offset, int width) {
    int product = 1;
    for (int i = offset; i < offset + width; i++) {
      product = Math.min(product * sizes[i], Windows.MAX_STRINGS + 1);
    }
    return product == 0 ? Windows.MAX_STRINGS + 1 : product;
  }

  /** A number that differs for most windows, also for those that are alike. */
  int name(int offset, int width) {
    int name = 0;
    for (int i = offset; i < offset + width; i++) {
      long mixed = name;
      for (int w = 0; w < SymbolSet.ALPHABET_SIZE / Long.SIZE; w++) {
        mixed = (mixed ^ sets[i].word(w)) * MIX;
        mixed ^= mixed >>> Integer.SIZE;
      }
      name = (int) mixed;
    }
    return name;
  }

  /** The {@link WindowKeys numbers} of a window, each once. */
  int[] keys(int offset, int width) {
    if (WindowKeys.isWide(width)) {
      return wideKeys(offset, width);
    }
    int[] all = {0};
    for (int i = 0; i < width; i++) {
      int[] symbols = folded ? members(keys[offset + i]) : members(offset + i);
      int[] longer = new int[all.length * symbols.length];
      int n = 0;
      for (int key : all) {
        for (int symbol : symbols) {
          longer[n++] = key | symbol << i * Byte.SIZE;
        }
      }
      all = longer;
    }
    return all;
  }

  private int[] wideKeys(int offset, int width) {
    int fold = WindowKeys.fold(width, folded);
    byte[][] all = {new byte[width]};
    for (int i = 0; i < width; i++) {
      int[] symbols = folded ? members(keys[offset + i]) : members(offset + i);
      byte[][] longer = new byte[all.length * symbols.length][];
      int n = 0;
      for (byte[] window : all) {
        for (int symbol : symbols) {
          longer[n] = window.clone();
          longer[n++][i] = (byte) symbol;
        }
      }
      all = longer;
    }
    return Arrays.stream(all)
        .mapToInt(window -> WindowKeys.at(window, 0, width, fold))
        .distinct()
        .toArray();
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

  /** The members of a set, ascending. */
  static int[] members(SymbolSet set) {
    int[] members = new int[set.size()];
    int n = 0;
    for (int w = 0; w < SymbolSet.ALPHABET_SIZE / Long.SIZE; w++) {
      for (long bits = set.word(w); bits != 0; bits &= bits - 1) {
        members[n++] = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return members;
  }
}
