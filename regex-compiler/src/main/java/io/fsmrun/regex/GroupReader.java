package io.fsmrun.regex;

import static io.fsmrun.regex.PatternReader.syntax;

import io.fsmrun.regex.RegexFlags.Flag;

/** Reads how a group starts, and refuses the groups and escapes that are not supported. */
final class GroupReader {

  /** PCRE's limit. */
  private static final int MAX_NAME_LENGTH = 32;

  private final PatternReader in;

  /** What a group is. */
  enum Form {
    CAPTURING,
    PLAIN,
    /** {@code (?|}: its branches use the same group numbers. */
    BRANCH_RESET,
    /** {@code (?i)}: not a group, but flags for the rest of the enclosing one. */
    SETTING
  }

  /** The start of a group, with the flags in force after it. */
  record Head(Form form, RegexFlags flags) {}

  GroupReader(PatternReader in) {
    this.in = in;
  }

  /** Reads {@code (} and what belongs to it, under the given flags. */
  Head read(RegexFlags flags) {
    int start = in.position();
    in.next();
    if (in.peek() == '*' && (isLetter(in.peek(1)) || in.peek(1) == ':')) {
      skipThrough(")");
      throw in.unsupported("verb", start);
    }
    if (!in.accept('?')) {
      return new Head(Form.CAPTURING, flags);
    }
    refuseUnsupported(start);
    if (in.accept(':')) {
      return new Head(Form.PLAIN, flags);
    }
    if (in.accept('|')) {
      return new Head(Form.BRANCH_RESET, flags);
    }
    int close = nameClose();
    if (close != PatternReader.END) {
      readName(start, (char) close);
      return new Head(Form.CAPTURING, flags);
    }
    return readFlags(start, flags);
  }

  private void refuseUnsupported(int start) {
    if (in.lookingAt("=") || in.lookingAt("!")) {
      throw refuse("look-ahead", start, 1);
    }
    if (in.lookingAt("<=") || in.lookingAt("<!")) {
      throw refuse("look-behind", start, 2);
    }
    if (in.lookingAt(">")) {
      throw refuse("atomic group", start, 1);
    }
    if (in.lookingAt("(")) {
      throw refuse("conditional group", start, 1);
    }
    if (in.lookingAt("C")) {
      skipThrough(")");
      throw in.unsupported("callout", start);
    }
    if (in.lookingAt("P=")) {
      skipThrough(")");
      throw in.notRegular("back-reference", start);
    }
    boolean signed = in.lookingAt("+") || in.lookingAt("-");
    boolean numbered = isDigit(in.peek(signed ? 1 : 0));
    if (numbered || in.lookingAt("R") || in.lookingAt("&") || in.lookingAt("P>")) {
      skipThrough(")");
      throw in.notRegular("recursion", start);
    }
  }

  private RegexSyntaxException refuse(String construct, int start, int length) {
    in.moveTo(in.position() + length);
    return in.unsupported(construct, start);
  }

  /** What closes the name of the group, or {@link PatternReader#END} if it has none. */
  private int nameClose() {
    if (in.accept('<')) {
      return '>';
    }
    if (in.accept('\'')) {
      return '\'';
    }
    if (in.lookingAt("P<")) {
      in.moveTo(in.position() + 2);
      return '>';
    }
    return PatternReader.END;
  }

  private void readName(int start, char close) {
    int nameStart = in.position();
    while (isLetter(in.peek()) || isDigit(in.peek()) || in.peek() == '_') {
      in.next();
    }
    int length = in.position() - nameStart;
    boolean digitFirst = isDigit(in.peek(-length));
    if (length == 0 || length > MAX_NAME_LENGTH || digitFirst || !in.accept(close)) {
      throw syntax("group name", start, "malformed group name after " + in.quoteFrom(start));
    }
  }

  /** Reads {@code i-s:} or {@code i-s)}. */
  private Head readFlags(int start, RegexFlags flags) {
    boolean reset = in.accept('^');
    RegexFlags changed = reset ? withoutLocal(flags) : flags;
    boolean on = true;
    while (true) {
      if (in.atEnd()) {
        throw syntax("group", start, "missing ) after (?");
      }
      char letter = in.next();
      if (letter == ')' || letter == ':') {
        return new Head(letter == ')' ? Form.SETTING : Form.PLAIN, changed);
      }
      if (letter == '-' && on && !reset) {
        on = false;
      } else {
        changed = switchFlag(start, changed, letter, on);
      }
    }
  }

  private RegexFlags switchFlag(int start, RegexFlags flags, char letter, boolean on) {
    return switch (letter) {
      case 'i', 's', 'm', 'x' -> flags.with(RegexFlags.flagOf(letter), on);
      // Ungreedy and duplicate names do not change what matches.
      case 'U', 'J' -> flags;
      default -> throw syntax("group", start, "unknown group or flag " + in.quoteFrom(start));
    };
  }

  private static RegexFlags withoutLocal(RegexFlags flags) {
    return flags
        .with(Flag.IGNORE_CASE, false)
        .with(Flag.DOT_ALL, false)
        .with(Flag.MULTI_LINE, false)
        .with(Flag.EXTENDED, false);
  }

  /** Refuses the escape at the reader, after its backslash, if it is one of those we do not do. */
  void refuseEscape(int start) {
    int letter = in.peek();
    switch (letter) {
      case 'K', 'G', 'R', 'X' -> {
        in.next();
        String construct = "\\" + (char) letter;
        throw new RegexSyntaxException(
            RegexSyntaxException.Kind.UNSUPPORTED,
            construct,
            start,
            construct + " is not supported");
      }
      case 'g' -> refuseReference(start);
      case 'k' -> refuseReference(start);
      default -> {
        // All others stand for a byte.
      }
    }
  }

  private void refuseReference(int start) {
    boolean group = in.next() == 'g';
    int open = in.peek();
    String close = open == '{' ? "}" : open == '<' ? ">" : open == '\'' ? "'" : "";
    boolean numbered =
        group && (isDigit(open) || (open == '-' || open == '+') && isDigit(in.peek(1)));
    if (!numbered && (close.isEmpty() || in.find(close) < 0)) {
      throw syntax("escape", start, in.quoteFrom(start) + " without a group to refer to");
    }
    in.next();
    if (numbered) {
      while (isDigit(in.peek())) {
        in.next();
      }
    } else {
      skipThrough(close);
    }
    boolean call = group && !numbered && open != '{';
    throw in.notRegular(call ? "recursion" : "back-reference", start);
  }

  private void skipThrough(String text) {
    int at = in.find(text);
    in.moveTo(at < 0 ? in.position() + 1 : at + text.length());
  }

  private static boolean isDigit(int symbol) {
    return symbol >= '0' && symbol <= '9';
  }

  private static boolean isLetter(int symbol) {
    return symbol >= 'a' && symbol <= 'z' || symbol >= 'A' && symbol <= 'Z';
  }
}
