package io.fsmrun.cpu.lazy;

/**
 * Decides whether lanes or one chain run what comes next: where a chain skips most symbols, it is
 * faster than lanes. It is asked now and then by running a chain for a little. Mutable, for one
 * thread.
 */
final class LaneProbe {

  /** So many symbols tell whether a chain skips much. */
  static final int LENGTH = 1 << 11;

  /** So many tell that it does not: where lanes are better, it is asked often. */
  static final int FIRST_LENGTH = 1 << 8;

  /** Symbols for which a chain that skips much goes on before it is asked again. */
  static final int CHAIN_SYMBOLS = 1 << 17;

  private static final int LANE_SYMBOLS = 1 << 16;

  /** Three of so many symbols are to be skipped. */
  private static final int SHARES = 4;

  private long untilDue;

  /**
   * A probe that is due at once.
   *
   * @param needed false if chains do not skip: then it is never due
   */
  LaneProbe(boolean needed) {
    untilDue = needed ? 0 : Long.MAX_VALUE;
  }

  boolean isDue() {
    return untilDue <= 0;
  }

  /** Lanes ran over so many symbols. */
  void ranLanes(int symbols) {
    untilDue -= symbols;
  }

  /** Lanes are to go on for a while. */
  void choseLanes() {
    untilDue = LANE_SYMBOLS;
  }

  static boolean isMuch(long skipped, int symbols) {
    return skipped * SHARES >= symbols * (SHARES - 1L);
  }
}
