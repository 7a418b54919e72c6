package io.fsmrun.cpu.filter;

import java.util.function.LongConsumer;

/**
 * Decides by the clock. Searching is what is expected to be best; where it is slow, the automaton
 * is tried, at first soon and for a short time, and if that fails ever more seldom. Whatever the
 * clock says, trials take no more than a fixed part of the time that searching takes, and one more.
 * While the automaton runs, the search is tried in the same way. So where one of the two stays
 * better, nearly all is done by it.
 */
final class MeasuredChoice implements TechniqueChoice {

  /**
   * A search that costs no more, in nanoseconds per byte, is never much slower than an automaton.
   */
  private static final double FAST_NANOS = 1.5;

  /** The cost of searching is taken over so many nanoseconds at least. */
  private static final long WINDOW = 30_000;

  /**
   * Slow search before a trial, and what the trial may cost, in nanoseconds: first, and at most.
   */
  private static final long FIRST_WAIT = 60_000;

  private static final long LAST_WAIT = 10_000_000_000L;
  private static final long FIRST_TRIAL = 300_000;
  private static final long LAST_TRIAL = 20_000_000;

  /** After a trial in vain the next one comes so much later, and may cost so much more. */
  private static final int WAIT_FACTOR = 8;

  private static final int TRIAL_FACTOR = 2;

  /** All trials in vain together take no more than this part of the search. */
  private static final int LEAST_PART = 32;

  /** Search so much slower than at the last trial is reason to begin anew. */
  private static final double CHANGED = 2;

  private static final int PROBE = 1 << 12;
  private static final long FIRST_PROBE_AFTER = 1 << 19;
  private static final long LAST_PROBE_AFTER = 1 << 26;

  private final LongConsumer slow;

  /** Nanoseconds per byte; infinite before it is known. */
  private double searchNanos = Double.POSITIVE_INFINITY;

  private double lastWindow;
  private long windowBytes;
  private long windowNanos;
  private long allNanos;
  private long spentInVain;
  private double automatonNanos;
  private boolean automaton;
  private boolean trying;
  private long slowNanos;
  private long wait = FIRST_WAIT;
  private long trial = FIRST_TRIAL;
  private double searchAtTrial;
  private long unprobed;
  private long probeAfter = FIRST_PROBE_AFTER;

  /**
   * A choice that begins with searching.
   *
   * @param slow told the nanoseconds of slow searches
   */
  MeasuredChoice(LongConsumer slow) {
    this.slow = slow;
  }

  @Override
  public boolean prefersAutomaton() {
    trying = !automaton && slowNanos > wait && spentInVain <= allNanos / LEAST_PART;
    return automaton || trying;
  }

  @Override
  public int probeBytes() {
    return automaton && unprobed >= probeAfter ? PROBE : 0;
  }

  @Override
  public void searched(int bytes, long nanos) {
    allNanos += nanos;
    windowBytes += bytes;
    windowNanos += nanos;
    if (automaton) {
      probed();
    } else if (windowNanos >= WINDOW) {
      endWindow();
    }
  }

  private void probed() {
    unprobed = 0;
    probeAfter = Math.min(2 * probeAfter, LAST_PROBE_AFTER);
    searchNanos = (double) windowNanos / windowBytes;
    startWindow();
    if (searchNanos < automatonNanos) {
      search();
    }
  }

  private void endWindow() {
    double rate = (double) windowNanos / windowBytes;
    // Of two windows in a row the better one: a thread that had to wait looks slow, too.
    searchNanos = lastWindow == 0 ? rate : Math.min(rate, lastWindow);
    lastWindow = rate;
    if (searchNanos > FAST_NANOS) {
      slowNanos += windowNanos;
      slow.accept(windowNanos);
    }
    startWindow();
    if (searchAtTrial > 0 && searchNanos > CHANGED * searchAtTrial) {
      searchAtTrial = searchNanos;
      wait = FIRST_WAIT;
      trial = FIRST_TRIAL;
    }
  }

  private void startWindow() {
    windowBytes = 0;
    windowNanos = 0;
  }

  /** Goes back to searching. */
  private void search() {
    automaton = false;
    slowNanos = 0;
    searchAtTrial = searchNanos;
  }

  @Override
  public boolean goesOn(int bytes, long nanos) {
    // What is faster than searching costs nothing.
    double allowed = bytes * searchNanos;
    return nanos <= trial || nanos - (trying ? 0 : (double) trial) <= allowed;
  }

  @Override
  public void ran(int bytes, long nanos, boolean whole) {
    double rate = (double) nanos / bytes;
    if (whole && rate < searchNanos) {
      if (!automaton) {
        unprobed = 0;
        probeAfter = FIRST_PROBE_AFTER;
        wait = FIRST_WAIT;
        trial = FIRST_TRIAL;
      }
      automaton = true;
      automatonNanos = rate;
      unprobed += bytes;
    } else {
      spentInVain += nanos;
      wait = Math.min(WAIT_FACTOR * wait, LAST_WAIT);
      trial = Math.min(TRIAL_FACTOR * trial, LAST_TRIAL);
      search();
    }
  }
}
