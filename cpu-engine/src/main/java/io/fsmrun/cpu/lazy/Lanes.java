package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.vector.VectorModule;
import io.fsmrun.cpu.vector.VectorTrial;

/**
 * Advances eight or sixteen equal pieces of a block, the lanes, together in one loop, so that no
 * look-up waits for the one before it. The first lane starts from the set that is active, the
 * others as {@link LaneStart} says: from a guess, or from what all starts have in common.
 *
 * <p>Why that is exact: a step distributes over union, and what is entered whatever is active is
 * entered in every lane. So if the set G that a lane started from is part of the true one T, the
 * true set at each place of the lane is the lane's united with what T without G leads to by edges
 * alone, and the reports are those of both. What a lane found is kept apart until T is known, which
 * is when the lanes before it are done. Then, in order of the lanes:
 *
 * <ul>
 *   <li>If G is T, all that the lane found is right.
 *   <li>If G is part of T, it is right too, and {@link Remainder} adds the rest: until nothing is
 *       left of it, or the lane has it too, after which the lane's set is the true one.
 *   <li>Otherwise the lane is run again from T, until it comes to the set that was recorded at a
 *       checkpoint; if it does not soon, all that follows is given up, since what was wrong is
 *       likely to stay so.
 * </ul>
 *
 * <p>When too much is lost, the look-back becomes longer, then the other start is tried, then lanes
 * are not used for a while, twice as long each time; nor are they where most of a round's work was
 * to make new sets. So at most a constant number of steps is made per byte.
 */
final class Lanes {

  private static final int FEWEST = LaneLoop.PLAIN;
  private static final int MOST = LaneLoop.MOST;

  private static final boolean HAS_VECTORS =
      VectorModule.isPresent() && VectorLanes.areWorthTrying();

  /** Rounds by which vectors are tried are so long; symbols are the units of the trial. */
  private static final int TRIED_ROUND = 1 << 13;

  private static final VectorTrial TRIAL = new VectorTrial(TRIED_ROUND);

  /** Shorter blocks are run as one chain. */
  private static final int LEAST_BLOCK = 1 << 12;

  /** Longer ones are run in rounds of this length, so that little is lost by a wrong guess. */
  private static final int MOST_ROUND = 1 << 16;

  private static final int LEAST_LOOK_BACK = 48;
  private static final int MOST_LOOK_BACK = 48 << 4;
  private static final int CHECKPOINT_DISTANCE = 256;

  private static final int LEAST_ROUNDS_TO_GUESS = 1 << 3;
  private static final int MOST_ROUNDS_TO_GUESS = 1 << 10;

  /** A set that lived for so many symbols is taken to live on. */
  private static final int LEAST_LIFE = 1 << 15;

  /**
   * Where more sets are met for the first time than one in so many symbols, to make them is most of
   * the work, and lanes do it for sets that one chain does without: those that are met once.
   */
  private static final int SYMBOLS_PER_NEW_SET = 1 << 6;

  private static final int SHORTEST_PAUSE = 1 << 15;
  private static final int LONGEST_PAUSE = 1 << 21;

  private final SetCursor cursor;
  private final Convergence convergence;
  private final SetAutomaton automaton;
  private final SetTable table;
  private final LaneStart start;
  private final LaneLoop loop;
  private final Remainder remainder;

  /** The set where each lane is; the loop's. */
  private final int[] rows;

  /** How many lanes there are in this round. */
  private int count;

  private final int[] startRows = new int[MOST];

  /** Per lane the sets at its checkpoints; the last one is its end. */
  private final int[][] checkpoints = new int[MOST][MOST_ROUND / FEWEST / CHECKPOINT_DISTANCE + 1];

  /** Whether lanes start from what all starts have in common. */
  private boolean fromLeast;

  /** Whether the other start was tried since a round went well. */
  private boolean triedOther;

  /**
   * Lanes from too few states mostly do well, too, but meet sets that the input itself does not
   * lead to, and a table of twice as many sets is slower. So guesses are tried again after so many
   * rounds, and after twice as many if they still fail.
   */
  private int roundsToGuess;

  private int nextRoundsToGuess = LEAST_ROUNDS_TO_GUESS;

  /** Rounds that went well since guesses were tried again. */
  private int goodGuesses;

  /** Symbols for which the set has to live before lanes are used. */
  private long lifeLeft;

  private long pauseLeft;
  private int nextPause = SHORTEST_PAUSE;

  /** Grows when guesses fail, since states such as those of {@code a.*b} take longer to be lost. */
  private int lookBack = LEAST_LOOK_BACK;

  private long kept;
  private long wasted;

  /**
   * Lanes that are used at once.
   *
   * @param cursor where the run stands; lanes move it
   * @param convergence says what all starts have in common
   */
  Lanes(
      SetCursor cursor,
      Convergence convergence,
      SetAutomaton automaton,
      SetTable table,
      LazyOptions options) {
    this.cursor = cursor;
    this.convergence = convergence;
    this.automaton = automaton;
    this.table = table;
    this.start = options.laneStart();
    this.fromLeast = start == LaneStart.CONVERGENCE_SETS;
    this.loop = new LaneLoop(automaton, table);
    this.rows = loop.rows;
    this.remainder = new Remainder(automaton, table, options);
    ended();
  }

  /**
   * Whether to use lanes for a block. Without always-enabled states they might run on after the set
   * became empty; so there they wait until it has not for long.
   */
  boolean worthFor(int length) {
    return pauseLeft == 0 && length >= LEAST_BLOCK && lifeLeft == 0;
  }

  /** Says that the set became empty. */
  void ended() {
    lifeLeft = automaton.hasAlwaysEnabled() ? 0 : LEAST_LIFE;
  }

  /** The end of what is to be run as one chain before lanes are thought of again. */
  int pauseEnd(int from, int to) {
    long left = Math.max(pauseLeft, lifeLeft);
    return left == 0 ? to : (int) Math.min(to, from + left);
  }

  /** Lets one chain go on for a while, which is better as long as it skips much. */
  void pauseFor(int symbols) {
    pauseLeft = symbols;
  }

  void paused(int symbols) {
    pauseLeft = Math.max(0, pauseLeft - symbols);
    lifeLeft = Math.max(0, lifeLeft - symbols);
  }

  /** Number of symbols whose lanes were found right. */
  long kept() {
    return kept;
  }

  /** Number of symbols that were run from wrong guesses, or twice. */
  long wasted() {
    return wasted;
  }

  /** Number of symbols by which lanes were completed. */
  long completed() {
    return remainder.symbols();
  }

  /**
   * Runs the start of a block, from the cursor's set and to its next one.
   *
   * @return the index up to which it was run
   */
  int run(byte[] input, int from, int to, long base, ReportBuffer out) {
    // Where sets that report are rare, the plain loop is the faster one with large tables.
    boolean vectors = HAS_VECTORS && loop.isDense();
    if (!vectors || TRIAL.isOver()) {
      return run(input, from, to, vectors, base, out);
    }
    boolean tried = TRIAL.isDue();
    int end = tried ? Math.min(to, from + TRIED_ROUND) : to;
    long start = System.nanoTime();
    int at = run(input, from, end, tried, base, out);
    TRIAL.add(tried, at - from, System.nanoTime() - start);
    return at;
  }

  private int run(byte[] input, int from, int to, boolean vectors, long base, ReportBuffer out) {
    loop.useVectors(vectors);
    count = loop.count();
    int length = Math.min(to - from, MOST_ROUND) / count;
    long setsBefore = table.setsMade();
    if (!findStarts(input, from, length)) {
      return giveUp(from);
    }
    int at = from;
    for (int c = 0; at < from + length; c++) {
      int end = Math.min(at + CHECKPOINT_DISTANCE, from + length);
      at = loop.advance(input, at, end, length);
      if (at < end) {
        return fullAt(at, from, base, out);
      }
      for (int k = 0; k < count; k++) {
        checkpoints[k][c] = rows[k];
      }
    }
    return compose(input, from, length, setsBefore, base, out);
  }

  /** Puts each lane on the set that it starts from; returns whether there was room. */
  private boolean findStarts(byte[] input, int from, int length) {
    int before = fromLeast ? convergence.least(cursor.row()) : cursor.row();
    if (before < 0) {
      return false;
    }
    loop.start(before);
    loop.setSilent(true);
    // Lane k + 1 starts where the look-back of lane k in this loop ends; the last one is idle work.
    int lookFrom = from + length - Math.min(lookBack, length / 4);
    int looked = loop.advance(input, lookFrom, from + length, length);
    loop.setSilent(false);
    System.arraycopy(rows, 0, rows, 1, count - 1);
    rows[0] = cursor.row();
    System.arraycopy(rows, 0, startRows, 0, count);
    return looked == from + length;
  }

  /**
   * There was no room for a set: the first lane is right as far as it came, the others are lost.
   */
  private int fullAt(int at, int from, long base, ReportBuffer out) {
    loop.acceptEvents(0, from, base, out);
    cursor.setRow(rows[0]);
    cursor.addTableSymbols(at - from);
    wasted += (long) (at - from) * (count - 1);
    return giveUp(at);
  }

  /** Lets one chain go on, which makes room. */
  private int giveUp(int at) {
    pause();
    return at;
  }

  private void pause() {
    pauseLeft = nextPause;
    nextPause = Math.min(2 * nextPause, LONGEST_PAUSE);
  }

  /** Goes through the lanes in order, keeps what is right, and adds what they lack. */
  private int compose(
      byte[] input, int from, int length, long setsBefore, long base, ReportBuffer out) {
    long flushes = cursor.flushes();
    long wastedBefore = wasted;
    long completedBefore = remainder.symbols();
    int at = from;
    for (int lane = 0; lane < count && at == from + lane * length; lane++) {
      if (cursor.row() == startRows[lane]) {
        accept(lane, at, at + length, base, out);
        cursor.setRow(rows[lane]);
        at += length;
      } else if (start != LaneStart.LOOK_BACK && remainder.start(startRows[lane], cursor.row())) {
        accept(lane, at, at + length, base, out);
        complete(input, at, length, lane, base, out);
        at += length;
      } else {
        at = runAgain(input, at, length, lane, base, out);
      }
      if (cursor.flushes() != flushes) {
        break;
      }
    }
    int lost = from + count * length - at;
    wasted += lost;
    if ((table.setsMade() - setsBefore) * SYMBOLS_PER_NEW_SET > (long) count * length) {
      pause();
      return at;
    }
    judge(count * length, wasted - wastedBefore, remainder.symbols() - completedBefore);
    return at;
  }

  /** Takes over what a lane did after an index. */
  private void accept(int lane, int after, int to, long base, ReportBuffer out) {
    loop.acceptEvents(lane, after, base, out);
    kept += to - after;
    cursor.addTableSymbols(to - after);
  }

  /** Runs what a lane lacks, which was found out, and leaves the cursor at the lane's end. */
  private void complete(byte[] input, int from, int length, int lane, long base, ReportBuffer out) {
    int end = from + length;
    int at = from;
    int distance = CHECKPOINT_DISTANCE;
    while (at < end) {
      int next = Math.min(at + distance, end);
      int stop = remainder.run(input, at, next, base, out);
      int checkpoint = (next - from - 1) / CHECKPOINT_DISTANCE;
      if (stop < next || remainder.isWithin(checkpoints[lane][checkpoint])) {
        cursor.setRow(rows[lane]);
        return;
      }
      at = next;
      distance = Math.min(2 * distance, MOST_ROUND);
    }
    cursor.become(remainder.unitedWith(rows[lane]));
  }

  /**
   * Runs a lane from the cursor's set until it comes to a recorded one, after which what it did is
   * right; or for a quarter of its length, after which all that follows is given up. Returns the
   * index up to which it is known.
   */
  private int runAgain(byte[] input, int from, int length, int lane, long base, ReportBuffer out) {
    long flushes = cursor.flushes();
    int at = from;
    for (int c = 0; at < from + length; c++) {
      int end = Math.min(from + (c + 1) * CHECKPOINT_DISTANCE, from + length);
      at = cursor.runTable(input, at, end, base, out);
      if (cursor.flushes() != flushes || at < end) {
        break;
      }
      if (cursor.row() == checkpoints[lane][c]) {
        wasted += at - from;
        accept(lane, at, from + length, base, out);
        cursor.setRow(rows[lane]);
        return from + length;
      }
      if (at - from >= length / 4) {
        break;
      }
    }
    wasted += at - from;
    return at;
  }

  /** Changes what did not pay. */
  private void judge(int symbols, long lost, long completed) {
    boolean longer = lost > symbols / 16 && lookBack < MOST_LOOK_BACK;
    if (longer) {
      lookBack *= 4;
      return;
    }
    if (lost + completed <= symbols / 4) {
      nextPause = SHORTEST_PAUSE;
      triedOther = false;
      wentWell();
    } else if (start == LaneStart.ADAPTIVE && !triedOther) {
      triedOther = true;
      tryOther();
    } else {
      pause();
    }
  }

  private void tryOther() {
    fromLeast = !fromLeast;
    goodGuesses = 0;
    if (fromLeast) {
      roundsToGuess = nextRoundsToGuess;
      nextRoundsToGuess = Math.min(2 * nextRoundsToGuess, MOST_ROUNDS_TO_GUESS);
    }
  }

  private void wentWell() {
    if (start != LaneStart.ADAPTIVE) {
      return;
    }
    if (fromLeast) {
      roundsToGuess--;
      if (roundsToGuess <= 0) {
        tryOther();
      }
    } else {
      goodGuesses++;
      if (goodGuesses >= nextRoundsToGuess) {
        nextRoundsToGuess = LEAST_ROUNDS_TO_GUESS;
      }
    }
  }
}
