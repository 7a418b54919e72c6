package io.fsmrun.cpu.shift;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which bit of which word each element of each chain has. A chain lies in one word, its first
 * element lowest; several may share a word, since what is shifted out of one into the next is set
 * there anyway. Immutable.
 */
final class ShiftLayout {

  /** Words of a vector of 64 bytes; all lengths are multiples of it. */
  static final int MOST_LANES = 8;

  /** How many words there are, and how many of them have elements. */
  final int words;

  final int filled;

  /** Per byte the number of its class. */
  final byte[] classOf;

  final int classes;

  /** First elements. */
  final long[] start;

  /** Elements that may be repeated. */
  final long[] repeated;

  /** Elements that may be left out. */
  final long[] optional;

  /** Of each run of these, the element before it, and its last one. */
  final long[] entry;

  final long[] last;

  /** The last elements of chains. */
  final long[] finals;

  /** The rules, each once, ascending. */
  final int[] rules;

  /** By word and bit, which of these the chain is of whose last element that is. */
  final int[] ruleOf;

  /** By word, then class: the elements whose set the class is in. */
  private final long[] taking;

  private final List<Placed> placed = new ArrayList<>();

  /**
   * A chain and where it is.
   *
   * @param chain the chain
   * @param first its first element's bit, of those of all words
   */
  record Placed(ShiftChain chain, int first) {}

  /**
   * Lays chains out; O(elements * classes).
   *
   * @param chains at least one
   */
  ShiftLayout(List<ShiftChain> chains) {
    List<List<ShiftChain>> packed = packed(chains);
    int vectors = (packed.size() + MOST_LANES - 1) / MOST_LANES;
    this.words = vectors * MOST_LANES;
    this.filled = packed.size();
    SymbolClasses bytes = SymbolClasses.of(sets(chains));
    this.classOf = bytes.toByteArray();
    this.classes = bytes.count();
    this.start = new long[words];
    this.repeated = new long[words];
    this.optional = new long[words];
    this.entry = new long[words];
    this.last = new long[words];
    this.finals = new long[words];
    this.rules = chains.stream().mapToInt(ShiftChain::rule).sorted().distinct().toArray();
    this.ruleOf = new int[words * Long.SIZE];
    this.taking = new long[words * classes];
    for (int word = 0; word < packed.size(); word++) {
      int bit = 0;
      for (ShiftChain chain : packed.get(word)) {
        place(chain, word, bit, bytes);
        bit += chain.elements().size();
      }
    }
  }

  /** Chains word by word, the longest first, each where there is room first. */
  private static List<List<ShiftChain>> packed(List<ShiftChain> chains) {
    List<ShiftChain> longestFirst = new ArrayList<>(chains);
    longestFirst.sort(Comparator.comparingInt(chain -> -chain.elements().size()));
    List<List<ShiftChain>> packed = new ArrayList<>();
    int[] room = new int[chains.size()];
    // No word before this one has room for chains that are as long as the last one, or longer.
    int first = 0;
    int length = 0;
    for (ShiftChain chain : longestFirst) {
      first = chain.elements().size() == length ? first : 0;
      length = chain.elements().size();
      while (first < packed.size() && room[first] < length) {
        first++;
      }
      if (first == packed.size()) {
        room[first] = Long.SIZE;
        packed.add(new ArrayList<>());
      }
      packed.get(first).add(chain);
      room[first] -= length;
    }
    return packed;
  }

  private static List<SymbolSet> sets(List<ShiftChain> chains) {
    return chains.stream()
        .flatMap(chain -> chain.elements().stream())
        .map(ShiftElement::set)
        .distinct()
        .toList();
  }

  private void place(ShiftChain chain, int word, int firstBit, SymbolClasses bytes) {
    placed.add(new Placed(chain, word * Long.SIZE + firstBit));
    start[word] |= 1L << firstBit;
    int count = chain.elements().size();
    for (int i = 0; i < count; i++) {
      ShiftElement element = chain.elements().get(i);
      long bit = 1L << firstBit + i;
      for (int c = 0; c < classes; c++) {
        taking[word * classes + c] |= element.set().contains(bytes.representative(c)) ? bit : 0;
      }
      repeated[word] |= element.isRepeated() ? bit : 0;
      if (element.isOptional()) {
        optional[word] |= bit;
        entry[word] |= chain.elements().get(i - 1).isOptional() ? 0 : bit >>> 1;
        boolean ends = i + 1 == count || !chain.elements().get(i + 1).isOptional();
        last[word] |= ends ? bit : 0;
      }
    }
    // Where the last elements are optional, the very last is reached as soon as any before it is.
    int end = firstBit + count - 1;
    finals[word] |= 1L << end;
    ruleOf[word * Long.SIZE + end] = Arrays.binarySearch(rules, chain.rule());
  }

  /** All chains. */
  List<Placed> placed() {
    return placed;
  }

  /** What is active in a word beside some elements because those behind may be left out. */
  long withSkipped(int word, long active) {
    long full = active | last[word];
    return active | optional[word] & ~(full - entry[word] ^ full);
  }

  /** What of that suffices to tell the rest. */
  long withoutSkipped(int word, long active) {
    return active & ~(optional[word] & active << 1);
  }

  /** The bits of a word, with elements in them or not. */
  long used(int word) {
    long used = optional[word];
    for (int c = 0; c < classes; c++) {
      used |= taking[word * classes + c];
    }
    return used;
  }

  /**
   * What elements take, in the order that so many words at once are read in: by group of words,
   * then class, then word. Not to be changed.
   */
  long[] rows(int lanes) {
    if (lanes == 1) {
      return taking;
    }
    long[] rows = new long[taking.length];
    for (int word = 0; word < words; word++) {
      int group = word / lanes;
      for (int c = 0; c < classes; c++) {
        rows[(group * classes + c) * lanes + word % lanes] = taking[word * classes + c];
      }
    }
    return rows;
  }

  /** Per byte where the row of its class begins in those of a group. */
  int[] rowOffsets(int lanes) {
    int[] offsets = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < offsets.length; symbol++) {
      offsets[symbol] = (classOf[symbol] & 0xff) * lanes;
    }
    return offsets;
  }
}
