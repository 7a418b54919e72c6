package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import java.util.ArrayList;
import java.util.List;

/** Cuts PTX into words, numbers and signs. Time linear in the text. */
final class PtxLexer {

  /**
   * A piece of text.
   *
   * @param text the piece
   * @param line its line, from 1
   */
  record Token(String text, int line) {

    boolean is(String other) {
      return text.equals(other);
    }

    boolean isNumber() {
      return Character.isDigit(text.charAt(0));
    }

    boolean isWord() {
      return isWordPart(text.charAt(0)) && !isNumber();
    }
  }

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;

  private PtxLexer(String text) {
    this.text = text;
  }

  /** All pieces of a text, then an empty one. */
  static List<Token> tokens(String text) {
    PtxLexer lexer = new PtxLexer(text);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        at++;
      } else if (c <= ' ') {
        at++;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        comment();
      } else if (c == '"') {
        string();
      } else if (isWordPart(c)) {
        word();
      } else {
        tokens.add(new Token(String.valueOf(c), line));
        at++;
      }
    }
    tokens.add(new Token("\0", line));
  }

  private void comment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw new DeviceException("PTX line " + line + ": comment without end");
    }
    for (; at < end + 2; at++) {
      if (text.charAt(at) == '\n') {
        line++;
      }
    }
  }

  private void string() {
    int end = text.indexOf('"', at + 1);
    if (end < 0) {
      throw new DeviceException("PTX line " + line + ": string without end");
    }
    tokens.add(new Token(text.substring(at, end + 1), line));
    at = end + 1;
  }

  private void word() {
    int start = at;
    while (at < text.length()) {
      if (isWordPart(text.charAt(at))) {
        at++;
      } else if (text.startsWith("::", at)) {
        at += 2;
      } else {
        break;
      }
    }
    tokens.add(new Token(text.substring(start, at), line));
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c == '%'
        || c == '.';
  }
}
