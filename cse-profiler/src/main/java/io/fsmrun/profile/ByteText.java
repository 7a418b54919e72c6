package io.fsmrun.profile;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Locale;

/** Writes bytes as {@link SymbolChoice} reads them. */
final class ByteText {

  private static final String ESCAPED = "\\[]^-\"";

  private ByteText() {}

  /** A set, its ranges folded; such as {@code \n\x20-\x7e}. */
  static String of(SymbolSet set) {
    StringBuilder out = new StringBuilder();
    for (int first = 0; first < SymbolSet.ALPHABET_SIZE; first++) {
      if (!set.contains(first)) {
        continue;
      }
      int last = first;
      while (last < SymbolSet.ALPHABET_SIZE - 1 && set.contains(last + 1)) {
        last++;
      }
      append(out, first);
      if (last > first) {
        append(last > first + 1 ? out.append('-') : out, last);
      }
      first = last;
    }
    return out.toString();
  }

  /** A string of bytes, one character each, between quotation marks. */
  static String quoted(String bytes) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < bytes.length(); i++) {
      int value = bytes.charAt(i);
      if (value == ' ' || ESCAPED.indexOf(value, 1) >= 0 && value != '"') {
        out.append((char) value);
      } else {
        append(out, value);
      }
    }
    return out.append('"').toString();
  }

  private static void append(StringBuilder out, int symbol) {
    switch (symbol) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (ESCAPED.indexOf(symbol) >= 0) {
          out.append('\\').append((char) symbol);
        } else if (symbol > ' ' && symbol < 0x7f) {
          out.append((char) symbol);
        } else {
          out.append(String.format(Locale.ROOT, "\\x%02x", symbol));
        }
      }
    }
  }
}
