package io.fsmrun.scan.plan;

import java.util.Locale;

/** The techniques that a planner chooses from. */
public enum EngineKind {
  /** Rules that match one byte, by a table. */
  BYTE_SETS,
  /** Rules that match so many bytes of one set in a row, by counting them. */
  BYTE_RUNS,
  /** Finds rare pieces of rules by their literal bytes, then checks what lies around them. */
  LITERAL_FILTER,
  /**
   * The same for rules over a small alphabet, found by rows of bits over eight classes in a row.
   */
  CLASS_INDEX,
  /** Rules over tokens between delimiters: tokens become classes, rules run over classes. */
  TOKENS,
  /**
   * Rules that are sets of bytes in a row, with short gaps: bits that are shifted, where an
   * automaton would meet ever new sets of states.
   */
  SHIFT_AND,
  /** Rules as one lazily determinised automaton; takes every rule. */
  LAZY_DFA,
  /** Rules that want starts of matches, each by itself. */
  START_OF_MATCH;

  /**
   * Whether it takes what is left, so that it is on unless it is switched off expressly: {@link
   * PlanOptions#withoutFallback()}.
   *
   * @return true for {@link #LAZY_DFA} and {@link #START_OF_MATCH}
   */
  public boolean isFallback() {
    return this == LAZY_DFA || this == START_OF_MATCH;
  }

  /**
   * The name that users write.
   *
   * @return lower case, words joined by hyphens
   */
  public String userName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
