package io.fsmrun.scan;

import java.util.ArrayDeque;

/**
 * Decides for one engine from which state its guesses start, and whether it is to guess at all.
 * Mutable, for the thread that composes; what {@link #guess} gives is immutable.
 *
 * <p>The state in which the engine was last known to be is the best: what stays alive for long is
 * alive in it. It fails while more and more becomes alive. After many failures in a row the engine
 * pauses: it is run in turn, and now and then it is tried which guess would have been right, the
 * latest known state of some segments ago or the state near the start of the stream. One that would
 * have been is what the engine goes on with.
 */
final class GuessPolicy {

  private static final int MOST_FAILURES = 8;

  /** After a pause fewer failures are put up with. */
  private static final int FAILURES_AFTER_PAUSE = MOST_FAILURES - 2;

  /** For each byte of a trial so many are scanned. */
  private static final int TRIAL_SHARE = 32;

  private final String engine;
  private final int delay;
  private Guess latest;
  private Guess early;
  private boolean useEarly;
  private int failures;
  private boolean pausing;
  private long bytesWithoutTrial;

  /** The latest states at the starts of the last segments, the oldest first. */
  private final ArrayDeque<Guess> previous = new ArrayDeque<>();

  private long guesses;
  private long right;
  private long bytesAgain;
  private long bytesInTurn;

  /** A state that an engine was in. Immutable; the array is never changed. */
  static final class Guess {
    private final long position;
    private final byte[] state;

    Guess(long position, byte[] state) {
      this.position = position;
      this.state = state;
    }

    /** Where the engine was in it. */
    long position() {
      return position;
    }

    byte[] state() {
      return state;
    }
  }

  /**
   * A policy.
   *
   * @param engine what users call the engine
   * @param delay how many segments pass, roughly, between a guess and its segment
   */
  GuessPolicy(String engine, int delay) {
    this.engine = engine;
    this.delay = delay;
  }

  /** The engine's state near the start of the stream. */
  void first(long position, byte[] state) {
    early = new Guess(position, state);
    latest = early;
  }

  /** The engine's state where it is known now. */
  void now(long position, byte[] state) {
    latest = new Guess(position, state);
  }

  /** Where the look-back of segments to come begins; null if the engine is not to guess. */
  Guess guess() {
    return pausing ? null : useEarly ? early : latest;
  }

  /**
   * The next segment begins.
   *
   * @param trialBytes how many bytes it takes to try a guess
   * @return whether {@link #old} and {@link #early} are to be tried now
   */
  boolean beginSegment(int trialBytes) {
    previous.add(latest);
    if (previous.size() > delay) {
      previous.remove();
    }
    if (!pausing || bytesWithoutTrial < 2L * TRIAL_SHARE * trialBytes) {
      return false;
    }
    bytesWithoutTrial = 0;
    return true;
  }

  /** What would have been guessed for the segment that begins. */
  Guess old() {
    return previous.element();
  }

  Guess early() {
    return early;
  }

  /** Guesses were tried in a pause: which of them would have been right. */
  void tried(boolean oldWasRight, boolean earlyWasRight) {
    if (oldWasRight || earlyWasRight) {
      pausing = false;
      useEarly = !oldWasRight;
      failures = FAILURES_AFTER_PAUSE;
    }
  }

  /**
   * A segment was begun from a guess.
   *
   * @param wasRight whether the guess was true
   * @param wrong how many bytes it was not
   * @param again how many bytes were scanned again, for this engine's sake or another's
   * @param length bytes of the segment
   * @return false if the guess was of no use
   */
  boolean guessed(boolean wasRight, long wrong, long again, long length) {
    guesses++;
    right += wasRight ? 1 : 0;
    bytesAgain += again;
    if (wrong <= length / 2) {
      failures = 0;
      return true;
    }
    if (++failures >= MOST_FAILURES) {
      pausing = true;
      bytesWithoutTrial = 0;
    }
    return false;
  }

  /** A segment was run in turn. */
  void ranInTurn(long length) {
    bytesInTurn += length;
    bytesWithoutTrial += length;
  }

  ParallelStatistics.Engine statistics() {
    return new ParallelStatistics.Engine(engine, guesses, right, bytesAgain, bytesInTurn);
  }
}
