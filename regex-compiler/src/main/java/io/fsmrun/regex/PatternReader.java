package io.fsmrun.regex;

import io.fsmrun.regex.RegexSyntaxException.Kind;

/**
 * A cursor over the characters of a regex, which knows about {@code \Q...\E} and about what is
 * ignored between items.
 */
final class PatternReader {

  /** What {@link #peek} gives at the end of the regex. */
  static final int END = -1;

  /** How much of a regex a message quotes. */
  private static final int MAX_QUOTED = 40;

  private final String pattern;
  private int position;
  private boolean quoted;

  PatternReader(String pattern) {
    this.pattern = pattern;
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) > 0xff) {
        throw syntax("character", i, "character above U+00FF; a regex is a string of bytes");
      }
    }
  }

  int position() {
    return position;
  }

  void moveTo(int newPosition) {
    position = newPosition;
  }

  /** Whether the next character is a literal because of {@code \Q}. */
  boolean isQuoted() {
    return quoted;
  }

  boolean atEnd() {
    return position >= pattern.length();
  }

  /** The next character, or {@link #END}. */
  int peek() {
    return peek(0);
  }

  /** The character {@code ahead} places after the next, or {@link #END}. */
  int peek(int ahead) {
    int index = position + ahead;
    return index < pattern.length() ? pattern.charAt(index) : END;
  }

  char next() {
    return pattern.charAt(position++);
  }

  /** Steps over the next character if it is {@code expected}. */
  boolean accept(char expected) {
    boolean matches = peek() == expected;
    if (matches) {
      position++;
    }
    return matches;
  }

  boolean lookingAt(String text) {
    return pattern.startsWith(text, position);
  }

  /** The offset of the next {@code text}, or -1. */
  int find(String text) {
    return pattern.indexOf(text, position);
  }

  /** What was read since {@code start}. */
  String textFrom(int start) {
    return pattern.substring(start, Math.min(position, pattern.length()));
  }

  /** What was read since {@code start}, fit for a message: printable and not too long. */
  String quoteFrom(int start) {
    String text = textFrom(start);
    return text.length() <= MAX_QUOTED
        ? printable(text)
        : printable(text.substring(0, MAX_QUOTED)) + "...";
  }

  /** Steps over {@code \Q} and {@code \E}, so that the next character is one to be matched. */
  void skipQuoteMarks() {
    while (lookingAt("\\E") || !quoted && lookingAt("\\Q")) {
      quoted = pattern.charAt(position + 1) == 'Q';
      position += 2;
    }
  }

  /**
   * Steps over everything that is ignored between items: quote marks, {@code (?#...)}, and under
   * flag x white space and comments.
   */
  void skipIgnored(boolean extended) {
    int before;
    do {
      before = position;
      skipQuoteMarks();
      if (quoted) {
        return;
      }
      if (lookingAt("(?#")) {
        skipComment();
      } else if (extended && isSpace(peek())) {
        position++;
      } else if (extended && peek() == '#') {
        int newline = find("\n");
        position = newline < 0 ? pattern.length() : newline + 1;
      }
    } while (position > before);
  }

  private void skipComment() {
    int end = find(")");
    if (end < 0) {
      throw syntax("comment", position, "missing ) after the comment (?#");
    }
    position = end + 1;
  }

  private static boolean isSpace(int symbol) {
    return symbol == ' ' || symbol >= '\t' && symbol <= '\r';
  }

  static RegexSyntaxException syntax(String construct, int offset, String message) {
    return new RegexSyntaxException(Kind.SYNTAX, construct, offset, message);
  }

  /** A refusal of what was read since {@code offset}, which no finite automaton can do. */
  RegexSyntaxException notRegular(String construct, int offset) {
    return refused(construct, offset, "is not regular");
  }

  /** A refusal of what was read since {@code offset}. */
  RegexSyntaxException unsupported(String construct, int offset) {
    return refused(construct, offset, "is not supported");
  }

  private RegexSyntaxException refused(String construct, int offset, String why) {
    String message = construct + " " + quoteFrom(offset) + " " + why;
    return new RegexSyntaxException(Kind.UNSUPPORTED, construct, offset, message);
  }

  /** The text with {@code .} for every byte that is not printable ASCII. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder(text);
    for (int i = 0; i < out.length(); i++) {
      if (out.charAt(i) < ' ' || out.charAt(i) > '~') {
        out.setCharAt(i, '.');
      }
    }
    return out.toString();
  }
}
