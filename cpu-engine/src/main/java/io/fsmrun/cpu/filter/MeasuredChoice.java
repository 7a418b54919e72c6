package io.fsmrun.cpu.filter;

/**
 * Decides by the clock. Searching is what is expected to be best; where it is slow, the automaton
 * is tried, at first soon and for a short time, and if that fails ever more seldom. Whatever the
 * clock says, trials take no more than a fixed part of the time that searching takes, and one more.
 * While the automaton runs, the search is tried again and again, for the same part of the time; at
 * first they take turns. So where one of the two stays better, nearly all is done by it.
 */
final class MeasuredChoice implements TechniqueChoice {

  /** What all sessions of an engine have searched. For many threads. */
  interface Ledger {

    /** Adds a search, and what of it was slow. */
    void add(long bytes, long slowNanos);

    /**
     * Whether so little was searched that the virtual machine may not have compiled it yet, so that
     * what is measured says little. Search and automaton take turns then.
     */
    boolean isNew();
  }

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
  private static final int WAIT_FACTOR = 5;

  private static final int TRIAL_FACTOR = 2;

  /** All trials in vain together take no more than this part of the time, and so do probes. */
  private static final int TRIALS_PART = 8;

  private static final int PROBES_PART = 32;

  /** Search so much slower than at the last trial is reason to begin anew. */
  private static final double CHANGED = 2;

  private final Ledger ledger;

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

  /** How long the automaton has run since the last probe, and how long it is to run. */
  private long unprobedNanos;

  private long probeAfter;

  /**
   * A choice that begins with searching.
   *
   * @param ledger the engine's
   */
  MeasuredChoice(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public boolean prefersAutomaton() {
    trying = !automaton && slowNanos > wait && spentInVain <= allNanos / TRIALS_PART;
    return trying || automaton && unprobedNanos < probeAfter;
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
    searchNanos = (double) windowNanos / windowBytes;
    unprobedNanos = 0;
    ledger.add(windowBytes, 0);
    probeAfter = turn(windowNanos);
    startWindow();
    if (searchNanos < automatonNanos) {
      search();
    }
  }

  /** How long the automaton may run until a probe that takes so long. */
  private long turn(long nanos) {
    return ledger.isNew() ? nanos : PROBES_PART * nanos;
  }

  private void endWindow() {
    double rate = (double) windowNanos / windowBytes;
    // Of two windows in a row the better one: a thread that had to wait looks slow, too.
    searchNanos = lastWindow == 0 ? rate : Math.min(rate, lastWindow);
    lastWindow = rate;
    boolean isSlow = searchNanos > FAST_NANOS;
    slowNanos += isSlow ? windowNanos : 0;
    ledger.add(windowBytes, isSlow ? windowNanos : 0);
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
        unprobedNanos = 0;
        probeAfter = turn((long) (searchNanos * bytes));
        wait = FIRST_WAIT;
        trial = FIRST_TRIAL;
      }
      automaton = true;
      automatonNanos = rate;
      unprobedNanos += nanos;
    } else {
      spentInVain += nanos;
      wait = Math.min(WAIT_FACTOR * wait, LAST_WAIT);
      trial = Math.min(TRIAL_FACTOR * trial, LAST_TRIAL);
      search();
    }
  }
}
