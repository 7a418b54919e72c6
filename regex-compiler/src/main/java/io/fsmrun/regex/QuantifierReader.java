package io.fsmrun.regex;

import static io.fsmrun.regex.PatternReader.syntax;

import io.fsmrun.regex.RegexNode.Repeat;
import io.fsmrun.regex.RegexSyntaxException.Kind;

/** Reads {@code *}, {@code +}, {@code ?} and {@code {n,m}}. */
final class QuantifierReader {

  /** The largest bound PCRE allows. */
  static final int MAX_BOUND = 65535;

  private final PatternReader in;

  /** How often an item is repeated, with {@link Repeat#UNBOUNDED}. */
  record Bounds(int min, int max) {}

  QuantifierReader(PatternReader in) {
    this.in = in;
  }

  /** Whether a quantifier comes next; a brace that starts none is a literal. */
  boolean atQuantifier() {
    return switch (in.peek()) {
      case '*', '+', '?' -> true;
      case '{' -> isBraceQuantifier(0);
      default -> false;
    };
  }

  /** Whether {@code {n}}, {@code {n,}} or {@code {n,m}} is {@code ahead} of the next character. */
  boolean isBraceQuantifier(int ahead) {
    int at = ahead + 1;
    int minStart = at;
    while (isDigit(in.peek(at))) {
      at++;
    }
    if (at == minStart) {
      return false;
    }
    if (in.peek(at) == ',') {
      at++;
      while (isDigit(in.peek(at))) {
        at++;
      }
    }
    return in.peek(at) == '}';
  }

  /** Reads the quantifier that comes next, without a {@code ?} or {@code +} after it. */
  Bounds read() {
    int start = in.position();
    return switch (in.next()) {
      case '*' -> new Bounds(0, Repeat.UNBOUNDED);
      case '+' -> new Bounds(1, Repeat.UNBOUNDED);
      case '?' -> new Bounds(0, 1);
      default -> readBraces(start);
    };
  }

  private Bounds readBraces(int start) {
    int min = readBound(start);
    int max = min;
    if (in.accept(',')) {
      max = in.peek() == '}' ? Repeat.UNBOUNDED : readBound(start);
    }
    in.next();
    if (max != Repeat.UNBOUNDED && max < min) {
      throw syntax("quantifier", start, "bounds out of order in quantifier " + in.quoteFrom(start));
    }
    return new Bounds(min, max);
  }

  private int readBound(int start) {
    int bound = 0;
    while (isDigit(in.peek())) {
      bound = bound * 10 + in.next() - '0';
      if (bound > MAX_BOUND) {
        throw new RegexSyntaxException(
            Kind.LIMIT, "repetition bound", start, "repetition bound is above " + MAX_BOUND);
      }
    }
    return bound;
  }

  private static boolean isDigit(int symbol) {
    return symbol >= '0' && symbol <= '9';
  }
}
