package io.fsmrun.scan;

/**
 * Takes matches, in order of end, then rule id, each once. Called by the thread that scans.
 *
 * <p>A handler may throw: the exception reaches the caller of the scan, and the scanner can be used
 * again. It must not use the scanner that calls it.
 *
 * <p>Where rules report at nearly every byte, a class that implements this is better than a lambda
 * expression, whose code lies behind one more call: HotSpot does not always compile that into the
 * loop that hands over. Snort's rules were scanned at half their speed so, in about half of the
 * processes.
 */
@FunctionalInterface
public interface MatchHandler {

  /** The start of a match whose rule does not ask for starts. */
  long NO_START = -1;

  /**
   * A match.
   *
   * @param ruleId the rule
   * @param start offset of the first byte of the longest match that ends there, in bytes from the
   *     start of the input or stream; {@link #NO_START} unless {@link RuleOptions#startOfMatch}
   * @param end offset after the last byte, likewise
   * @param tag the rule's {@link RuleOptions#userTag}
   * @return whether to go on; if not, the scan ends and nothing more is reported
   */
  boolean match(int ruleId, long start, long end, long tag);
}
