package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;

/**
 * Advances eight equal pieces of a block, the lanes, together in one loop, so that no look-up waits
 * for the one before it. The first lane starts from the set that is active. The others start from a
 * guess: the set to which the active one leads over some bytes before the lane, the look-back.
 *
 * <p>What a lane finds is kept apart until its guess is known to be right: the lanes before it are,
 * and lead to it. A lane that started from a wrong guess is run again from the right set, until it
 * comes to the set that was recorded at a checkpoint; if it does not soon, all that follows is
 * given up, since what was wrong is likely to stay so. When too much is given up, lanes are not
 * used for a while, twice as long each time. So at most a constant number of steps is made per
 * byte.
 */
final class Lanes {

  private static final int COUNT = 8;

  /** Shorter blocks are run as one chain. */
  private static final int LEAST_BLOCK = 1 << 12;

  /** Longer ones are run in rounds of this length, so that little is lost by a wrong guess. */
  private static final int MOST_ROUND = 1 << 16;

  private static final int LEAST_LOOK_BACK = 48;
  private static final int MOST_LOOK_BACK = 48 << 4;
  private static final int CHECKPOINT_DISTANCE = 256;

  /** A round in which more than one symbol in so many is an event is better run as one chain. */
  private static final int SYMBOLS_PER_EVENT = 8;

  private static final int SHORTEST_PAUSE = 1 << 15;
  private static final int LONGEST_PAUSE = 1 << 21;

  private final SetRunner runner;
  private final SetAutomaton automaton;
  private final SetTable table;

  /** The set where each lane is. */
  private final int[] rows = new int[COUNT];

  private final int[] startRows = new int[COUNT];

  /** Per lane the sets at its checkpoints; the last one is its end. */
  private final int[][] checkpoints = new int[COUNT][MOST_ROUND / COUNT / CHECKPOINT_DISTANCE + 1];

  /** Per lane what it reports: index after the byte above, row of the set below. */
  private final long[][] events = new long[COUNT][64];

  private final int[] eventCounts = new int[COUNT];

  /** Whether what is met is only the look-back of a guess. */
  private boolean guessing;

  private long eventsSeen;
  private long pauseLeft;
  private int nextPause = SHORTEST_PAUSE;

  /** Grows when guesses fail, since states such as those of {@code a.*b} take longer to be lost. */
  private int lookBack = LEAST_LOOK_BACK;

  private long kept;
  private long wasted;

  Lanes(SetRunner runner, SetAutomaton automaton, SetTable table) {
    this.runner = runner;
    this.automaton = automaton;
    this.table = table;
  }

  /**
   * Whether to use lanes for a block. Without always-enabled states they would mostly run on after
   * the set became empty.
   */
  boolean worthFor(int length) {
    return automaton.hasAlwaysEnabled() && pauseLeft == 0 && length >= LEAST_BLOCK;
  }

  /** The end of what is to be run as one chain before lanes are thought of again. */
  int pauseEnd(int from, int to) {
    return pauseLeft == 0 ? to : (int) Math.min(to, from + pauseLeft);
  }

  /** Lets one chain go on for a while, which is better as long as it skips much. */
  void pauseFor(int symbols) {
    pauseLeft = symbols;
  }

  void paused(int symbols) {
    pauseLeft = Math.max(0, pauseLeft - symbols);
  }

  /** Number of symbols whose lanes were found right. */
  long kept() {
    return kept;
  }

  /** Number of symbols that were run from wrong guesses, or twice. */
  long wasted() {
    return wasted;
  }

  /**
   * Runs the start of a block, from the runner's set and to its next one.
   *
   * @return the index up to which it was run
   */
  int run(byte[] input, int from, int to, long base, ReportBuffer out) {
    int length = Math.min(to - from, MOST_ROUND) / COUNT;
    Arrays.fill(rows, runner.row());
    Arrays.fill(eventCounts, 0);
    eventsSeen = 0;
    guessing = true;
    // Lane k + 1 starts where the look-back of lane k in this loop ends; the last one is idle work.
    int guessFrom = from + length - Math.min(lookBack, length / 4);
    int guessed = advance(input, guessFrom, from + length, length);
    guessing = false;
    if (guessed < from + length) {
      return giveUp(from);
    }
    System.arraycopy(rows, 0, rows, 1, COUNT - 1);
    rows[0] = runner.row();
    System.arraycopy(rows, 0, startRows, 0, COUNT);
    int at = from;
    for (int c = 0; at < from + length; c++) {
      int end = Math.min(at + CHECKPOINT_DISTANCE, from + length);
      at = advance(input, at, end, length);
      if (at < end) {
        return fullAt(at, from, base, out);
      }
      for (int k = 0; k < COUNT; k++) {
        checkpoints[k][c] = rows[k];
      }
    }
    return check(input, from, length, base, out);
  }

  /**
   * There was no room for a set: the first lane is right as far as it came, the others are lost.
   */
  private int fullAt(int at, int from, long base, ReportBuffer out) {
    acceptEvents(0, from, base, out);
    runner.setRow(rows[0]);
    runner.addTableSymbols(at - from);
    wasted += (long) (at - from) * (COUNT - 1);
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

  /** Goes through the lanes in order and keeps what is right. */
  private int check(byte[] input, int from, int length, long base, ReportBuffer out) {
    long flushes = runner.flushes();
    int row = runner.row();
    int again = 0;
    int lane = 0;
    int at = from;
    for (; lane < COUNT; lane++) {
      at = from + lane * length;
      if (row == startRows[lane]) {
        acceptEvents(lane, at, base, out);
        kept += length;
        runner.addTableSymbols(length);
        row = rows[lane];
        continue;
      }
      runner.setRow(row);
      int end = runAgain(input, at, length, lane, base, out);
      again += end - at;
      if (runner.flushes() != flushes || end < at + length && !meets(lane, end - at)) {
        at = end;
        break;
      }
      acceptEvents(lane, end, base, out);
      runner.addTableSymbols(at + length - end);
      row = end < at + length ? rows[lane] : runner.row();
    }
    if (lane == COUNT) {
      at = from + COUNT * length;
      runner.setRow(row);
    }
    int lost = from + COUNT * length - at + again;
    wasted += lost;
    boolean longer = lost > COUNT * length / 16 && lookBack < MOST_LOOK_BACK;
    if (longer) {
      lookBack *= 4;
    }
    if (!longer && lost > COUNT * length / 4 || eventsSeen > COUNT * length / SYMBOLS_PER_EVENT) {
      pause();
    } else {
      nextPause = SHORTEST_PAUSE;
    }
    return at;
  }

  /**
   * Runs a lane from the runner's set until it comes to a recorded one, or for a quarter of its
   * length; returns the index where it stopped.
   */
  private int runAgain(byte[] input, int from, int length, int lane, long base, ReportBuffer out) {
    long flushes = runner.flushes();
    int at = from;
    for (int c = 0; at < from + length; c++) {
      int end = Math.min(from + (c + 1) * CHECKPOINT_DISTANCE, from + length);
      at = runner.runTable(input, at, end, base, out);
      if (runner.flushes() != flushes || at < end) {
        break;
      }
      if (runner.row() == checkpoints[lane][c] || at - from >= length / 4) {
        break;
      }
    }
    return at;
  }

  private boolean meets(int lane, int consumed) {
    return consumed % CHECKPOINT_DISTANCE == 0
        && checkpoints[lane][consumed / CHECKPOINT_DISTANCE - 1] == runner.row();
  }

  private void acceptEvents(int lane, int after, long base, ReportBuffer out) {
    for (int i = 0; i < eventCounts[lane]; i++) {
      int at = (int) (events[lane][i] >>> Integer.SIZE);
      if (at > after) {
        table.report((int) events[lane][i], base + at, out);
      }
    }
  }

  /**
   * Advances all lanes, the first from {@code from} to {@code to}. Stops early only if there is no
   * room for a set; the first lane is then where it was after the returned index.
   */
  private int advance(byte[] input, int from, int to, int stride) {
    int at = from;
    while (at < to) {
      at = follow(input, at, to, stride);
      if (at < to) {
        if (!stepEach(input, at, stride)) {
          return at;
        }
        at++;
      }
    }
    return at;
  }

  /** One byte in every lane, of which some need more than a look-up. */
  private boolean stepEach(byte[] input, int at, int stride) {
    int first = rows[0];
    for (int k = 0; k < COUNT; k++) {
      int index = at + k * stride;
      int symbolClass = automaton.classOf[input[index] & 0xff];
      int entry = table.rows()[rows[k] + symbolClass];
      if (entry == SetTable.UNKNOWN) {
        entry = table.target(rows[k], symbolClass);
        if (entry == SetTable.UNKNOWN) {
          // Taken again by one chain; what it reports may be told twice.
          rows[0] = first;
          return false;
        }
      }
      if (entry < 0) {
        entry = ~entry;
        addEvent(k, index + 1, entry);
      }
      rows[k] = entry;
    }
    return true;
  }

  private void addEvent(int lane, int at, int row) {
    eventsSeen++;
    if (guessing) {
      return;
    }
    int size = eventCounts[lane]++;
    if (size == events[lane].length) {
      events[lane] = Arrays.copyOf(events[lane], 2 * size);
    }
    events[lane][size] = (long) at << Integer.SIZE | row;
  }

  /** The hot loop: as long as all entries are plain. Returns the index of the first other one. */
  private int follow(byte[] input, int from, int to, int stride) {
    int[] entries = table.rows();
    int[] classes = automaton.classOf;
    int r0 = rows[0];
    int r1 = rows[1];
    int r2 = rows[2];
    int r3 = rows[3];
    int r4 = rows[4];
    int r5 = rows[5];
    int r6 = rows[6];
    int r7 = rows[7];
    int at = from;
    for (; at < to; at++) {
      int i = at;
      int n0 = entries[r0 + classes[input[i] & 0xff]];
      int n1 = entries[r1 + classes[input[i += stride] & 0xff]];
      int n2 = entries[r2 + classes[input[i += stride] & 0xff]];
      int n3 = entries[r3 + classes[input[i += stride] & 0xff]];
      int n4 = entries[r4 + classes[input[i += stride] & 0xff]];
      int n5 = entries[r5 + classes[input[i += stride] & 0xff]];
      int n6 = entries[r6 + classes[input[i += stride] & 0xff]];
      int n7 = entries[r7 + classes[input[i += stride] & 0xff]];
      if ((n0 | n1 | n2 | n3 | n4 | n5 | n6 | n7) < 0) {
        break;
      }
      r0 = n0;
      r1 = n1;
      r2 = n2;
      r3 = n3;
      r4 = n4;
      r5 = n5;
      r6 = n6;
      r7 = n7;
    }
    rows[0] = r0;
    rows[1] = r1;
    rows[2] = r2;
    rows[3] = r3;
    rows[4] = r4;
    rows[5] = r5;
    rows[6] = r6;
    rows[7] = r7;
    return at;
  }
}
