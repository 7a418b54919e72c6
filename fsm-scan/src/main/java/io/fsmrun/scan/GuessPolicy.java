package io.fsmrun.scan;

/**
 * Decides for one engine from which state its guesses start, and whether it is to guess at all.
 * Mutable, for the thread that composes; what {@link #guess} gives is immutable.
 *
 * <p>The state in which the engine was last known to be is the best: what stays alive for long is
 * alive in it. Where that fails, the state near the start of the stream is tried. Where both fail,
 * the engine pauses: it is run in turn, for twice as many segments each time.
 */
final class GuessPolicy {

  private static final int MOST_FAILURES = 2;
  private static final int FIRST_PAUSE = 8;
  private static final int LONGEST_PAUSE = 1 << 9;

  private final String engine;
  private Guess latest;
  private Guess early;
  private boolean useEarly;
  private int failures;
  private int pause;
  private int nextPause = FIRST_PAUSE;

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

  GuessPolicy(String engine) {
    this.engine = engine;
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
    return pause > 0 ? null : useEarly ? early : latest;
  }

  /** A segment was begun from a guess. */
  void guessed(boolean wasRight, long again, long length) {
    guesses++;
    right += wasRight ? 1 : 0;
    bytesAgain += again;
    if (again <= length / 2) {
      failures = 0;
      nextPause = FIRST_PAUSE;
      return;
    }
    if (++failures >= MOST_FAILURES) {
      if (useEarly) {
        pause = nextPause;
        nextPause = Math.min(2 * nextPause, LONGEST_PAUSE);
      }
      useEarly = !useEarly;
      failures = 0;
    }
  }

  /** A segment was run in turn. */
  void ranInTurn(long length) {
    bytesInTurn += length;
    if (pause > 0 && --pause == 0) {
      // One more chance for each of the two.
      failures = MOST_FAILURES - 1;
    }
  }

  ParallelStatistics.Engine statistics() {
    return new ParallelStatistics.Engine(engine, guesses, right, bytesAgain, bytesInTurn);
  }
}
