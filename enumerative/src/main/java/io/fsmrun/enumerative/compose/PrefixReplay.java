package io.fsmrun.enumerative.compose;

/**
 * How much of a part is replayed from its true start for the reports before the true flow was
 * concrete (ours; the source runs the whole path again, Zhuo 2022, section 3.4.1).
 */
public enum PrefixReplay {
  /**
   * Up to the last position at which some state of the flow reported. The true configuration is one
   * of these states, so after that it reports nothing until the flow is concrete.
   */
  AS_NEEDED,

  /** All of it up to where the flow was concrete. */
  WHOLE
}
