package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;

/**
 * Conditions on a place in the input, as sets of pairs of what lies before and after it.
 *
 * <pre>
 *   before: 0 the start of the input, 1 newline, 2 word byte, 3 other byte
 *   after:  0 the end of the input, 1 a newline that is the last byte, 2 another newline,
 *           3 word byte, 4 other byte
 *   bit:    before * 5 + after
 * </pre>
 */
public final class EdgeCondition {

  /** The condition that always holds. */
  public static final int ALWAYS = (1 << 20) - 1;

  static final int AFTER_END = 0;
  static final int AFTER_LAST_NEWLINE = 1;
  static final int AFTER_NEWLINE = 2;

  /** Number of kinds of what lies before a place; 0 is the start of the input. */
  public static final int BEFORE_KINDS = 4;

  private static final int AFTER_KINDS = 5;

  private static final byte[] BEFORE = new byte[256];
  private static final byte[] AFTER = new byte[256];

  /** Per kind of what lies before a place its bytes; none for the start of the input. */
  private static final SymbolSet[] OF_KIND = new SymbolSet[BEFORE_KINDS];

  static {
    Arrays.fill(OF_KIND, SymbolSet.EMPTY);
    for (int symbol = 0; symbol < 256; symbol++) {
      boolean word =
          symbol >= '0' && symbol <= '9'
              || symbol >= 'A' && symbol <= 'Z'
              || symbol >= 'a' && symbol <= 'z'
              || symbol == '_';
      BEFORE[symbol] = (byte) (symbol == '\n' ? 1 : word ? 2 : 3);
      AFTER[symbol] = (byte) (symbol == '\n' ? AFTER_NEWLINE : word ? 3 : 4);
      OF_KIND[BEFORE[symbol]] = OF_KIND[BEFORE[symbol]].or(SymbolSet.of(symbol));
    }
  }

  private EdgeCondition() {}

  /** What lies before a place. */
  static int before(byte[] input, int index, long position) {
    return position == 0 ? 0 : BEFORE[input[index - 1] & 0xff];
  }

  /** What lies after a place that is not the end, if a newline there is not the last byte. */
  static int after(byte[] input, int index) {
    return AFTER[input[index] & 0xff];
  }

  static boolean allows(int condition, int before, int after) {
    return (condition >>> before * AFTER_KINDS + after & 1) != 0;
  }

  /**
   * The bytes that may follow a place, if a newline is not the last byte.
   *
   * @param condition the condition
   * @param before the kind of what lies before the place
   * @return the bytes, none if there must not be any
   */
  public static SymbolSet symbolsAfter(int condition, int before) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int after = AFTER_NEWLINE; after < AFTER_KINDS; after++) {
      if (allows(condition, before, after)) {
        // Those behind a place are told apart as those before it are.
        set = set.or(OF_KIND[after - AFTER_NEWLINE + 1]);
      }
    }
    return set;
  }

  /**
   * The bytes of a kind that lie before a place.
   *
   * @param before the kind, below {@link #BEFORE_KINDS}
   * @return the bytes, none for the start of the input
   */
  public static SymbolSet symbolsBefore(int before) {
    return OF_KIND[before];
  }

  /**
   * Whether a newline may follow as well if it is the last byte as if it is not, behind any byte.
   *
   * @param condition the condition
   * @return false if bytes that are not known yet decide
   */
  public static boolean isSameAtLastNewline(int condition) {
    boolean same = true;
    for (int before = 1; before < BEFORE_KINDS; before++) {
      same &=
          allows(condition, before, AFTER_NEWLINE) == allows(condition, before, AFTER_LAST_NEWLINE);
    }
    return same;
  }

  /** Whether one byte after the end of a match it is known at the latest if the condition holds. */
  static boolean isTold(int condition) {
    boolean told = true;
    for (int before = 1; before < BEFORE_KINDS; before++) {
      told &=
          !allows(condition, before, AFTER_NEWLINE)
              || allows(condition, before, AFTER_LAST_NEWLINE);
    }
    return told;
  }
}
