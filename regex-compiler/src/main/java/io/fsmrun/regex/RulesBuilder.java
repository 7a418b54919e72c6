package io.fsmrun.regex;

import io.fsmrun.regex.RegexSyntaxException.Kind;
import java.util.ArrayList;
import java.util.List;

/** Turns lines into rules, numbering them as they come. */
final class RulesBuilder {

  private final List<Rule> accepted = new ArrayList<>();
  private final List<RefusedRule> refused = new ArrayList<>();
  private int lines;

  /** Adds the next line, without its line end; an empty one only counts. */
  void addLine(String line) {
    lines++;
    if (line.isEmpty()) {
      return;
    }
    int close = closingSlash(line);
    String pattern = close < 0 ? line : line.substring(1, close);
    String letters = close < 0 ? "" : line.substring(close + 1).strip();
    RegexFlags flags = RegexFlags.NONE;
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < letters.length(); i++) {
      RegexFlags.Flag flag = RegexFlags.flagOf(letters.charAt(i));
      if (flag == null) {
        others.append(letters.charAt(i));
      } else {
        flags = flags.with(flag, true);
      }
    }
    try {
      RegexNode tree = RegexParser.parse(pattern, flags);
      accepted.add(new Rule(lines, pattern, flags, others.toString(), tree, line));
    } catch (RegexSyntaxException e) {
      int column = e.offset() + (close < 0 ? 1 : 2);
      refused.add(new RefusedRule(lines, column, e.kind(), e.construct(), e.getMessage(), line));
    }
  }

  /** Adds the next line, of which only the beginning was kept because it is too long. */
  void addTooLong(String beginning, int limitBytes) {
    lines++;
    String message = "line is longer than " + limitBytes + " bytes";
    refused.add(
        new RefusedRule(lines, limitBytes + 1, Kind.LIMIT, "line length", message, beginning));
  }

  Rules build(String source) {
    return new Rules(source, accepted, refused);
  }

  /**
   * Where the slash is that closes {@code /regex/flags}, or -1 if the line is a bare regex.
   *
   * <p>Only the last slash can be followed by nothing but flags.
   */
  private static int closingSlash(String line) {
    int close = line.lastIndexOf('/');
    if (close <= 0 || line.charAt(0) != '/' || isEscaped(line, close)) {
      return -1;
    }
    int end = line.length();
    while (line.charAt(end - 1) == ' ' || line.charAt(end - 1) == '\t') {
      end--;
    }
    for (int i = close + 1; i < end; i++) {
      if (!isAsciiAlphanumeric(line.charAt(i))) {
        return -1;
      }
    }
    return close;
  }

  private static boolean isEscaped(String line, int index) {
    int backslashes = 0;
    while (index > backslashes && line.charAt(index - backslashes - 1) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static boolean isAsciiAlphanumeric(char c) {
    return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
  }
}
