package io.fsmrun.cpu.choice;

/**
 * When the automaton is tried where it is searched, and what a trial may cost. A trial is in vain
 * if the automaton has cost more than searching would have; what it has cost more is lost.
 *
 * <p>At first trials may lose a fourth of the time, or half where searching is very slow, until
 * they have lost much. Then they come ever more seldom, may cost ever more, and none begins that
 * might lose more than an eighth of the time with those before. Where an engine's sessions have
 * lost much, others are as cautious from the start, if searching costs no more ({@link Ledger}).
 * Mutable, for one thread.
 */
final class TrialSchedule {

  /**
   * Searching that costs less is not so slow that trials may take much of the time: those after the
   * first are shorter, unless the automaton was better before, and as seldom from the start as they
   * are later for others; the first waits while more is put off than it may take.
   */
  private static final double MODERATE_NANOS = 8;

  /**
   * Searching that costs more is slower than nearly every automaton: the first trials may take half
   * of the time.
   */
  private static final double SLOW_NANOS = 8 * MODERATE_NANOS;

  /** Trials where searching costs less take this part of what they may elsewhere. */
  private static final int MODERATE_PART = 4;

  /**
   * Slow search before a trial, and what the trial may cost, in nanoseconds: first, and at most.
   */
  private static final long FIRST_WAIT = 60_000;

  private static final long LAST_WAIT = 10_000_000_000L;
  static final long FIRST_TRIAL = 300_000;
  private static final long LAST_TRIAL = 20_000_000;

  /**
   * A trial may cost so much where the input repeats: once it has taken over it is soon over. So
   * may it cost what so many bytes are searched in, but not everything: what was searched last is
   * little.
   */
  private static final long REPEATED_TRIAL = 4 * FIRST_TRIAL;

  private static final int REPEATED_BYTES = 1 << 16;
  private static final long MOST_REPEATED_TRIAL = 4 * REPEATED_TRIAL;

  /**
   * Where a text comes again and again, a trial may last until the automaton has met all of it, if
   * that takes no longer than this in nanoseconds; so often. Blocks that it happens to know make a
   * trial end before that.
   */
  private static final long LONGEST_LESSON = 100_000_000;

  private static final int MOST_LESSONS = 4;

  /** After a trial in vain the next one comes so much later, and may cost so much more. */
  private static final int WAIT_FACTOR = 5;

  private static final int TRIAL_FACTOR = 2;

  /** Trials take this part of the time, until so many nanoseconds of them were in vain. */
  private static final int FIRST_TRIALS_PART = 4;

  static final long FIRST_TRIALS = 10_000_000;

  /**
   * Later, all trials in vain together, and the next one, take no more than this part of the time.
   */
  private static final int TRIALS_PART = 8;

  /**
   * Where the automaton is left that has gained, it may soon be better again: this part of what it
   * has gained may be lost by trials that come no later than this, in nanoseconds.
   */
  private static final int CREDIT_PART = 2;

  private static final long CREDIT_WAIT = 1_500_000;

  /**
   * Where the automaton was better before, and cost this part of what searching costs or less, it
   * is expected to be better again.
   */
  private static final double BETTER = 0.8;

  /** A trial in vain makes what it is expected to cost so much more. */
  private static final double IN_VAIN = 1.25;

  private final Ledger ledger;

  /** What the automaton is expected to cost, in nanoseconds per byte. */
  private double expectedNanos = Double.POSITIVE_INFINITY;

  /** How long it was searched. */
  private long allNanos;

  /** What was lost in all, and since searching has cost what it does. */
  private long lostNanos;

  private long lostHere;

  /** What searching cost when the first trials ended, in nanoseconds per byte; 0 before. */
  private double searchWhenFirst;

  /** What the search has put off, in nanoseconds: it would have to be done before a trial. */
  private long settlingNanos;

  /** How long it was searched slowly since the last trial, and is to be before the next. */
  private long slowNanos;

  private long wait = FIRST_WAIT;

  /** What the next trial may cost: usually, and in any case. */
  private long trial = FIRST_TRIAL;

  private long atLeast;

  /** How long taking over lasted in the last trial, and in this one so far. */
  private long takeoverNanos;

  private long takingOverNanos;

  /** What trials may still lose, since one before them has gained more. */
  private long credit;

  /** Whether the automaton is to be tried without waiting. */
  private boolean atOnce;

  private int lessons;

  /** How many bytes the next trial may run, at least. */
  private long leastBytes;

  TrialSchedule(Ledger ledger) {
    this.ledger = ledger;
  }

  /** It was searched for so long. */
  void searched(long nanos) {
    allNanos += nanos;
  }

  /** Of which so much counts as slow. */
  void searchedSlowly(long nanos) {
    slowNanos += nanos;
  }

  /** It was not searched for so long as was thought. */
  void searchedLess(long nanos) {
    allNanos = Math.max(0, allNanos - nanos);
    slowNanos = Math.max(0, slowNanos - nanos);
  }

  /** The search has put off what will take so long, in nanoseconds. */
  void putOff(long nanos) {
    settlingNanos = nanos;
  }

  /**
   * The input repeats: the next trial is not waited for, and may take longer.
   *
   * @param searchNanos what searching costs, in nanoseconds per byte
   */
  void tryAtOnce(double searchNanos) {
    atOnce = true;
    atLeast = (long) Math.clamp(REPEATED_BYTES * searchNanos, REPEATED_TRIAL, MOST_REPEATED_TRIAL);
  }

  /** Whether a trial may last until all of a text is met that comes again and again. */
  boolean mayTeach() {
    return lessons < MOST_LESSONS;
  }

  /**
   * A text comes again and again: once the time allows it, the next trial may run over all of it.
   *
   * @param period its length in bytes
   * @param nanos what that may cost
   */
  void teach(long period, long nanos) {
    boolean fits = lostNanos + settlingNanos + nanos <= allNanos / TRIALS_PART;
    if (nanos <= LONGEST_LESSON && fits) {
      atOnce = true;
      atLeast = nanos;
      leastBytes = 2 * period;
      lessons++;
    }
  }

  /** How many bytes a trial may run, at least, before what it costs is looked at. */
  long leastBytes() {
    return leastBytes;
  }

  boolean isAtOnce() {
    return atOnce;
  }

  /** How long slow searching lasts before the next trial. */
  long waitNanos() {
    return wait;
  }

  /** Whether a trial is to begin where searching costs so much, in nanoseconds per byte. */
  boolean isDue(double searchNanos) {
    return atOnce || slowNanos > wait && mayBegin(searchNanos);
  }

  private boolean mayBegin(double searchNanos) {
    boolean first = isFirst(searchNanos);
    if (first && searchNanos >= MODERATE_NANOS) {
      return lostNanos <= allNanos / (searchNanos < SLOW_NANOS ? FIRST_TRIALS_PART : 1);
    }
    if (first && lostNanos == 0) {
      return settlingNanos <= allNanos / FIRST_TRIALS_PART;
    }
    return lostNanos + settlingNanos + mostNanos(searchNanos) <= allNanos / TRIALS_PART;
  }

  /** What a trial may cost in vain until it has taken over. */
  private long mostNanos(double searchNanos) {
    boolean shorter =
        searchNanos < MODERATE_NANOS && lostNanos > 0 && expectedGain(searchNanos) == 0;
    long usual = shorter ? trial / MODERATE_PART : trial;
    return Math.max(usual + takeoverNanos, atLeast);
  }

  /**
   * What a trial may cost in vain: one that had no time to run when it had taken over would tell
   * nothing.
   *
   * @param searchNanos what searching costs, in nanoseconds per byte
   * @param tookOver whether it has run since it took over
   */
  long mostNanos(double searchNanos, boolean tookOver) {
    long most = mostNanos(searchNanos);
    boolean slow = searchNanos >= MODERATE_NANOS;
    return tookOver && slow ? Math.max(most, trial + takingOverNanos) : most;
  }

  /** The automaton was better, and usually cost so much, in nanoseconds per byte; 0: not known. */
  void automatonCost(double nanosPerByte) {
    expectedNanos = nanosPerByte > 0 ? Math.min(expectedNanos, nanosPerByte) : expectedNanos;
  }

  /**
   * Which part of the time the automaton is expected to save.
   *
   * @param searchNanos what searching costs, in nanoseconds per byte
   * @return 0 if it was not better before, or not by much
   */
  double expectedGain(double searchNanos) {
    return expectedNanos <= BETTER * searchNanos ? 1 - expectedNanos / searchNanos : 0;
  }

  /** Whether the automaton may become faster by being tried. */
  boolean isFirst(double searchNanos) {
    return ledger.isAutomatonNew()
        || lostHere < FIRST_TRIALS && !ledger.wasTriedInVain(searchNanos);
  }

  /** The trial has begun to run. */
  void begun() {
    atOnce = false;
  }

  /** Taking over has lasted so long in this trial. */
  void takingOver(long nanos) {
    takingOverNanos = nanos;
  }

  /** The thread stood still for so long in a trial: that is lost, but does not decide. */
  void stoodStill(long nanos) {
    lostNanos += nanos;
  }

  /** The automaton is better, and has lost so much until that was found out. */
  void succeeded(long nanos) {
    lose(nanos);
    endTrial();
  }

  /** The automaton has run for long, and is better. */
  void settled() {
    wait = FIRST_WAIT;
    trial = FIRST_TRIAL;
  }

  /** It is left, but has gained so much since the trial, or 0: to try it was worth while. */
  void left(long gainedNanos) {
    if (gainedNanos > 0) {
      credit = gainedNanos / CREDIT_PART;
      wait = FIRST_WAIT;
      trial = FIRST_TRIAL;
    }
    endRun();
  }

  /** It has lost more in the end, but has gained more before than that. */
  void leftLosing(long nanos, long gainedNanos) {
    lose(nanos);
    left(gainedNanos);
  }

  /**
   * The automaton has lost so much.
   *
   * @param nanos what was lost
   * @param searchNanos what searching costs, in nanoseconds per byte
   * @param level the same over a longer time
   */
  void failed(long nanos, double searchNanos, double level) {
    boolean wasFirst = isFirst(searchNanos);
    lose(nanos);
    expectedNanos *= IN_VAIN;
    if (credit >= nanos) {
      credit -= nanos;
      wait = Math.min(WAIT_FACTOR * wait, CREDIT_WAIT);
    } else {
      ledger.triedInVain(nanos, searchNanos);
      trial = Math.min(TRIAL_FACTOR * trial, LAST_TRIAL);
      if (!isFirst(searchNanos)) {
        wait = Math.min(WAIT_FACTOR * Math.max(wait, wasFirst ? lostHere : 0), LAST_WAIT);
        if (wasFirst) {
          searchWhenFirst = level;
        }
      }
    }
    endRun();
  }

  /** Searching has become much slower, and costs so much, in nanoseconds per byte. */
  void searchChanged(double level) {
    if (level > SearchLevel.CHANGED * searchWhenFirst) {
      lostHere = 0;
    }
    lessons = 0;
    wait = FIRST_WAIT;
    trial = FIRST_TRIAL;
  }

  private void lose(long nanos) {
    lostNanos += nanos;
    lostHere += nanos;
  }

  private void endRun() {
    endTrial();
    slowNanos = 0;
  }

  private void endTrial() {
    atLeast = 0;
    leastBytes = 0;
    takeoverNanos = takingOverNanos == 0 ? takeoverNanos : takingOverNanos;
    takingOverNanos = 0;
  }
}
