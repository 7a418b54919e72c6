package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.PtxLexer.Token;
import java.util.List;

/** Walks over the pieces of a text. */
final class PtxCursor {

  private final List<Token> tokens;
  private int at;

  PtxCursor(String text) {
    tokens = PtxLexer.tokens(text);
  }

  Token peek() {
    return tokens.get(at);
  }

  boolean atEnd() {
    return peek().is("\0");
  }

  boolean at(String text) {
    return peek().is(text);
  }

  /** Whether the piece after the next one is this. */
  boolean follows(String text) {
    return at + 1 < tokens.size() && tokens.get(at + 1).is(text);
  }

  int line() {
    return peek().line();
  }

  Token next() {
    Token token = peek();
    if (atEnd()) {
      throw error("text ends early");
    }
    at++;
    return token;
  }

  boolean accept(String text) {
    boolean is = at(text);
    if (is) {
      at++;
    }
    return is;
  }

  void expect(String text) {
    if (!accept(text)) {
      throw error("expected '" + text + "', found '" + peek().text().strip() + "'");
    }
  }

  String word() {
    if (!peek().isWord()) {
      throw error("expected a name, found '" + peek().text().strip() + "'");
    }
    return next().text();
  }

  /** A whole number with an optional sign. */
  long number() {
    boolean negative = false;
    for (; at("-") || at("+"); at++) {
      negative ^= at("-");
    }
    if (!peek().isNumber()) {
      throw error("expected a number, found '" + peek().text().strip() + "'");
    }
    long value = parse(next().text());
    return negative ? -value : value;
  }

  int smallNumber() {
    long value = number();
    if (value != (int) value) {
      throw error("number too large: " + value);
    }
    return (int) value;
  }

  private long parse(String text) {
    String digits = text.endsWith("U") ? text.substring(0, text.length() - 1) : text;
    try {
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        return Long.parseUnsignedLong(digits.substring(2), 16);
      }
      if (digits.startsWith("0b") || digits.startsWith("0B")) {
        return Long.parseUnsignedLong(digits.substring(2), 2);
      }
      boolean octal = digits.length() > 1 && digits.startsWith("0");
      return Long.parseUnsignedLong(digits, octal ? 8 : 10);
    } catch (NumberFormatException e) {
      throw new DeviceException("PTX line " + line() + ": not a whole number: " + text, e);
    }
  }

  /** Leaves out what is left of a line. */
  void skipLine() {
    int line = line();
    while (!atEnd() && line() == line) {
      at++;
    }
  }

  /** Leaves out all up to a semicolon or a whole pair of braces. */
  void skipStatement() {
    while (!at(";") && !at("{")) {
      next();
    }
    if (accept(";")) {
      return;
    }
    int depth = 0;
    do {
      Token token = next();
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    } while (depth > 0);
  }

  DeviceException error(String message) {
    return new DeviceException("PTX line " + line() + ": " + message);
  }
}
