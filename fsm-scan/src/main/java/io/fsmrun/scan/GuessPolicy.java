package io.fsmrun.scan;

import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * Decides for one engine from which state its guesses start, and whether it is to guess at all.
 * Mutable, for the thread that composes; what {@link #guess} gives is immutable.
 *
 * <p>How far a guess looks back before its segment is little at first, since most engines forget
 * soon, and twice as much each time that a guess was not true; the next stream begins with that.
 *
 * <p>The first segments of a stream are guessed from the {@link UsualState}, if that is known and
 * any good. Then the state in which the engine was last known to be is the best: what stays alive
 * for long is alive in it. It fails while more and more becomes alive. After many failures in a row
 * the engine pauses: it is run in turn, and now and then it is tried which guess would have been
 * right, the latest known state of some segments ago or the state near the start of the stream. One
 * that would have been is what the engine goes on with.
 */
final class GuessPolicy {

  private static final int MOST_FAILURES = 8;

  /** After a pause fewer failures are put up with. */
  private static final int FAILURES_AFTER_PAUSE = MOST_FAILURES - 2;

  /** For each byte of a trial so many are scanned. */
  private static final int TRIAL_SHARE = 32;

  /** The first look-back is so many times less than the most. */
  private static final int FIRST_LOOK_BACK_SHARE = 8;

  private final String engine;
  private final int delay;
  private final int mostLookBack;
  private final UsualState usual;
  private int lookBack;

  /** From the usual state; null if there is none, or it cannot be used in this stream. */
  private Guess before;

  /** Whether what is usual was compared with the truth in this stream. */
  private boolean isCompared;

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

  /**
   * A state that an engine was in. The array is never changed.
   *
   * @param position where the engine was in it
   * @param state the state, as bytes
   * @param lookBackBytes how many bytes before a segment it is to be moved over
   */
  @SuppressWarnings("ArrayRecordComponent") // Equal guesses have the same array.
  record Guess(long position, byte[] state, int lookBackBytes) {}

  /**
   * A policy.
   *
   * @param engine what users call the engine
   * @param delay how many segments pass, roughly, between a guess and its segment
   * @param mostLookBack how many bytes a look-back may take
   * @param usual the engine's usual state, which outlives this stream
   */
  GuessPolicy(String engine, int delay, int mostLookBack, UsualState usual) {
    this.engine = engine;
    this.delay = delay;
    this.mostLookBack = mostLookBack;
    this.usual = usual;
    int least = (mostLookBack + FIRST_LOOK_BACK_SHARE - 1) / FIRST_LOOK_BACK_SHARE;
    lookBack = Math.min(mostLookBack, usual.firstLookBack(least));
  }

  /** The stream ends: what was learned of look-backs is kept for the next. */
  void end() {
    if (guesses > 0) {
      usual.endStream(lookBack, right < guesses);
    }
  }

  /** Says where the first bytes of the stream end: the usual state may be used from there on. */
  void firstBytesEnd(long position) {
    if (usual.state() != null) {
      before = new Guess(position, usual.state(), lookBack);
    }
  }

  /** The engine's state near the start of the stream. */
  void first(long position, byte[] state) {
    early = new Guess(position, state, mostLookBack);
    now(position, state);
  }

  /** The engine's state where it is known now. */
  void now(long position, byte[] state) {
    latest = new Guess(position, state, lookBack);
  }

  /**
   * Where the look-back of segments to come begins; null if the engine is not to guess, or nothing
   * is known yet.
   */
  Guess guess() {
    if (!isCompared && before != null && usual.isPreferred()) {
      return before;
    }
    return pausing ? null : useEarly ? early : latest;
  }

  /**
   * A guess was compared with the truth. Learns from those that were made when nothing was known of
   * the stream but its first bytes.
   *
   * @param guess what it was made from
   * @param wasRight whether it was true
   * @param isRight tells of another guess whether it would have been
   */
  void compared(Guess guess, boolean wasRight, Predicate<Guess> isRight) {
    boolean wasUsed = guess.equals(before);
    if (isCompared || !wasUsed && guess.position() != early.position()) {
      return;
    }
    Guess other = wasUsed ? early : before;
    boolean otherWasRight = !wasRight && other != null && isRight.test(other);
    usual.compared(wasUsed, wasRight, otherWasRight, early.state());
    isCompared = wasUsed || !wasRight;
  }

  /**
   * The next segment begins.
   *
   * @return whether {@link #old} and {@link #early} are to be tried now
   */
  boolean beginSegment() {
    previous.add(latest);
    if (previous.size() > delay) {
      previous.remove();
    }
    if (!pausing || bytesWithoutTrial < 2L * TRIAL_SHARE * mostLookBack) {
      return false;
    }
    bytesWithoutTrial = 0;
    return true;
  }

  /** What would have been guessed for the segment that begins. */
  Guess old() {
    Guess oldest = previous.element();
    return new Guess(oldest.position(), oldest.state(), mostLookBack);
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
      lookBack = mostLookBack;
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
    if (!wasRight) {
      lookBack = Math.min(2 * lookBack, mostLookBack);
    }
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
