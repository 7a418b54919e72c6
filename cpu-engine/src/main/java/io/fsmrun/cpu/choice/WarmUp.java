package io.fsmrun.cpu.choice;

/**
 * Tells when searching is as fast as it will be: behind the automaton its tables have to come back
 * into the caches. Windows that are measured become twice as long each time, until one is not much
 * faster than the one before. Mutable, for one thread.
 */
final class WarmUp {

  /** A window that takes so much of the time of the one before, by the byte, is not much faster. */
  private static final double NOT_FASTER = 0.9;

  /** After so many nanoseconds, and two windows, it is over in any case. */
  private static final long MOST_NANOS = 2_000_000;

  private int windows;
  private double lastNanos;
  private long spent;
  private boolean over = true;

  /** Begins anew. */
  void begin() {
    windows = 0;
    lastNanos = Double.POSITIVE_INFINITY;
    spent = 0;
    over = false;
  }

  /** Searching is as fast as it will be. */
  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** How long a window is now that has this length at first. */
  long window(long first) {
    return over ? first : first << windows;
  }

  /** Says what a window cost, in all and by the byte; returns whether that is to be believed. */
  boolean add(long nanos, double nanosPerByte) {
    spent += nanos;
    // What comes first may have to make up for all that was not searched.
    over |= windows > 0 && (nanosPerByte > NOT_FASTER * lastNanos || spent > MOST_NANOS);
    lastNanos = nanosPerByte;
    windows++;
    return over;
  }
}
