package io.fsmrun.cpu.choice;

/**
 * What searching costs over half a millisecond and more: from one piece of a text to the next that
 * may differ. Mutable, for one thread.
 */
final class SearchLevel {

  /** Search so much slower than at the last trial is reason to begin anew. */
  static final double CHANGED = 2;

  private static final long WINDOW = 500_000;

  /** Nanoseconds per byte; 0 before they are known. */
  private double level;

  private double last;
  private double atTrial;
  private long bytes;
  private long nanos;

  /** So much was searched; returns whether that has become much slower since the last trial. */
  boolean searched(long moreBytes, long moreNanos) {
    bytes += moreBytes;
    nanos += moreNanos;
    if (nanos < WINDOW) {
      return false;
    }
    double rate = (double) nanos / bytes;
    // Of two windows in a row the better one: a thread that had to wait looks slow, too.
    level = last == 0 ? rate : Math.min(rate, last);
    last = rate;
    bytes = 0;
    nanos = 0;
    boolean changed = atTrial > 0 && level > CHANGED * atTrial;
    atTrial = changed ? level : atTrial;
    return changed;
  }

  /** What searching costs, in nanoseconds per byte; what is given if that is not known. */
  double orElse(double searchNanos) {
    return level == 0 ? searchNanos : level;
  }

  /** A trial has ended, when searching cost so much as far as is known. */
  void endTrial(double searchNanos) {
    atTrial = orElse(searchNanos);
  }
}
