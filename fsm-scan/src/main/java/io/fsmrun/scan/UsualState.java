package io.fsmrun.scan;

/**
 * A state in which an engine was at the end of a stream. What comes in most streams of a kind and
 * lives long is alive in it. So the first segments of the next stream can be guessed from it,
 * before anything of that is scanned; a state near the start of a stream knows of nothing that
 * lives long.
 *
 * <p>Where little lives long the state after the first bytes is the better guess: once it was right
 * where this one was not, it takes its place, since it may be as right in the next stream. If it is
 * not there, streams are not of one kind: that of each stream itself is preferred, until that is
 * not right where the one that is remembered is.
 *
 * <p>How far guesses have to look back is known from the streams before, too. Mutable, for the
 * calling thread.
 */
final class UsualState {

  /** After so many streams without a wrong guess a shorter look-back is tried. */
  private static final int MANY_STREAMS = 32;

  private byte[] state;
  private int lookBack;
  private int streamsRight;
  private boolean isWanted = true;
  private boolean fails;

  /** Whether the state is one after first bytes, and was not right since. */
  private boolean isReplaced;

  /** The state; null if none is known. */
  byte[] state() {
    return state;
  }

  /** Whether it is to be guessed from, rather than from the state after the first bytes. */
  boolean isPreferred() {
    return state != null && !fails;
  }

  /**
   * The first guess of a stream was compared with the truth.
   *
   * @param wasUsed whether it was made from this state
   * @param wasRight whether it was true
   * @param otherWasRight whether the guess that was not made would have been; not asked for if the
   *     one that was made was true
   * @param start the state after the first bytes of this stream; not changed any more
   */
  void compared(boolean wasUsed, boolean wasRight, boolean otherWasRight, byte[] start) {
    if (wasRight) {
      isReplaced &= !wasUsed;
    } else if (wasUsed && otherWasRight) {
      fails = isReplaced;
      isReplaced = true;
      state = start;
    } else {
      fails = false;
      isWanted |= !otherWasRight;
    }
  }

  /** Whether the state at the end of the present stream is wanted in its place. */
  boolean isWanted() {
    return isWanted;
  }

  /** Takes the state at the end of a stream; the array is not changed any more. */
  void remember(byte[] end) {
    state = end;
    isWanted = false;
    isReplaced = false;
  }

  /**
   * How far guesses look back at first, as streams before have shown.
   *
   * @param least how far they do when nothing is known
   */
  int firstLookBack(int least) {
    return Math.max(least, lookBack);
  }

  /**
   * A stream ends.
   *
   * @param bytes how far guesses look back by now
   * @param wasWrong whether one was wrong
   */
  void endStream(int bytes, boolean wasWrong) {
    lookBack = bytes;
    streamsRight = wasWrong ? 0 : streamsRight + 1;
    if (streamsRight == MANY_STREAMS) {
      streamsRight = 0;
      lookBack = bytes / 2;
    }
  }
}
