package io.fsmrun.core.symbol;

import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * An immutable set of byte values, 256 bits in four words.
 *
 * <p>Symbols are the values 0 to 255. All operations are O(1) in the number of words, four.
 * Instances are values: equal sets are equal objects for {@link #equals}, and they may be shared by
 * threads.
 */
public final class SymbolSet {

  /** Number of distinct symbols: the alphabet is one byte wide. */
  public static final int ALPHABET_SIZE = 256;

  /** The set without symbols. */
  public static final SymbolSet EMPTY = new SymbolSet(0, 0, 0, 0);

  /** The set of all 256 symbols. */
  public static final SymbolSet ALL = new SymbolSet(-1, -1, -1, -1);

  private final long w0;
  private final long w1;
  private final long w2;
  private final long w3;

  private SymbolSet(long w0, long w1, long w2, long w3) {
    this.w0 = w0;
    this.w1 = w1;
    this.w2 = w2;
    this.w3 = w3;
  }

  /**
   * The set of the bits of four words.
   *
   * @param w0 symbols 0 to 63, the lowest bit first
   * @param w1 symbols 64 to 127
   * @param w2 symbols 128 to 191
   * @param w3 symbols 192 to 255
   * @return the set
   */
  public static SymbolSet ofWords(long w0, long w1, long w2, long w3) {
    return new SymbolSet(w0, w1, w2, w3);
  }

  /**
   * The set of one symbol.
   *
   * @param symbol a value from 0 to 255
   * @return the set
   * @throws IllegalArgumentException if the symbol is out of range
   */
  public static SymbolSet of(int symbol) {
    return range(symbol, symbol);
  }

  /**
   * The set of the symbols from {@code first} to {@code last}, both included.
   *
   * @param first the lowest symbol, 0 to 255
   * @param last the highest symbol, at least {@code first}, at most 255
   * @return the set
   * @throws IllegalArgumentException if the range is empty or leaves 0..255
   */
  public static SymbolSet range(int first, int last) {
    if (first < 0 || last > 255 || first > last) {
      throw new IllegalArgumentException(
          "symbol range " + first + ".." + last + " is not within 0..255");
    }
    long[] words = new long[4];
    for (int symbol = first; symbol <= last; symbol++) {
      words[symbol >> 6] |= 1L << symbol;
    }
    return new SymbolSet(words[0], words[1], words[2], words[3]);
  }

  /**
   * The set of the characters of a string, each taken as one byte.
   *
   * @param symbols characters, each at most U+00FF
   * @return the set
   * @throws IllegalArgumentException if a character is above U+00FF
   */
  public static SymbolSet ofChars(String symbols) {
    SymbolSet set = EMPTY;
    for (int i = 0; i < symbols.length(); i++) {
      set = set.or(of(symbols.charAt(i)));
    }
    return set;
  }

  /**
   * One of the four words: bit {@code b} of word {@code w} stands for symbol {@code 64 * w + b}.
   *
   * @param word index of the word, 0 to 3
   * @return its bits
   */
  public long word(int word) {
    return switch (word) {
      case 0 -> w0;
      case 1 -> w1;
      case 2 -> w2;
      case 3 -> w3;
      default -> throw new IndexOutOfBoundsException("word " + word + " of 4");
    };
  }

  /**
   * Membership.
   *
   * @param symbol a value from 0 to 255
   * @return whether the symbol is in this set
   */
  public boolean contains(int symbol) {
    return (word(symbol >> 6) >>> symbol & 1) != 0;
  }

  /**
   * Union.
   *
   * @param other another set
   * @return the symbols in either set
   */
  public SymbolSet or(SymbolSet other) {
    return new SymbolSet(w0 | other.w0, w1 | other.w1, w2 | other.w2, w3 | other.w3);
  }

  /**
   * Intersection.
   *
   * @param other another set
   * @return the symbols in both sets
   */
  public SymbolSet and(SymbolSet other) {
    return new SymbolSet(w0 & other.w0, w1 & other.w1, w2 & other.w2, w3 & other.w3);
  }

  /**
   * Difference.
   *
   * @param other another set
   * @return the symbols in this set and not in the other
   */
  public SymbolSet minus(SymbolSet other) {
    return new SymbolSet(w0 & ~other.w0, w1 & ~other.w1, w2 & ~other.w2, w3 & ~other.w3);
  }

  /**
   * Complement within the 256 symbols.
   *
   * @return the symbols not in this set
   */
  public SymbolSet complement() {
    return new SymbolSet(~w0, ~w1, ~w2, ~w3);
  }

  /**
   * This set with both cases of every ASCII letter that is in it in either case.
   *
   * @return the case-folded set
   */
  public SymbolSet foldAsciiCase() {
    // Bits 1..26 of the upper half of word 1 are a..z (0x61..0x7a), of the lower half A..Z
    // (0x41..0x5a).
    long letters = 0x07FFFFFEL;
    long upper = w1 & letters;
    long lower = w1 >>> 32 & letters;
    long both = upper | lower;
    return new SymbolSet(w0, w1 | both | both << 32, w2, w3);
  }

  /**
   * Whether no symbol is in this set.
   *
   * @return true for the empty set
   */
  public boolean isEmpty() {
    return (w0 | w1 | w2 | w3) == 0;
  }

  /**
   * Number of symbols in this set.
   *
   * @return 0 to 256
   */
  public int size() {
    return Long.bitCount(w0) + Long.bitCount(w1) + Long.bitCount(w2) + Long.bitCount(w3);
  }

  /**
   * Calls back with every symbol of the set, ascending.
   *
   * @param action called once per symbol
   */
  public void forEach(IntConsumer action) {
    for (int w = 0; w < 4; w++) {
      for (long bits = word(w); bits != 0; bits &= bits - 1) {
        action.accept(w * 64 + Long.numberOfTrailingZeros(bits));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SymbolSet that
        && w0 == that.w0
        && w1 == that.w1
        && w2 == that.w2
        && w3 == that.w3;
  }

  @Override
  public int hashCode() {
    long mixed = (w0 * 31 + w1) * 31 + w2;
    return Long.hashCode(mixed * 31 + w3);
  }

  /**
   * The set in bracket notation, ranges folded: {@code [\x00-\x1fa]}; {@code *} for the full set.
   */
  @Override
  public String toString() {
    if (equals(ALL)) {
      return "*";
    }
    StringBuilder out = new StringBuilder("[");
    for (int first = 0; first < ALPHABET_SIZE; first++) {
      if (!contains(first)) {
        continue;
      }
      int last = first;
      while (last < 255 && contains(last + 1)) {
        last++;
      }
      appendSymbol(out, first);
      if (last > first) {
        appendSymbol(last > first + 1 ? out.append('-') : out, last);
      }
      first = last;
    }
    return out.append(']').toString();
  }

  private static void appendSymbol(StringBuilder out, int symbol) {
    if (symbol > 0x20 && symbol < 0x7f && "[]\\^-*".indexOf(symbol) < 0) {
      out.append((char) symbol);
    } else {
      out.append(String.format(Locale.ROOT, "\\x%02x", symbol));
    }
  }
}
