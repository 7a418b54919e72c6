package io.fsmrun.cli.html;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Locale;

/** A set of bytes in few letters, such as {@code a-z0-9} or {@code ^\n}. */
final class ByteLabel {

  private static final int MOST_LETTERS = 14;
  private static final char SPACE_PICTURE = '\u2423';

  private ByteLabel() {}

  /** The shorter of the set and its complement, cut where it is long. */
  static String of(SymbolSet set) {
    String text = complete(set);
    return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "\u2026";
  }

  /** The same, never cut. */
  static String complete(SymbolSet set) {
    if (set.equals(SymbolSet.ALL)) {
      return "any";
    }
    return set.size() > SymbolSet.ALPHABET_SIZE / 2 ? "^" + ranges(set.complement()) : ranges(set);
  }

  private static String ranges(SymbolSet set) {
    StringBuilder out = new StringBuilder();
    for (int first = 0; first < SymbolSet.ALPHABET_SIZE; first++) {
      if (!set.contains(first)) {
        continue;
      }
      int last = first;
      while (last + 1 < SymbolSet.ALPHABET_SIZE && set.contains(last + 1)) {
        last++;
      }
      out.append(symbol(first));
      if (last > first) {
        out.append(last > first + 1 ? "-" : "").append(symbol(last));
      }
      first = last;
    }
    return out.toString();
  }

  private static String symbol(int symbol) {
    return switch (symbol) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case ' ' -> String.valueOf(SPACE_PICTURE);
      case '-', '^', '\\' -> "\\" + (char) symbol;
      default ->
          symbol > ' ' && symbol < 0x7f
              ? String.valueOf((char) symbol)
              : String.format(Locale.ROOT, "\\x%02x", symbol);
    };
  }
}
