package io.fsmrun.regex;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Map;

/** The named sets of bytes of PCRE, in its default (C) locale: no byte above 0x7f is a letter. */
final class ByteClasses {

  static final SymbolSet NOT_NEWLINE = SymbolSet.of('\n').complement();

  private static final SymbolSet UPPER = SymbolSet.range('A', 'Z');
  private static final SymbolSet LOWER = SymbolSet.range('a', 'z');
  private static final SymbolSet ALPHA = UPPER.or(LOWER);
  private static final SymbolSet DIGIT = SymbolSet.range('0', '9');
  private static final SymbolSet ALNUM = ALPHA.or(DIGIT);
  private static final SymbolSet WORD = ALNUM.or(SymbolSet.of('_'));
  private static final SymbolSet GRAPH = SymbolSet.range('!', '~');
  private static final SymbolSet SPACE = SymbolSet.range('\t', '\r').or(SymbolSet.of(' '));
  private static final SymbolSet HORIZONTAL = SymbolSet.ofChars("\t \u00a0");
  private static final SymbolSet VERTICAL = SymbolSet.range('\n', '\r').or(SymbolSet.of(0x85));

  private static final Map<String, SymbolSet> POSIX =
      Map.ofEntries(
          Map.entry("alpha", ALPHA),
          Map.entry("lower", LOWER),
          Map.entry("upper", UPPER),
          Map.entry("alnum", ALNUM),
          Map.entry("ascii", SymbolSet.range(0, 0x7f)),
          Map.entry("blank", SymbolSet.ofChars("\t ")),
          Map.entry("cntrl", SymbolSet.range(0, 0x1f).or(SymbolSet.of(0x7f))),
          Map.entry("digit", DIGIT),
          Map.entry("graph", GRAPH),
          Map.entry("print", SymbolSet.range(' ', '~')),
          Map.entry("punct", GRAPH.minus(ALNUM)),
          Map.entry("space", SPACE),
          Map.entry("word", WORD),
          Map.entry("xdigit", DIGIT.or(SymbolSet.ofChars("abcdefABCDEF"))));

  private ByteClasses() {}

  /** What an escape such as {@code \d} stands for, or null if the letter is none of these. */
  static SymbolSet shorthand(int letter) {
    return switch (letter) {
      case 'd' -> DIGIT;
      case 'D' -> DIGIT.complement();
      case 'w' -> WORD;
      case 'W' -> WORD.complement();
      case 's' -> SPACE;
      case 'S' -> SPACE.complement();
      case 'h' -> HORIZONTAL;
      case 'H' -> HORIZONTAL.complement();
      case 'v' -> VERTICAL;
      case 'V' -> VERTICAL.complement();
      default -> null;
    };
  }

  /**
   * The set of a POSIX class name, or null if there is no such name.
   *
   * @param ignoreCase whether {@code lower} and {@code upper} both mean {@code alpha}, which PCRE
   *     decides before it negates a class
   */
  static SymbolSet posix(String name, boolean ignoreCase) {
    boolean cased = name.equals("lower") || name.equals("upper");
    return cased && ignoreCase ? ALPHA : POSIX.get(name);
  }
}
