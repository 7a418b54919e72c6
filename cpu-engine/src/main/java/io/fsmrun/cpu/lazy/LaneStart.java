package io.fsmrun.cpu.lazy;

/**
 * From which set of states a lane starts, whose true start is not known yet. Nothing here changes
 * what is reported.
 *
 * <p>A step of a union distributes over union: what a set leads to is what a subset of it leads to,
 * united with what the others of its states lead to by edges alone. So a lane that started from too
 * few states is right as far as it goes, and only what those left out lead to is to be run when the
 * true start is known.
 */
public enum LaneStart {

  /**
   * From a guess: where the active set leads to over some bytes before the lane. A wrong one is run
   * again.
   */
  LOOK_BACK(0),

  /**
   * From what all possible starts have in common: where nothing leads to over some bytes before the
   * lane, apart from active states that stay active whatever comes. What the true start has besides
   * is run on its own, until it dies out or is in the lane's set too. A lane is never run in vain.
   */
  CONVERGENCE_SETS(1),

  /**
   * From the guess of {@link #LOOK_BACK}, and if it is too small, what it lacks is run on its own
   * as with {@link #CONVERGENCE_SETS}. Where guesses are too large too often, from what is in
   * common, until guesses do again.
   */
  ADAPTIVE(2);

  private final int code;

  LaneStart(int code) {
    this.code = code;
  }

  /** The number in files. */
  int code() {
    return code;
  }

  /** The constant of a number, or null. */
  static LaneStart ofCode(int code) {
    for (LaneStart start : values()) {
      if (start.code == code) {
        return start;
      }
    }
    return null;
  }
}
