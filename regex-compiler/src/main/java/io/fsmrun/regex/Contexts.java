package io.fsmrun.regex;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * Conditions on a place between two bytes, as bit masks.
 *
 * <p>All assertions of a byte regex depend on what lies just before and just after a place, so a
 * condition is a set of pairs of one of four kinds before and one of five after, one bit a pair.
 * Passing two assertions in a row is AND; reaching a place in two ways is OR.
 *
 * <pre>
 *   before: START the edge of the input, NL a newline, WORD a word byte, OTHER any other byte
 *   after:  END the edge, LAST_NL a newline that is the last byte, NL another newline, WORD, OTHER
 *   bit:    before * 5 + after
 * </pre>
 */
final class Contexts {

  static final int BEFORE_START = 0;
  static final int BEFORE_NL = 1;
  static final int BEFORE_WORD = 2;
  static final int BEFORE_OTHER = 3;
  static final int BEFORE_KINDS = 4;

  static final int AFTER_END = 0;
  static final int AFTER_LAST_NL = 1;
  static final int AFTER_NL = 2;
  static final int AFTER_WORD = 3;
  static final int AFTER_OTHER = 4;
  private static final int AFTER_KINDS = 5;

  /** The condition that always holds. */
  static final int ALWAYS = (1 << BEFORE_KINDS * AFTER_KINDS) - 1;

  /** The condition that never holds. */
  static final int NEVER = 0;

  /** All kinds after a place. */
  static final int ANY_AFTER = (1 << AFTER_KINDS) - 1;

  static final SymbolSet NEWLINE = SymbolSet.of('\n');
  static final SymbolSet WORD =
      SymbolSet.range('0', '9')
          .or(SymbolSet.range('A', 'Z'))
          .or(SymbolSet.range('a', 'z'))
          .or(SymbolSet.of('_'));
  static final SymbolSet OTHER = NEWLINE.or(WORD).complement();

  private Contexts() {}

  static boolean allows(int condition, int before, int after) {
    return (condition >>> before * AFTER_KINDS + after & 1) != 0;
  }

  /** What may follow, as a mask over the kinds after, if the kind before is known. */
  static int allowedAfter(int condition, int before) {
    return condition >>> before * AFTER_KINDS & ANY_AFTER;
  }

  /** The pairs in which an assertion holds. */
  static int of(RegexNode.Assertion.Kind kind) {
    int condition = NEVER;
    for (int before = 0; before < BEFORE_KINDS; before++) {
      for (int after = 0; after < AFTER_KINDS; after++) {
        if (holds(kind, before, after)) {
          condition |= 1 << before * AFTER_KINDS + after;
        }
      }
    }
    return condition;
  }

  private static boolean holds(RegexNode.Assertion.Kind kind, int before, int after) {
    boolean newlineAfter = after == AFTER_NL || after == AFTER_LAST_NL;
    return switch (kind) {
      case START_OF_INPUT -> before == BEFORE_START;
      case START_OF_LINE -> before == BEFORE_START || (before == BEFORE_NL && after != AFTER_END);
      case END_OF_INPUT -> after == AFTER_END;
      case END_OR_FINAL_NEWLINE -> after == AFTER_END || after == AFTER_LAST_NL;
      case END_OF_LINE -> after == AFTER_END || newlineAfter;
      case WORD_BOUNDARY -> (before == BEFORE_WORD) != (after == AFTER_WORD);
      case NOT_WORD_BOUNDARY -> (before == BEFORE_WORD) == (after == AFTER_WORD);
    };
  }
}
