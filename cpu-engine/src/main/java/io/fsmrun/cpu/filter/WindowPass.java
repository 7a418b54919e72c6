package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the places where one of many windows of 2, 3 or 4 bytes begins, at every place or at every
 * second, third or fourth.
 *
 * <p>A bit vector that fits the first-level cache, indexed by a hash of the window, is asked for
 * every place; what it lets through is looked up in a hash table. Both passes are free of branches
 * that depend on the input, but for places that are found. Immutable.
 *
 * <pre>
 *   bits    1 bit per hash of a window           asked for each place
 *   slots   key of a window, -> row              open addressing, at most a quarter full
 *   rows    rowStart[row] .. rowStart[row + 1]   entries: which factor, and where in it
 * </pre>
 */
final class WindowPass {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HASH = 0x9E3779B1;
  private static final int TABLE_HASH = 0x85EBCA77;
  private static final int FOLD = 0x20202020;
  private static final int EMPTY = -1;

  /** A window of a factor. */
  record Entry(int key, int factor, int offset) {}

  private final int width;
  private final int stride;
  private final int foldMask;
  private final int keyMask;
  private final long[] bits;
  private final int bitShift;
  private final int[] slotKeys;
  private final int[] slotRows;
  private final int slotShift;
  private final int[] rowStart;
  private final int[] entryFactor;
  private final int[] entryOffset;

  /**
   * A pass.
   *
   * @param width bytes of a window
   * @param stride every how many places one is looked at
   * @param folded whether bit 5 of every byte is set before windows are compared
   * @param entries what to find; keys already folded, the first byte lowest
   */
  WindowPass(int width, int stride, boolean folded, List<Entry> entries) {
    this.width = width;
    this.stride = stride;
    this.keyMask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    this.foldMask = folded ? FOLD & keyMask : 0;
    Entry[] sorted = entries.toArray(new Entry[0]);
    Arrays.sort(
        sorted,
        (a, b) ->
            a.key() != b.key()
                ? Integer.compareUnsigned(a.key(), b.key())
                : Integer.compare(a.factor(), b.factor()));
    int rows = 0;
    for (int i = 0; i < sorted.length; i++) {
      rows += i == 0 || sorted[i].key() != sorted[i - 1].key() ? 1 : 0;
    }
    int bitLog = Math.min(18, Math.max(14, 32 - Integer.numberOfLeadingZeros(rows * 16)));
    int slotLog = Math.max(4, 32 - Integer.numberOfLeadingZeros(rows * 4));
    this.bits = new long[1 << bitLog - 6];
    this.bitShift = Integer.SIZE - bitLog;
    this.slotKeys = new int[1 << slotLog];
    this.slotRows = new int[1 << slotLog];
    this.slotShift = Integer.SIZE - slotLog;
    this.rowStart = new int[rows + 1];
    this.entryFactor = new int[sorted.length];
    this.entryOffset = new int[sorted.length];
    Arrays.fill(slotRows, EMPTY);
    fill(sorted);
  }

  private void fill(Entry[] sorted) {
    int row = -1;
    for (int i = 0; i < sorted.length; i++) {
      int key = sorted[i].key();
      if (i == 0 || key != sorted[i - 1].key()) {
        rowStart[++row] = i;
        int hash = key * HASH >>> bitShift;
        bits[hash >>> 6] |= 1L << hash;
        int slot = key * TABLE_HASH >>> slotShift;
        while (slotRows[slot] != EMPTY) {
          slot = slot + 1 & slotKeys.length - 1;
        }
        slotKeys[slot] = key;
        slotRows[slot] = row;
      }
      entryFactor[i] = sorted[i].factor();
      entryOffset[i] = sorted[i].offset();
    }
    rowStart[row + 1] = sorted.length;
  }

  int width() {
    return width;
  }

  int stride() {
    return stride;
  }

  int entryCount() {
    return entryFactor.length;
  }

  int rowStart(int row) {
    return rowStart[row];
  }

  int factor(int entry) {
    return entryFactor[entry];
  }

  int offset(int entry) {
    return entryOffset[entry];
  }

  /**
   * Finds places that may begin a window.
   *
   * @param from index of the first place
   * @param to windows end here at the latest
   * @param places takes the indices, ascending; room for all places between
   * @return how many
   */
  int collect(byte[] input, int from, int to, int[] places) {
    // An int is read at each place, of which a narrow window uses the low bytes.
    int last = Math.min(to - width, input.length - Integer.BYTES);
    int count =
        switch (stride) {
          case 1 -> collect1(input, from, last, places);
          case 2 -> collect2(input, from, last, places);
          case 3 -> collect3(input, from, last, places);
          default -> collect4(input, from, last, places);
        };
    int next = last < from ? from : from + ((last - from) / stride + 1) * stride;
    for (int p = next; p <= to - width; p += stride) {
      places[count] = p;
      count += bit(keyAtEdge(input, p));
    }
    return count;
  }

  private int bit(int key) {
    int hash = key * HASH >>> bitShift;
    return (int) (bits[hash >>> 6] >>> hash) & 1;
  }

  private int keyAtEdge(byte[] input, int place) {
    int key = 0;
    for (int i = 0; i < width; i++) {
      key |= (input[place + i] & 0xff) << i * Byte.SIZE;
    }
    return key | foldMask;
  }

  private int collect1(byte[] input, int from, int last, int[] places) {
    long[] table = bits;
    int shift = bitShift;
    int fold = foldMask;
    int mask = keyMask;
    int n = 0;
    for (int p = from; p <= last; p++) {
      int hash = (((int) INT.get(input, p) & mask) | fold) * HASH >>> shift;
      places[n] = p;
      n += (int) (table[hash >>> 6] >>> hash) & 1;
    }
    return n;
  }

  private int collect2(byte[] input, int from, int last, int[] places) {
    long[] table = bits;
    int shift = bitShift;
    int fold = foldMask;
    int mask = keyMask;
    int n = 0;
    for (int p = from; p <= last; p += 2) {
      int hash = (((int) INT.get(input, p) & mask) | fold) * HASH >>> shift;
      places[n] = p;
      n += (int) (table[hash >>> 6] >>> hash) & 1;
    }
    return n;
  }

  private int collect3(byte[] input, int from, int last, int[] places) {
    long[] table = bits;
    int shift = bitShift;
    int fold = foldMask;
    int mask = keyMask;
    int n = 0;
    for (int p = from; p <= last; p += 3) {
      int hash = (((int) INT.get(input, p) & mask) | fold) * HASH >>> shift;
      places[n] = p;
      n += (int) (table[hash >>> 6] >>> hash) & 1;
    }
    return n;
  }

  private int collect4(byte[] input, int from, int last, int[] places) {
    long[] table = bits;
    int shift = bitShift;
    int fold = foldMask;
    int mask = keyMask;
    int n = 0;
    for (int p = from; p <= last; p += 4) {
      int hash = (((int) INT.get(input, p) & mask) | fold) * HASH >>> shift;
      places[n] = p;
      n += (int) (table[hash >>> 6] >>> hash) & 1;
    }
    return n;
  }

  /**
   * Keeps the places where a window does begin.
   *
   * @param places what {@link #collect} found; overwritten with those that remain
   * @param rows takes the row of each
   * @return how many remain
   */
  int lookUp(byte[] input, int[] places, int count, int[] rows) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key =
          p <= input.length - Integer.BYTES
              ? ((int) INT.get(input, p) & keyMask) | foldMask
              : keyAtEdge(input, p);
      int slot = key * TABLE_HASH >>> slotShift;
      while (slotRows[slot] != EMPTY && slotKeys[slot] != key) {
        slot = slot + 1 & slotKeys.length - 1;
      }
      places[kept] = p;
      rows[kept] = slotRows[slot];
      kept += slotRows[slot] == EMPTY ? 0 : 1;
    }
    return kept;
  }
}
