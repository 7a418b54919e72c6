package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;

/**
 * Sets of which nearly every byte is a member. A state that leads to itself on such a set may be
 * active over many segments; so that they need not run again one after the other, the kernel notes
 * for each segment which of these sets all its bytes are in.
 */
final class HoldSets {

  /** As many as a word has bits. */
  private static final int MOST = Integer.SIZE;

  private static final int LEAST_SYMBOLS = 192;

  private final Object2IntLinkedOpenHashMap<SymbolSet> numbers =
      new Object2IntLinkedOpenHashMap<>();

  HoldSets() {
    numbers.defaultReturnValue(-1);
  }

  /** The number of a set, or -1 if states do not stay long on it. */
  int numberOf(SymbolSet set) {
    int known = numbers.getInt(set);
    if (known >= 0 || set.size() < LEAST_SYMBOLS || numbers.size() == MOST) {
      return known;
    }
    numbers.put(set, numbers.size());
    return numbers.size() - 1;
  }

  /** Per byte, a bit for each set that it is in. */
  int[] members() {
    int[] members = new int[SymbolSet.ALPHABET_SIZE];
    int number = 0;
    for (SymbolSet set : numbers.keySet()) {
      int bit = 1 << number++;
      set.forEach(symbol -> members[symbol] |= bit);
    }
    return members;
  }
}
