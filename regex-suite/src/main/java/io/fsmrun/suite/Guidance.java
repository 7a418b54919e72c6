package io.fsmrun.suite;

import java.util.Locale;

/** What a trace's guided bytes aim at. */
public enum Guidance {
  /**
   * A report: the byte that brings the rule that has come farthest one step nearer to one. Such
   * traces reach deep into few rules.
   */
  DEPTH,

  /**
   * Activity: the byte after which the most rules are on their way. Such traces reach into many
   * rules, and deep into none: on plain strings the commonest first letters come again and again.
   */
  ACTIVITY;

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
