package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;

/**
 * Follows eight chains of sets at equal distances in an input, in one loop, so that no look-up
 * waits for the one before it; and keeps what each chain reports apart. Mutable, for one thread.
 */
final class LaneLoop {

  static final int COUNT = 8;

  private final SetAutomaton automaton;
  private final SetTable table;

  /** The set where each lane is. */
  final int[] rows = new int[COUNT];

  /** Per lane what it reports: index after the byte above, row of the set below. */
  private final long[][] events = new long[COUNT][64];

  private final int[] eventCounts = new int[COUNT];

  /** Whether what is met is of no interest. */
  private boolean silent;

  private long eventsSeen;

  LaneLoop(SetAutomaton automaton, SetTable table) {
    this.automaton = automaton;
    this.table = table;
  }

  /** Puts all lanes on one set and forgets what was reported. */
  void start(int row) {
    Arrays.fill(rows, row);
    Arrays.fill(eventCounts, 0);
    eventsSeen = 0;
  }

  void setSilent(boolean on) {
    silent = on;
  }

  /** Number of reporting sets met since the start, silently or not. */
  long eventsSeen() {
    return eventsSeen;
  }

  /** Reports what a lane met after an index. */
  void acceptEvents(int lane, int after, long base, ReportBuffer out) {
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
  int advance(byte[] input, int from, int to, int stride) {
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
    if (silent) {
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
