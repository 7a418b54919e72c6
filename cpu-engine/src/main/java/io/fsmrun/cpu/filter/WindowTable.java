package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The windows of a pass, each with four more bytes that all strings around it agree on. It says
 * which places have both: most windows that lie somewhere by chance cost no more than that. There
 * is no branch that depends on the input, because each key has a slot of its own ({@link
 * KeySlots}). Immutable.
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

  private final int width;
  private final int keyMask;
  private final int foldMask;
  private final KeySlots keys;
  private final long[] slots;

  /** Where more may be beside a window than its strings agree on; null if nowhere. */
  private final RowSplit split;

  /** A window and what its strings agree on. */
  record Row(int key, int distance, int mask, int value) {

    /** A window without strings. */
    static Row never(int key) {
      return new Row(key, 0, 0, 1);
    }
  }

  /** A table of rows that are not split. */
  WindowTable(int width, int foldMask, Row[] rows) {
    this(width, foldMask, rows, null);
  }

  /**
   * A table.
   *
   * @param width bytes of a window
   * @param foldMask what is set in each window before it is looked up
   * @param rows the windows, no two with the same key; without any, nothing is to be looked up
   * @param split tells where more may lie around windows; null if nowhere
   * @throws IllegalArgumentException if there are too many
   */
  WindowTable(int width, int foldMask, Row[] rows, RowSplit split) {
    this.split = split;
    if (rows.length >= MOST_ROWS) {
      throw new IllegalArgumentException("too many windows: " + rows.length);
    }
    this.width = width;
    this.keyMask = width >= Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    this.foldMask = foldMask;
    this.keys = new KeySlots(Arrays.stream(rows).mapToInt(Row::key).toArray());
    this.slots = new long[2 * keys.count()];
    for (int slot = 0; slot < keys.count() && rows.length > 0; slot++) {
      int row = keys.index(slot);
      slots[2 * slot] = (long) row << DISTANCE_BITS | rows[row].distance() + FARTHEST;
      slots[2 * slot + 1] =
          (long) rows[row].mask() << Integer.SIZE | rows[row].value() & 0xffffffffL;
    }
  }

  int slotCount() {
    return keys.count();
  }

  /**
   * Keeps the places where a window begins whose strings may lie around it.
   *
   * @param places indices in the input, ascending; overwritten with those that remain
   * @param rows takes the row of each
   * @param counts per row from {@code firstCount} on, counts the windows that were found, with
   *     strings around them or not
   * @param weight each of them counts so often; 0 if they do not
   * @return how many places remain
   */
  int keep(
      byte[] input, int[] places, int count, int[] rows, int[] counts, int firstCount, int weight) {
    int windows =
        WindowKeys.isWide(width)
            ? keepWideWindows(input, places, count, rows)
            : keepWindows(input, places, count, rows);
    if (weight > 0) {
      for (int i = 0; i < windows; i++) {
        counts[firstCount + row(rows[i])] += weight;
      }
    }
    if (input.length < Integer.BYTES) {
      return keepAll(windows, rows);
    }
    return split == null
        ? keepWithBytes(input, places, windows, rows)
        : keepWithEither(input, places, windows, rows);
  }

  private int row(int slot) {
    return (int) slots[2 * slot] >>> DISTANCE_BITS;
  }

  /** Keeps all places, where there is no room for bytes beside them. */
  private int keepAll(int count, int[] found) {
    for (int i = 0; i < count; i++) {
      found[i] = row(found[i]);
    }
    return count;
  }

  /** The same of wide windows, which end inside the input. */
  private int keepWideWindows(byte[] input, int[] places, int count, int[] found) {
    int second = WindowKeys.second(width);
    int third = WindowKeys.third(width);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key = WindowKeys.wide(input, p, second, third, foldMask);
      int slot = keys.slot(key);
      places[kept] = p;
      found[kept] = slot;
      kept += isZero(keys.key(slot) ^ key);
    }
    return kept;
  }

  /** Keeps the places where a window begins, and takes the slot of each. */
  private int keepWindows(byte[] input, int[] places, int count, int[] found) {
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key =
          (p <= last
              ? (int) INT.get(input, p) & keyMask | foldMask
              : WindowKeys.at(input, p, width, foldMask));
      int slot = keys.slot(key);
      places[kept] = p;
      found[kept] = slot;
      kept += isZero(keys.key(slot) ^ key);
    }
    return kept;
  }

  private int keepWithBytes(byte[] input, int[] places, int count, int[] found) {
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int window = (int) slots[2 * found[i]];
      long bytes = slots[2 * found[i] + 1];
      int row = window >>> DISTANCE_BITS;
      int at = p + (window & DISTANCE) - FARTHEST;
      int inside = Math.max(0, Math.min(at, last));
      int differs = (int) INT.get(input, inside) & (int) (bytes >>> Integer.SIZE) ^ (int) bytes;
      places[kept] = p;
      found[kept] = row;
      // Strings that reach beyond the input are left out later.
      kept += isZero(differs) | isZero(at ^ inside) ^ 1;
    }
    return kept;
  }

  /**
   * Keeps also the places where bytes beside the window choose a part. A loop of its own, which
   * looks at both for each place: the other is for tables where hardly any row has parts.
   */
  private int keepWithEither(byte[] input, int[] places, int count, int[] found) {
    int last = input.length - Integer.BYTES;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int window = (int) slots[2 * found[i]];
      long bytes = slots[2 * found[i] + 1];
      int row = window >>> DISTANCE_BITS;
      int at = p + (window & DISTANCE) - FARTHEST;
      int inside = Math.max(0, Math.min(at, last));
      int differs = (int) INT.get(input, inside) & (int) (bytes >>> Integer.SIZE) ^ (int) bytes;
      places[kept] = p;
      found[kept] = row;
      kept += isZero(differs) | isZero(at ^ inside) ^ 1 | split.mayBeBeside(input, p, row, last);
    }
    return kept;
  }

  private static int isZero(int number) {
    return (number | -number) >>> Integer.SIZE - 1 ^ 1;
  }
}
