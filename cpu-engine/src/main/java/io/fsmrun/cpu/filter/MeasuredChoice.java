package io.fsmrun.cpu.filter;

import java.util.function.LongConsumer;

/**
 * Decides by the clock. Searching is what is expected to be best; where it is slow, the automaton
 * is tried, at first soon and for a short time, and if that fails ever more seldom, so that trials
 * cost little in all. While the automaton runs, the search is tried in the same way. So where one
 * of the two stays better, nearly all is done by it.
 */
final class MeasuredChoice implements TechniqueChoice {

  /**
   * A search that costs no more, in nanoseconds per byte, is never much slower than an automaton.
   */
  private static final double FAST_NANOS = 1.5;

  /**
   * Slow search before a trial, and what the trial may cost, in nanoseconds: first, and at most.
   */
  private static final long FIRST_WAIT = 100_000;

  private static final long LAST_WAIT = 10_000_000_000L;
  private static final long FIRST_TRIAL = 300_000;
  private static final long LAST_TRIAL = 20_000_000;

  /** After a trial in vain the next one comes so much later, and may cost so much more. */
  private static final int WAIT_FACTOR = 8;

  private static final int TRIAL_FACTOR = 2;

  /** Search so much slower than at the last trial is reason to begin anew. */
  private static final double CHANGED = 2;

  private static final int PROBE = 1 << 12;
  private static final long FIRST_PROBE_AFTER = 1 << 19;
  private static final long LAST_PROBE_AFTER = 1 << 26;

  private final LongConsumer slow;
  private double searchNanos;
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
    trying = !automaton && slowNanos > wait && searchNanos > FAST_NANOS;
    return automaton || trying;
  }

  @Override
  public int probeBytes() {
    return automaton && unprobed >= probeAfter ? PROBE : 0;
  }

  @Override
  public void searched(int bytes, long nanos) {
    double rate = (double) nanos / bytes;
    if (automaton) {
      searchNanos = rate;
      unprobed = 0;
      probeAfter = Math.min(2 * probeAfter, LAST_PROBE_AFTER);
      if (rate < automatonNanos) {
        search();
      }
      return;
    }
    searchNanos = searchNanos == 0 ? rate : (searchNanos + rate) / 2;
    if (rate > FAST_NANOS) {
      slowNanos += nanos;
      slow.accept(nanos);
    }
    if (searchAtTrial > 0 && searchNanos > CHANGED * searchAtTrial) {
      searchAtTrial = searchNanos;
      wait = FIRST_WAIT;
      trial = FIRST_TRIAL;
    }
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
      wait = Math.min(WAIT_FACTOR * wait, LAST_WAIT);
      trial = Math.min(TRIAL_FACTOR * trial, LAST_TRIAL);
      search();
    }
  }
}
