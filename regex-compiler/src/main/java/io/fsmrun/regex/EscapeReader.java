package io.fsmrun.regex;

import static io.fsmrun.regex.PatternReader.syntax;

/** Reads the escapes that stand for one byte, which mean the same inside and outside brackets. */
final class EscapeReader {

  private final PatternReader in;

  EscapeReader(PatternReader in) {
    this.in = in;
  }

  /**
   * Reads the rest of an escape, after its backslash.
   *
   * @return the byte it stands for; an unknown letter stands for itself, as in PCRE without its
   *     option EXTRA
   */
  int readByte() {
    int start = in.position() - 1;
    if (in.atEnd()) {
      throw syntax("escape", start, "\\ at the end of the regex");
    }
    char letter = in.next();
    return switch (letter) {
      case 'a' -> 0x07;
      case 'e' -> 0x1b;
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'c' -> control(start);
      case 'x' -> hexadecimal(start);
      case 'o' -> bracedOctal(start);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(start);
      case 'L', 'l', 'U', 'u', 'N' ->
          throw syntax("escape", start, "escape \\" + letter + " is not valid here");
      case 'p', 'P' -> throw property(start);
      default -> letter;
    };
  }

  private int control(int start) {
    int symbol = in.peek();
    if (symbol < ' ' || symbol > '~') {
      throw syntax("escape", start, "\\c must be followed by a printable ASCII character");
    }
    in.next();
    int upper = symbol >= 'a' && symbol <= 'z' ? symbol - 'a' + 'A' : symbol;
    return upper ^ 0x40;
  }

  private int hexadecimal(int start) {
    if (in.peek() == '{') {
      return braced(start, 16);
    }
    // No digit at all is a zero byte, as in PCRE.
    return digits(16, 2);
  }

  private int bracedOctal(int start) {
    if (in.peek() != '{') {
      throw syntax("escape", start, "missing { after \\o");
    }
    return braced(start, 8);
  }

  private int octal(int start) {
    in.moveTo(in.position() - 1);
    int value = digits(8, 3);
    if (value > 0xff) {
      throw syntax("escape", start, "octal value " + in.quoteFrom(start) + " is above \\377");
    }
    return value;
  }

  private int digits(int radix, int most) {
    int value = 0;
    for (int n = 0; n < most && digit(in.peek(), radix) >= 0; n++) {
      value = value * radix + digit(in.next(), radix);
    }
    return value;
  }

  private int braced(int start, int radix) {
    in.next();
    int firstDigit = in.position();
    int value = 0;
    while (digit(in.peek(), radix) >= 0) {
      // Leading zeros may be many; past the largest byte the value no longer matters.
      value = Math.min(value * radix + digit(in.next(), radix), 0x100);
    }
    if (in.position() == firstDigit || !in.accept('}')) {
      throw syntax("escape", start, "missing digits or } in " + in.quoteFrom(start));
    }
    if (value > 0xff) {
      throw syntax("escape", start, in.quoteFrom(start) + " is not a byte");
    }
    return value;
  }

  private static int digit(int symbol, int radix) {
    // Character.digit would take other scripts' digits; here only ASCII counts.
    return symbol >= 0 && symbol < 0x80 ? Character.digit(symbol, radix) : -1;
  }

  private RegexSyntaxException property(int start) {
    if (in.atEnd()) {
      return syntax("escape", start, "\\p without a property");
    }
    if (in.next() == '{' && in.find("}") >= 0) {
      in.moveTo(in.find("}") + 1);
    }
    return in.unsupported("Unicode property", start);
  }
}
