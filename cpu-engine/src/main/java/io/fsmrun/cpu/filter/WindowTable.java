package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The windows of a pass, each with four more bytes that all strings around it agree on. It says
 * which places have both: most windows that lie somewhere by chance cost no more than that. There
 * is no branch that depends on the input, because each key has a slot of its own: keys are dealt
 * out to groups, and a number for each group, found by trial, sends its keys to slots that are free
 * (hash and displace; Pagh, WADS 1999). Immutable.
 *
 * <pre>
 *   a slot    63         32 31        5 4        0
 *                           row         distance of the bytes, plus {@link #FARTHEST}
 *             mask          value                       of the bytes there
 * </pre>
 *
 * <p>Keys are kept apart from that: most places are left after a look at them, so they should fit a
 * near cache.
 */
final class WindowTable {

  /** How far from the window the bytes may start, in either direction. */
  static final int FARTHEST = 12;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int DISTANCE_BITS = 5;
  private static final int DISTANCE = (1 << DISTANCE_BITS) - 1;
  private static final int MOST_ROWS = 1 << Integer.SIZE - 1 - DISTANCE_BITS;

  private static final int GROUP_HASH = 0x9E3779B1;
  private static final int SLOT_HASH = 0x85EBCA77;
  private static final int DISPLACE = 0xC2B2AE3D;

  /** For so many keys there is one slot more, at least. */
  private static final int FREE = 2;

  /** Keys of a group on average, as a power of two, and numbers that are tried for a group. */
  private static final int GROUP_LOG = 2;

  private static final int TRIALS = 1 << Short.SIZE - 1;

  /** Keys are dealt out anew so often, should it be in vain, before there are more slots. */
  private static final int ATTEMPTS = 8;

  private final int width;
  private final int keyMask;
  private final int foldMask;
  private final int[] keys;
  private final long[] slots;
  private final int slotShift;
  private final short[] displacements;
  private final int groupShift;
  private int groupFactor;

  /** A window and what its strings agree on. */
  record Row(int key, int distance, int mask, int value) {}

  /**
   * A table.
   *
   * @param width bytes of a window
   * @param foldMask what is set in each window before it is looked up
   * @param rows the windows, no two with the same key; without any, nothing is to be looked up
   * @throws IllegalArgumentException if there are too many
   */
  WindowTable(int width, int foldMask, Row[] rows) {
    if (rows.length >= MOST_ROWS) {
      throw new IllegalArgumentException("too many windows: " + rows.length);
    }
    this.width = width;
    this.keyMask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    this.foldMask = foldMask;
    int least = rows.length + rows.length / FREE;
    int log = Math.max(4, Integer.SIZE - Integer.numberOfLeadingZeros(least));
    this.groupShift = Integer.SIZE - Math.max(2, log - 1 - GROUP_LOG);
    this.displacements = new short[1 << Integer.SIZE - groupShift];
    int[] rowOfSlot = null;
    for (int attempt = 0; rowOfSlot == null; attempt++) {
      groupFactor = Integer.rotateLeft(GROUP_HASH, Integer.BYTES * attempt) | 1;
      rowOfSlot = place(rows, byGroup(rows), log + attempt / ATTEMPTS);
    }
    this.slotShift = Integer.numberOfLeadingZeros(rowOfSlot.length) + 1;
    this.keys = new int[rowOfSlot.length];
    this.slots = new long[2 * rowOfSlot.length];
    for (int slot = 0; slot < rowOfSlot.length && rows.length > 0; slot++) {
      // The first key fills free slots: it is never looked for there.
      int row = Math.max(0, rowOfSlot[slot]);
      keys[slot] = rows[row].key();
      slots[2 * slot] = (long) row << DISTANCE_BITS | rows[row].distance() + FARTHEST;
      slots[2 * slot + 1] =
          (long) rows[row].mask() << Integer.SIZE | rows[row].value() & 0xffffffffL;
    }
  }

  int slotCount() {
    return keys.length;
  }

  private int group(int key) {
    return key * groupFactor >>> groupShift;
  }

  private static int slot(int key, int displacement, int shift) {
    return (key ^ displacement * DISPLACE) * SLOT_HASH >>> shift;
  }

  /** Rows by group, the groups with most keys first. */
  private int[] byGroup(Row[] rows) {
    int[] starts = new int[displacements.length + 1];
    for (Row row : rows) {
      starts[group(row.key()) + 1]++;
    }
    long[] groups = new long[displacements.length];
    for (int group = 0; group < groups.length; group++) {
      groups[group] = (long) (rows.length - starts[group + 1]) << Integer.SIZE | group;
      starts[group + 1] += starts[group];
    }
    int[] grouped = new int[rows.length];
    int[] next = starts.clone();
    for (int row = 0; row < rows.length; row++) {
      grouped[next[group(rows[row].key())]++] = row;
    }
    Arrays.sort(groups);
    int[] order = new int[rows.length];
    int count = 0;
    for (long numbered : groups) {
      int group = (int) numbered;
      int size = starts[group + 1] - starts[group];
      System.arraycopy(grouped, starts[group], order, count, size);
      count += size;
    }
    return order;
  }

  /** The row of each slot, -1 where it is free; or null if so few slots do not do. */
  private int[] place(Row[] rows, int[] inOrder, int log) {
    int[] rowOfSlot = new int[1 << log];
    Arrays.fill(rowOfSlot, -1);
    for (int from = 0, to; from < inOrder.length; from = to) {
      int group = group(rows[inOrder[from]].key());
      to = from + 1;
      while (to < inOrder.length && group(rows[inOrder[to]].key()) == group) {
        to++;
      }
      int number = 0;
      while (!fits(rows, inOrder, from, to, number, rowOfSlot)) {
        if (++number == TRIALS) {
          return null;
        }
      }
      displacements[group] = (short) number;
    }
    return rowOfSlot;
  }

  /** Puts a group's rows in slots if all are free. */
  private static boolean fits(
      Row[] rows, int[] inOrder, int from, int to, int number, int[] rowOfSlot) {
    int shift = Integer.numberOfLeadingZeros(rowOfSlot.length) + 1;
    for (int i = from; i < to; i++) {
      int slot = slot(rows[inOrder[i]].key(), number, shift);
      if (rowOfSlot[slot] >= 0) {
        for (int undo = from; undo < i; undo++) {
          rowOfSlot[slot(rows[inOrder[undo]].key(), number, shift)] = -1;
        }
        return false;
      }
      rowOfSlot[slot] = inOrder[i];
    }
    return true;
  }

  /**
   * Keeps the places where a window begins whose strings may lie around it.
   *
   * @param places indices in the input, ascending; overwritten with those that remain
   * @param rows takes the row of each
   * @param counts per row from {@code firstCount} on, counts the windows that were found, with
   *     strings around them or not
   * @return how many places remain
   */
  int keep(byte[] input, int[] places, int count, int[] rows, int[] counts, int firstCount) {
    return keepWithBytes(
        input, places, keepWindows(input, places, count, rows), rows, counts, firstCount);
  }

  /** Keeps the places where a window begins, and takes the slot of each. */
  private int keepWindows(byte[] input, int[] places, int count, int[] found) {
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key = (p <= last ? (int) INT.get(input, p) & keyMask : atEdge(input, p)) | foldMask;
      int slot = slot(key, displacements[group(key)], slotShift);
      places[kept] = p;
      found[kept] = slot;
      kept += keys[slot] == key ? 1 : 0;
    }
    return kept;
  }

  private int keepWithBytes(
      byte[] input, int[] places, int count, int[] found, int[] counts, int firstCount) {
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int window = (int) slots[2 * found[i]];
      long bytes = slots[2 * found[i] + 1];
      int row = window >>> DISTANCE_BITS;
      counts[firstCount + row]++;
      int at = p + (window & DISTANCE) - FARTHEST;
      places[kept] = p;
      found[kept] = row;
      // Strings that reach beyond the input are left out later.
      kept +=
          at < 0
                  || at > last
                  || (((int) INT.get(input, at) ^ (int) bytes) & (int) (bytes >>> Integer.SIZE))
                      == 0
              ? 1
              : 0;
    }
    return kept;
  }

  private int atEdge(byte[] input, int place) {
    return WindowPass.keyAtEdge(input, place, width);
  }
}
