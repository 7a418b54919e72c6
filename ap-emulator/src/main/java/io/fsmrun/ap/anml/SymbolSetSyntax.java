package io.fsmrun.ap.anml;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;

/**
 * The notation of symbol sets in ANML and MNRL files.
 *
 * <pre>
 *   *            all symbols
 *   .            all but the newline
 *   A  \n  \x41  one symbol
 *   [a-z_\x00]   the symbols listed; a range has both ends in it
 *   [^ab]        all symbols but those listed; [] is the empty set
 *   {65,97:122}  the symbols of these numbers, in decimal
 * </pre>
 *
 * <p>Escapes, inside brackets and out: {@code \xHH}; {@code \a \b \f \n \r \t \v}; the classes
 * {@code \d \D \s \S \w \W}; a backslash before punctuation stands for the punctuation. A symbol is
 * a byte, so characters past ASCII must be written as {@code \xHH}. In brackets, {@code -} stands
 * for itself where it cannot be a range, and {@code ^} anywhere but in front.
 *
 * <p>Refused, since programs disagree on them: octal escapes and other escaped letters and digits,
 * POSIX classes, a bare {@code ^}, and several symbols without brackets. Braces are in Micron's
 * description of ANML, the dot is what its compiler makes of it.
 */
public final class SymbolSetSyntax {

  private static final SymbolSet DIGITS = SymbolSet.range('0', '9');
  private static final SymbolSet SPACES = SymbolSet.ofChars("\t\n\u000b\f\r ");
  private static final SymbolSet WORD =
      DIGITS.or(SymbolSet.range('A', 'Z')).or(SymbolSet.range('a', 'z')).or(SymbolSet.of('_'));
  private static final String HEX = "0123456789abcdef";
  private static final int MOST_CHARACTERS = 1 << 16;

  private final String text;
  private int next;

  private SymbolSetSyntax(String text) {
    this.text = text;
  }

  /**
   * Reads a symbol set.
   *
   * @param text its notation
   * @return the set; O(length)
   * @throws SymbolSetSyntaxException if the text is not in this notation
   */
  public static SymbolSet parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new SymbolSetSyntaxException(
          "a symbol set of " + text.length() + " characters", MOST_CHARACTERS);
    }
    return new SymbolSetSyntax(text).whole();
  }

  /**
   * Writes a symbol set in a form that VASim and other programs read alike: {@code *} for all
   * symbols, else brackets with hexadecimal escapes for everything but ASCII letters and digits.
   *
   * @param set a set
   * @return text that {@link #parse} takes back to the set
   */
  public static String print(SymbolSet set) {
    if (set.equals(SymbolSet.ALL)) {
      return "*";
    }
    if (set.isEmpty()) {
      return "[^\\x00-\\xff]";
    }
    StringBuilder out = new StringBuilder("[");
    for (int first = 0; first < SymbolSet.ALPHABET_SIZE; first++) {
      if (set.contains(first)) {
        int last = first;
        while (last + 1 < SymbolSet.ALPHABET_SIZE && set.contains(last + 1)) {
          last++;
        }
        append(out, first);
        if (last > first) {
          append(last > first + 1 ? out.append('-') : out, last);
        }
        first = last;
      }
    }
    return out.append(']').toString();
  }

  /**
   * Writes every distinct symbol set of a network.
   *
   * @param network a network
   * @return what {@link #print} gives for each, by {@link AutomataNetwork#symbolSetIndex}; a fresh
   *     array
   */
  public static String[] printAll(AutomataNetwork network) {
    String[] printed = new String[network.symbolSetCount()];
    Arrays.setAll(printed, index -> print(network.symbolSet(index)));
    return printed;
  }

  private static void append(StringBuilder out, int symbol) {
    if (symbol < 0x80 && Character.isLetterOrDigit(symbol)) {
      out.append((char) symbol);
    } else {
      out.append("\\x").append(HEX.charAt(symbol >> 4)).append(HEX.charAt(symbol & 15));
    }
  }

  private SymbolSet whole() {
    if (text.isEmpty()) {
      throw error("the symbol set is empty text; the set without symbols is []", 0);
    }
    SymbolSet set =
        switch (text.charAt(next++)) {
          case '*' -> SymbolSet.ALL;
          case '.' -> SymbolSet.of('\n').complement();
          case '[' -> brackets();
          case '{' -> braces();
          case '\\' -> escape();
          case '^' -> throw error("'^' is read in different ways; write [^...] or \\x5e", 0);
          default -> SymbolSet.of(plain());
        };
    if (next < text.length()) {
      throw error("something follows the symbol set; several symbols need brackets", next);
    }
    return set;
  }

  /** The character just taken, as a symbol. */
  private int plain() {
    char taken = text.charAt(next - 1);
    if (taken > 0x7f) {
      throw error("'" + taken + "' is not ASCII; write each of its bytes as \\xHH", next - 1);
    }
    return taken;
  }

  private SymbolSet brackets() {
    boolean negated = next < text.length() && text.charAt(next) == '^';
    next += negated ? 1 : 0;
    SymbolSet set = SymbolSet.EMPTY;
    while (!isNext(']', 0)) {
      set = set.or(item());
    }
    next++;
    return negated ? set.complement() : set;
  }

  /** A symbol, a class or a range in brackets. */
  private SymbolSet item() {
    int start = next;
    SymbolSet first = single();
    boolean range = isNext('-', 0) && !isNext(']', 1);
    if (!range || first.size() != 1) {
      return first;
    }
    next++;
    SymbolSet last = single();
    if (last.size() != 1) {
      throw error("a range ends in a class", start);
    }
    if (lowest(first) > lowest(last)) {
      throw error("the range " + text.substring(start, next) + " goes backwards", start);
    }
    return SymbolSet.range(lowest(first), lowest(last));
  }

  private SymbolSet single() {
    if (isNext('[', 0) && next + 1 < text.length() && ":=.".indexOf(text.charAt(next + 1)) >= 0) {
      throw error("POSIX classes are not supported; escape the bracket if it is a symbol", next);
    }
    if (isNext('\\', 0)) {
      next++;
      return escape();
    }
    next++;
    return SymbolSet.of(plain());
  }

  private boolean isNext(char wanted, int ahead) {
    if (next + ahead >= text.length()) {
      throw error("the bracket is not closed", text.length());
    }
    return text.charAt(next + ahead) == wanted;
  }

  private static int lowest(SymbolSet set) {
    int symbol = 0;
    while (!set.contains(symbol)) {
      symbol++;
    }
    return symbol;
  }

  /** What follows a backslash. */
  private SymbolSet escape() {
    if (next == text.length()) {
      throw error("a backslash at the end", next - 1);
    }
    char escaped = text.charAt(next++);
    return switch (escaped) {
      case 'x' -> SymbolSet.of(hex() << 4 | hex());
      case 'a' -> SymbolSet.of(7);
      case 'b' -> SymbolSet.of('\b');
      case 'f' -> SymbolSet.of('\f');
      case 'n' -> SymbolSet.of('\n');
      case 'r' -> SymbolSet.of('\r');
      case 't' -> SymbolSet.of('\t');
      case 'v' -> SymbolSet.of(11);
      case 'd' -> DIGITS;
      case 'D' -> DIGITS.complement();
      case 's' -> SPACES;
      case 'S' -> SPACES.complement();
      case 'w' -> WORD;
      case 'W' -> WORD.complement();
      default -> {
        if (WORD.contains(plain()) && escaped != '_') {
          throw error("the escape \\" + escaped + " is not known; write \\xHH", next - 2);
        }
        yield SymbolSet.of(escaped);
      }
    };
  }

  private int hex() {
    int digit = next < text.length() ? Character.digit(text.charAt(next), 16) : -1;
    if (digit < 0 || text.charAt(next) > 0x7f) {
      throw error("\\x needs two hexadecimal digits", Math.min(next, text.length()));
    }
    next++;
    return digit;
  }

  private SymbolSet braces() {
    SymbolSet set = SymbolSet.EMPTY;
    char after;
    do {
      int start = next;
      int first = number();
      int last = first;
      if (next < text.length() && text.charAt(next) == ':') {
        next++;
        last = number();
      }
      if (first > last) {
        throw error("the range " + first + ":" + last + " goes backwards", start);
      }
      set = set.or(SymbolSet.range(first, last));
      after = next < text.length() ? text.charAt(next) : 0;
      if (after != ',' && after != '}') {
        throw error("the brace is not closed", next);
      }
      next++;
    } while (after == ',');
    return set;
  }

  private int number() {
    int start = next;
    int value = 0;
    while (next < text.length() && isDigit(text.charAt(next)) && value < 256) {
      value = value * 10 + text.charAt(next++) - '0';
    }
    if (next == start || value > 255) {
      throw error("a number from 0 to 255 is wanted in braces", start);
    }
    return value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static SymbolSetSyntaxException error(String message, int offset) {
    return new SymbolSetSyntaxException(message, offset);
  }
}
