package io.fsmrun.scan;

/** Takes the matches of many inputs, input by input. Otherwise like {@link MatchHandler}. */
@FunctionalInterface
public interface BatchHandler {

  /** How to go on after a match. */
  enum Next {
    /** With the next match. */
    MATCH,
    /** With the next input; the rest of this one is skipped. */
    INPUT,
    /** Not at all. */
    STOP
  }

  /**
   * A match.
   *
   * @param input which input, from 0
   * @param ruleId the rule
   * @param start offset of the first byte in that input; {@link MatchHandler#NO_START} unless asked
   *     for
   * @param end offset after the last byte, in that input
   * @param tag the rule's tag
   * @return how to go on
   */
  Next match(int input, int ruleId, long start, long end, long tag);
}
