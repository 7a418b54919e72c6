package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;

/**
 * The distinct symbol sets of a program, and how the kernel makes the bit stream of each.
 *
 * <p>A stream has a bit for each byte of a window: 1 where the byte is in the set. The kernel first
 * makes 32 streams, one for each value of the upper and of the lower half of a byte. A set is then
 * the union of <em>terms</em>: (some upper halves) and (some lower halves). A term is an {@code
 * int}:
 *
 * <pre>
 *   bits 0-15   lower halves    complemented if bit 31 of the set's head says so for all terms
 *   bits 16-31  upper halves
 * </pre>
 *
 * <p>A set is a head, {@code terms | complement << 31}, and its terms. The complement is taken if
 * that needs fewer streams.
 *
 * <p>Sets are numbered by how much they are needed; the streams of the first ones are made for all
 * rules, others when a rule comes to need them. One byte alone is the meet of two half-byte
 * streams, and needs no number of its own: it is named {@link #SINGLE} and the byte.
 */
final class SymbolStreams {

  private static final int HALF = 16;
  private static final int COMPLEMENT = 1 << 31;

  /** The name of a set of one byte, less the byte. */
  static final int SINGLE = 0x8000;

  private final Object2IntLinkedOpenHashMap<SymbolSet> numbers =
      new Object2IntLinkedOpenHashMap<>();

  private int ready;

  SymbolStreams() {
    numbers.defaultReturnValue(-1);
  }

  /** Adds a set, behind those that were added before. */
  void add(SymbolSet set) {
    numbers.putIfAbsent(set, numbers.size());
  }

  /** Fixes how many sets, the first ones, have their streams made for all rules. */
  void setReady(int count) {
    ready = count;
  }

  /** How an operation names a set that was added. */
  int numberOf(SymbolSet set) {
    int number = numbers.getInt(set);
    if (number < 0) {
      throw new IllegalArgumentException("an unknown set");
    }
    return number >= ready && set.size() == 1 ? SINGLE | onlySymbol(set) : number;
  }

  private static int onlySymbol(SymbolSet set) {
    int symbol = 0;
    while (!set.contains(symbol)) {
      symbol++;
    }
    return symbol;
  }

  int count() {
    return numbers.size();
  }

  /** Where the words of each set start, and one entry more; then all words. */
  int[] encode() {
    IntList words = new IntArrayList();
    int[] starts = new int[count() + 1];
    int i = 0;
    for (SymbolSet set : numbers.keySet()) {
      starts[i++] = words.size();
      IntList plain = terms(set, false);
      IntList inverse = terms(set, true);
      boolean complement = cost(inverse) < cost(plain);
      IntList chosen = complement ? inverse : plain;
      words.add(chosen.size() | (complement ? COMPLEMENT : 0));
      words.addAll(chosen);
    }
    starts[i] = words.size();
    int[] all = new int[starts.length + words.size()];
    for (int k = 0; k < starts.length; k++) {
      all[k] = starts[k] + starts.length;
    }
    for (int k = 0; k < words.size(); k++) {
      all[starts.length + k] = words.getInt(k);
    }
    return all;
  }

  /** One term for each distinct pattern of lower halves. */
  private static IntList terms(SymbolSet set, boolean complement) {
    IntList terms = new IntArrayList();
    for (int upper = 0; upper < HALF; upper++) {
      int lower = 0;
      for (int low = 0; low < HALF; low++) {
        if (set.contains(upper * HALF + low) != complement) {
          lower |= 1 << low;
        }
      }
      if (lower == 0) {
        continue;
      }
      int same = -1;
      for (int t = 0; t < terms.size(); t++) {
        if ((terms.getInt(t) & 0xffff) == lower) {
          same = t;
        }
      }
      int bit = 1 << (HALF + upper);
      if (same < 0) {
        terms.add(lower | bit);
      } else {
        terms.set(same, terms.getInt(same) | bit);
      }
    }
    return terms;
  }

  private static int cost(IntList terms) {
    int cost = 0;
    for (int term : terms) {
      cost += 1 + half(term & 0xffff) + half(term >>> HALF);
    }
    return cost;
  }

  /** Streams read for some values of a half; the kernel takes the complement of more than eight. */
  private static int half(int values) {
    int count = Integer.bitCount(values);
    return Math.min(count, HALF - count);
  }
}
