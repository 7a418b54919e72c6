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
 *             key           row         distance of the bytes, plus {@link #FARTHEST}
 *             mask          value                       of the bytes there
 * </pre>
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

  /** Keys of a group on average, as a power of two, and numbers that are tried for a group. */
  private static final int GROUP_LOG = 2;

  private static final int TRIALS = 1 << Short.SIZE - 1;

  private final int width;
  private final int keyMask;
  private final int foldMask;
  private final long[] slots;
  private final int slotShift;
  private final short[] displacements;
  private final int groupShift;

  /** A window and what its strings agree on. */
  record Row(int key, int distance, int mask, int value) {}

  /**
   * A table.
   *
   * @param width bytes of a window
   * @param foldMask what is set in each window before it is looked up
   * @param rows the windows, no two with the same key; at least one
   * @throws IllegalArgumentException if there are too many
   */
  WindowTable(int width, int foldMask, Row[] rows) {
    if (rows.length >= MOST_ROWS) {
      throw new IllegalArgumentException("too many windows: " + rows.length);
    }
    this.width = width;
    this.keyMask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    this.foldMask = foldMask;
    int log = Math.max(4, Integer.SIZE - Integer.numberOfLeadingZeros(2 * rows.length - 1));
    this.groupShift = Integer.SIZE - Math.max(2, log - 1 - GROUP_LOG);
    this.displacements = new short[1 << Integer.SIZE - groupShift];
    int[] inOrder = byGroup(rows);
    int[] rowOfSlot = null;
    while (rowOfSlot == null) {
      rowOfSlot = place(rows, inOrder, log++);
    }
    this.slotShift = Integer.SIZE + 1 - log;
    this.slots = new long[2 * rowOfSlot.length];
    for (int slot = 0; slot < rowOfSlot.length; slot++) {
      // The first key fills free slots: it is never looked for there.
      int row = Math.max(0, rowOfSlot[slot]);
      slots[2 * slot] =
          (long) rows[row].key() << Integer.SIZE
              | row << DISTANCE_BITS
              | rows[row].distance() + FARTHEST;
      slots[2 * slot + 1] =
          (long) rows[row].mask() << Integer.SIZE | rows[row].value() & 0xffffffffL;
    }
  }

  private int group(int key) {
    return key * GROUP_HASH >>> groupShift;
  }

  private static int slot(int key, int displacement, int shift) {
    return (key ^ displacement * DISPLACE) * SLOT_HASH >>> shift;
  }

  /** Rows by group, the groups with most keys first. */
  private int[] byGroup(Row[] rows) {
    int[] sizes = new int[displacements.length];
    for (Row row : rows) {
      sizes[group(row.key())]++;
    }
    long[] order = new long[rows.length];
    for (int row = 0; row < rows.length; row++) {
      int group = group(rows[row].key());
      order[row] = (long) (rows.length - sizes[group]) << Integer.SIZE | group;
    }
    return sortedBy(order);
  }

  /** The indices of numbers in the order of these; equal ones by index. */
  private static int[] sortedBy(long[] numbers) {
    Integer[] indices = new Integer[numbers.length];
    Arrays.setAll(indices, i -> i);
    Arrays.sort(indices, (a, b) -> Long.compare(numbers[a], numbers[b]));
    return Arrays.stream(indices).mapToInt(Integer::intValue).toArray();
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
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key = (p <= last ? (int) INT.get(input, p) & keyMask : atEdge(input, p)) | foldMask;
      int slot = 2 * slot(key, displacements[group(key)], slotShift);
      long window = slots[slot];
      int row = (int) window >>> DISTANCE_BITS;
      int found = (int) (window >>> Integer.SIZE) == key ? 1 : 0;
      counts[firstCount + row] += found;
      int at = p + ((int) window & DISTANCE) - FARTHEST;
      long bytes = slots[slot + 1];
      // Strings that reach beyond the input are left out later.
      boolean holds =
          at < 0
              || at > last
              || (((int) INT.get(input, at) ^ (int) bytes) & (int) (bytes >>> Integer.SIZE)) == 0;
      places[kept] = p;
      rows[kept] = row;
      kept += holds ? found : 0;
    }
    return kept;
  }

  private int atEdge(byte[] input, int place) {
    return WindowPass.keyAtEdge(input, place, width);
  }
}
