package io.fsmrun.profile;

import io.fsmrun.core.symbol.SymbolSet;

/** Reads a set of bytes as users type it; see {@link SymbolChoice#parse}. */
final class SymbolSetReader {

  private final String text;
  private int at;

  SymbolSetReader(String text) {
    this.text = text;
  }

  SymbolSet read() {
    if (text.isEmpty()) {
      throw error(0, "give auto, distinct, all, or bytes such as a-z0-9 or \\x20-\\x7e");
    }
    SymbolSet set = SymbolSet.EMPTY;
    while (at < text.length()) {
      int from = at;
      int first = symbol();
      int last = first;
      if (at + 1 < text.length() && text.charAt(at) == '-') {
        at++;
        last = symbol();
        if (last < first) {
          throw error(from, "the range " + text.substring(from, at) + " runs backwards");
        }
      }
      set = set.or(SymbolSet.range(first, last));
    }
    return set;
  }

  private int symbol() {
    int from = at;
    char c = text.charAt(at++);
    if (c == '\\') {
      return escaped(from);
    }
    if (c < ' ' || c > '~') {
      throw error(from, "only printable ASCII stands for itself; write other bytes as \\xHH");
    }
    if (c == '[' || c == ']' || c == '^') {
      throw error(from, "a set has no brackets and is not negated; write the byte as \\" + c);
    }
    return c;
  }

  private int escaped(int from) {
    if (at == text.length()) {
      throw error(from, "a backslash ends the set; write the byte as \\\\");
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'f' -> '\f';
      case 'v' -> 0x0b;
      case '0' -> 0;
      case 'x' -> hexadecimal(from);
      default -> {
        if (c <= ' ' || c > '~' || Character.isLetterOrDigit(c)) {
          throw error(from, "there is no escape \\" + c);
        }
        yield c;
      }
    };
  }

  private int hexadecimal(int from) {
    int high = at < text.length() ? digit(text.charAt(at)) : -1;
    int low = at + 1 < text.length() ? digit(text.charAt(at + 1)) : -1;
    if (high < 0 || low < 0) {
      throw error(from, "\\x needs two hexadecimal digits");
    }
    at += 2;
    return high * 16 + low;
  }

  /** Digits of other scripts are none. */
  private static int digit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  private IllegalArgumentException error(int offset, String what) {
    return new IllegalArgumentException("symbols '" + text + "', offset " + offset + ": " + what);
  }
}
