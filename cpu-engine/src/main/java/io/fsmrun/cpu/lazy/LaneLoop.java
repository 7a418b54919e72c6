package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Follows eight chains of sets at equal distances in an input, or sixteen by {@link VectorLanes},
 * in one loop, so that no look-up waits for the one before it; and keeps what each chain reports
 * apart. Where sets that report are rare, the loop is left at each; where they are not, all entries
 * are written down, with a bit for each that is such a set's, and those are picked from them
 * afterwards. Mutable, for one thread.
 */
final class LaneLoop {

  /** Lanes without vectors. */
  static final int PLAIN = 8;

  /** Lanes at most, those of vectors. */
  static final int MOST = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BYTE_LOG = 3;

  /** So many steps are written down before reporting sets are picked from them. */
  private static final int WRITTEN_STEPS = 256;

  /** They are if more than one step of a lane in so many leads to a set that reports. */
  private static final int RARE = 80;

  /** With vectors, which write them down in any case, fewer do. */
  private static final int RARE_FOR_VECTORS = 256;

  /** Only {@link SetTable#UNKNOWN} has this bit once its sign is gone: no row is so large. */
  static final int NO_ROW = 1 << 30;

  private final SetAutomaton automaton;
  private final SetTable table;

  /** How many lanes there are, as a power of two. */
  private int countLog;

  /** The set where each lane is. */
  final int[] rows = new int[MOST];

  /**
   * What lanes report, {@link #eventRoom} for each: index after the byte above, row of the set
   * below.
   */
  private long[] events = new long[MOST * 64];

  private int eventRoom = 64;

  private final int[] eventCounts = new int[MOST];

  /**
   * Entries that were written down: {@link #WRITTEN_STEPS} for each lane, or step by step for
   * vectors. Null before any was.
   */
  private int[] written;

  /** Per step that was written down a bit for each lane whose entry leads to a set that reports. */
  private byte[] marks;

  /** For vectors: the class of each byte, those of some steps, and room for what is looked up. */
  private byte[] classOf;

  private byte[] classes;
  private int[] indices;

  /** The first step whose classes there are. */
  private int classesFrom;

  private boolean dense;

  /** Whether what is met is of no interest. */
  private boolean silent;

  /** Number of reporting sets met since the start, silently or not. */
  private long eventsSeen;

  LaneLoop(SetAutomaton automaton, SetTable table) {
    this.automaton = automaton;
    this.table = table;
    useVectors(false);
  }

  /** Whether sets that report were frequent in what was run last. */
  boolean isDense() {
    return dense;
  }

  /** How many lanes there are. */
  int count() {
    return 1 << countLog;
  }

  /** Uses vectors from now on, with more lanes, or does without. */
  void useVectors(boolean on) {
    countLog = Integer.numberOfTrailingZeros(on ? MOST : PLAIN);
    if (on && classes == null) {
      makeRoomToWrite();
      classes = new byte[WRITTEN_STEPS * MOST];
      indices = new int[MOST];
      classOf = new byte[automaton.classOf.length];
      for (int symbol = 0; symbol < classOf.length; symbol++) {
        classOf[symbol] = (byte) automaton.classOf[symbol];
      }
    }
  }

  private boolean usesVectors() {
    return count() == MOST;
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

  /** Reports what a lane met after an index. */
  void acceptEvents(int lane, int after, long base, ReportBuffer out) {
    for (int i = 0; i < eventCounts[lane]; i++) {
      long event = events[lane * eventRoom + i];
      int at = (int) (event >>> Integer.SIZE);
      if (at > after) {
        table.report((int) event, base + at, out);
      }
    }
  }

  /**
   * Advances all lanes, the first from {@code from} to {@code to}. Stops early only if there is no
   * room for a set; the first lane is then where it was after the returned index.
   */
  int advance(byte[] input, int from, int to, int stride) {
    long seenBefore = eventsSeen;
    int at = from;
    while (at < to) {
      boolean writes = dense || usesVectors();
      int end = writes ? Math.min(to, at + WRITTEN_STEPS) : to;
      if (usesVectors()) {
        classesFrom = at;
        VectorLanes.toClasses(input, at, end - at, stride, classOf, classes);
      }
      while (at < end) {
        at = writes ? followDense(input, at, end, stride) : follow(input, at, end, stride);
        if (at < end) {
          if (!stepEach(input, at, stride)) {
            return at;
          }
          at++;
        }
      }
    }
    long rare = usesVectors() ? RARE_FOR_VECTORS : RARE;
    dense = (eventsSeen - seenBefore) * rare > (long) (to - from) << countLog;
    if (dense) {
      makeRoomToWrite();
    }
    return at;
  }

  private void makeRoomToWrite() {
    if (written == null) {
      written = new int[MOST * WRITTEN_STEPS];
      marks = new byte[WRITTEN_STEPS * MOST / Byte.SIZE + Long.BYTES];
    }
  }

  private int followDense(byte[] input, int from, int to, int stride) {
    int firstStep = 0;
    int lastStep;
    if (usesVectors()) {
      firstStep = from - classesFrom;
      lastStep =
          VectorLanes.write(
              table.rows(), classes, firstStep, to - classesFrom, indices, rows, written);
      VectorLanes.mark(written, firstStep, lastStep, marks);
    } else {
      lastStep = write(input, from, to, stride) - from;
    }
    // What is left of the last steps that are looked at together.
    LONGS.set(marks, lastStep << countLog >>> BYTE_LOG, 0L);
    int together = Long.SIZE >>> countLog;
    for (int step = firstStep; step < lastStep; step += together) {
      long marked = (long) LONGS.get(marks, step << countLog >>> BYTE_LOG);
      eventsSeen += Long.bitCount(marked);
      if (!silent) {
        addEvents(marked, step, from - firstStep, stride);
      }
    }
    return from - firstStep + lastStep;
  }

  /** Adds the events of some steps, of which the first is given and a bit is set for each. */
  private void addEvents(long marked, int firstStep, int from, int stride) {
    int laneFactor = usesVectors() ? 1 : WRITTEN_STEPS;
    int stepFactor = usesVectors() ? MOST : 1;
    for (long left = marked; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      int lane = bit & count() - 1;
      int step = firstStep + (bit >>> countLog);
      int entry = written[lane * laneFactor + step * stepFactor];
      add(lane, from + lane * stride + step + 1, ~entry);
    }
  }

  /** One byte in every lane, of which some need more than a look-up. */
  private boolean stepEach(byte[] input, int at, int stride) {
    int first = rows[0];
    for (int k = 0; k < count(); k++) {
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
    if (!silent) {
      add(lane, at, row);
    }
  }

  private void add(int lane, int at, int row) {
    int size = eventCounts[lane]++;
    if (size == eventRoom) {
      growEvents();
    }
    events[lane * eventRoom + size] = (long) at << Integer.SIZE | row;
  }

  private void growEvents() {
    long[] grown = new long[2 * events.length];
    for (int lane = 0; lane < MOST; lane++) {
      System.arraycopy(events, lane * eventRoom, grown, 2 * lane * eventRoom, eventRoom);
    }
    events = grown;
    eventRoom *= 2;
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

  /** The other hot loop: as long as all entries are known, which it writes down. */
  private int write(byte[] input, int from, int to, int stride) {
    int[] entries = table.rows();
    int[] classes = automaton.classOf;
    int[] out = written;
    byte[] marked = marks;
    int r0 = rows[0];
    int r1 = rows[1];
    int r2 = rows[2];
    int r3 = rows[3];
    int r4 = rows[4];
    int r5 = rows[5];
    int r6 = rows[6];
    int r7 = rows[7];
    int at = from;
    for (int step = 0; at < to; step++, at++) {
      int i = at;
      int n0 = entries[r0 + classes[input[i] & 0xff]];
      int n1 = entries[r1 + classes[input[i += stride] & 0xff]];
      int n2 = entries[r2 + classes[input[i += stride] & 0xff]];
      int n3 = entries[r3 + classes[input[i += stride] & 0xff]];
      int n4 = entries[r4 + classes[input[i += stride] & 0xff]];
      int n5 = entries[r5 + classes[input[i += stride] & 0xff]];
      int n6 = entries[r6 + classes[input[i += stride] & 0xff]];
      int n7 = entries[r7 + classes[input[i += stride] & 0xff]];
      int m0 = n0 ^ n0 >> Integer.SIZE - 1;
      int m1 = n1 ^ n1 >> Integer.SIZE - 1;
      int m2 = n2 ^ n2 >> Integer.SIZE - 1;
      int m3 = n3 ^ n3 >> Integer.SIZE - 1;
      int m4 = n4 ^ n4 >> Integer.SIZE - 1;
      int m5 = n5 ^ n5 >> Integer.SIZE - 1;
      int m6 = n6 ^ n6 >> Integer.SIZE - 1;
      int m7 = n7 ^ n7 >> Integer.SIZE - 1;
      if ((m0 | m1 | m2 | m3 | m4 | m5 | m6 | m7) >= NO_ROW) {
        break;
      }
      int mark = n7 >>> Integer.SIZE - 1;
      mark = 2 * mark + (n6 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n5 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n4 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n3 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n2 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n1 >>> Integer.SIZE - 1);
      mark = 2 * mark + (n0 >>> Integer.SIZE - 1);
      marked[step] = (byte) mark;
      out[step] = n0;
      out[step + WRITTEN_STEPS] = n1;
      out[step + 2 * WRITTEN_STEPS] = n2;
      out[step + 3 * WRITTEN_STEPS] = n3;
      out[step + 4 * WRITTEN_STEPS] = n4;
      out[step + 5 * WRITTEN_STEPS] = n5;
      out[step + 6 * WRITTEN_STEPS] = n6;
      out[step + 7 * WRITTEN_STEPS] = n7;
      r0 = m0;
      r1 = m1;
      r2 = m2;
      r3 = m3;
      r4 = m4;
      r5 = m5;
      r6 = m6;
      r7 = m7;
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
