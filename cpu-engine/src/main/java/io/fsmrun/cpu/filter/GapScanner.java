package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the last byte outside a set, many bytes at a time if few bytes are outside (as in {@code
 * [^\n]}). Immutable.
 */
final class GapScanner {

  private final boolean[] allowed = new boolean[SymbolSet.ALPHABET_SIZE];

  /** The bytes outside; null if there are none or many. */
  private final FewBytes outside;

  GapScanner(SymbolSet set) {
    set.forEach(symbol -> allowed[symbol] = true);
    List<Integer> others = new ArrayList<>();
    set.complement().forEach(others::add);
    outside = others.isEmpty() || others.size() > FewBytes.MOST ? null : new FewBytes(others);
  }

  /** Whether a byte is in the set. */
  boolean allows(byte symbol) {
    return allowed[symbol & 0xff];
  }

  /**
   * Finds the last byte outside.
   *
   * @return its index in {@code [from, to)}, or -1
   */
  int lastOutside(byte[] input, int from, int to) {
    if (outside != null) {
      return outside.last(input, from, to);
    }
    int at = to;
    while (at > from && allowed[input[at - 1] & 0xff]) {
      at--;
    }
    return at > from ? at - 1 : -1;
  }
}
