package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/**
 * Finds strings that a rule cannot do without, by which the kernel tells that it need not look at
 * the rule in a window at all: of four bytes, or of two if it has none of four.
 *
 * <p>For a rule whose matches lie within a window such a string may be anywhere in it. A rule that
 * carries has to meet it before it comes to a loop, and within the overlap of two windows: if it
 * has begun by the end of a window, the string is in the part that both have in common.
 *
 * <p>Bytes are compared without the bit that tells upper from lower case, and without it in other
 * bytes too: {@code [aA]} is one byte then. Strings that look alike cost time, never a match.
 */
final class GateFinder {

  static final int LONG = 4;
  static final int SHORT = 2;

  /** Bits of a hash. */
  static final int HASH_BITS = 16;

  private static final int FOLD = 0x20;
  private static final int MULTIPLIER = 0x9E3779B1;

  private GateFinder() {}

  /** The place of a string in the table of a window. */
  static int hash(int string) {
    return string * MULTIPLIER >>> (Integer.SIZE - HASH_BITS);
  }

  /**
   * The strings of so many bytes of a rule, folded, the first byte lowest; none if it has no such
   * string.
   */
  static IntList strings(StateOrder order, boolean carries, int bytes) {
    int[] targets = order.skipTargets();
    IntList strings = new IntArrayList();
    int length = 0;
    int string = 0;
    for (int p = 0; p < order.count(); p++) {
      if (carries && (!isSimple(order, p) || p + 1 > StreamProgram.OVERLAP - LONG)) {
        break;
      }
      int symbol = foldedSymbol(order.stateAt(p).symbols());
      boolean needed = targets[p] == order.count() && isSingle(order, p);
      if (!needed || symbol < 0 || !isSimple(order, p)) {
        length = 0;
      } else {
        boolean follows = length > 0 && order.before(p).length == 1 && order.before(p)[0] == p - 1;
        length = follows ? length + 1 : 1;
        string = string >>> Byte.SIZE | symbol << (bytes - 1) * Byte.SIZE;
        if (length >= bytes) {
          strings.add(string);
        }
      }
      if (!order.stateAt(p).reports().isEmpty()) {
        // What comes later is not needed for this report.
        break;
      }
    }
    return strings;
  }

  /** Whether the state is entered from one place, or is where matches begin. */
  private static boolean isSingle(StateOrder order, int place) {
    return !order.stateAt(place).atFirst() && (place == 0 || !order.isAtEvery(place));
  }

  private static boolean isSimple(StateOrder order, int place) {
    return !order.hasSelfLoop(place) && order.loopOf(place) == null;
  }

  /** The one byte that all symbols of a set are when folded, or -1. */
  private static int foldedSymbol(SymbolSet set) {
    if (set.isEmpty() || set.size() > 2) {
      return -1;
    }
    int folded = -1;
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      if (set.contains(symbol)) {
        if (folded >= 0 && folded != (symbol | FOLD)) {
          return -1;
        }
        folded = symbol | FOLD;
      }
    }
    return folded;
  }

  /** How many different bytes a string has: the more, the rarer it is likely to be. */
  static int variety(int string) {
    IntOpenHashSet bytes = new IntOpenHashSet();
    for (int i = 0; i < LONG; i++) {
      bytes.add(string >>> i * Byte.SIZE & 0xff);
    }
    return bytes.size();
  }
}
