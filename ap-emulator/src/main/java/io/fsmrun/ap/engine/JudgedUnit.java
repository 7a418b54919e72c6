package io.fsmrun.ap.engine;

/** A unit of a {@link Plan}, and what it did since it was last judged. For one thread. */
final class JudgedUnit {

  /** Symbols for which a unit that remembered in vain does not try again. */
  private static final long FIRST_PAUSE = 4096;

  final MemoUnit unit;

  /** Whether it was put together of two. */
  final boolean merged;

  /** How much longer than others it may be slow: more after each attempt in vain. */
  final int patience;

  /** Put together, and it is not yet known whether that pays. */
  boolean onTrial;

  /** It did not pay to put it together with another. */
  boolean barred;

  /** Symbols since it was made. */
  long symbols;

  long missesBefore;
  long missesAtReview;

  /** What a symbol cost lately, in nanoseconds; the greatest number if that is not known. */
  double settledCost = Double.MAX_VALUE;

  private long pause;
  private long pausedUntil;

  /** A fresh unit. */
  JudgedUnit(MemoUnit unit, boolean merged, int patience) {
    this.unit = unit;
    this.merged = merged;
    this.patience = patience;
  }

  /** Stops remembering steps for a while, twice as long each time. */
  void forget() {
    unit.remember(false);
    pause = Math.max(FIRST_PAUSE, 2 * pause);
    pausedUntil = symbols + pause;
  }

  /** Remembers steps again, if the while is over. */
  void endPause() {
    unit.remember(symbols >= pausedUntil);
  }

  /** Number of entries of its memory. */
  long entries() {
    return (long) unit.setCount() * unit.rowLength();
  }
}
