package io.fsmrun.enumerative.compose;

/** Which segments are executed again when the end of the chain stays unknown. */
public enum ReexecutionLevel {
  /** All but the first, one after the other (Zhuo 2022, section 3.5, 1). */
  BASIC,

  /** Those after the last segment whose output is known (section 3.5, 2). */
  LAST_CONCRETE,

  /**
   * After each segment that was executed again, the functions of those that follow are evaluated
   * anew with what is known now, so that later ones need not be executed (section 3.5, 3).
   */
  OPPORTUNISTIC
}
