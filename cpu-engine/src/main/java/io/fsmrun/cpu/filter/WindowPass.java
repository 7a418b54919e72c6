package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the places where one of many windows of 2, 3 or 4 bytes begins, at every place or at every
 * second, third or fourth: what a {@link PlaceFinder} lets through is looked up in a hash table.
 * Immutable.
 *
 * <pre>
 *   slots   key of a window, row                 open addressing, at most half full
 *   rows    rowStart[row] .. rowStart[row + 1]   entries: which factor, and where in it
 * </pre>
 */
final class WindowPass implements SearchPass {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int TABLE_HASH = 0x85EBCA77;
  private static final int FOLD = 0x20202020;
  private static final long EMPTY = -1;

  /** Windows of factors: key above, {@link FoundEntry} below. */
  static final class Entries {

    private long[] packed = new long[256];
    private int size;

    void add(int key, int factor, int offset) {
      if (size == packed.length) {
        packed = Arrays.copyOf(packed, 2 * size);
      }
      packed[size++] = (long) key << Integer.SIZE | FoundEntry.of(factor, offset);
    }

    private long[] sorted() {
      Arrays.sort(packed, 0, size);
      return Arrays.copyOf(packed, size);
    }

    private static int key(long entry) {
      return (int) (entry >>> Integer.SIZE);
    }
  }

  private final int width;
  private final int stride;
  private final int foldMask;
  private final int keyMask;
  private final PlaceFinder finder;

  /** Key above, row below; {@link #EMPTY} where there is none. */
  private final long[] slots;

  private final int slotShift;
  private final int[] rowStart;
  private final RowSplit split;
  private final int[] entries;

  /**
   * A pass.
   *
   * @param width bytes of a window
   * @param stride every how many places one is looked at
   * @param folded whether bit 5 of every byte is set before windows are compared
   * @param shuffle whether shuffles shall find places, if the machine has them and the stride is 1
   * @param windows what to find; keys already folded, the first byte lowest
   * @param factors all factors
   */
  WindowPass(
      int width,
      int stride,
      boolean folded,
      boolean shuffle,
      Entries windows,
      List<Factor> factors) {
    this.width = width;
    this.stride = stride;
    this.keyMask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    this.foldMask = folded ? FOLD & keyMask : 0;
    long[] sorted = windows.sorted();
    int rows = 0;
    for (int i = 0; i < sorted.length; i++) {
      rows += i == 0 || Entries.key(sorted[i]) != Entries.key(sorted[i - 1]) ? 1 : 0;
    }
    int slotLog = Math.max(4, 32 - Integer.numberOfLeadingZeros(rows * 2));
    this.slots = new long[1 << slotLog];
    this.slotShift = Integer.SIZE - slotLog;
    this.rowStart = new int[rows + 1];
    this.entries = new int[sorted.length];
    Arrays.fill(slots, EMPTY);
    fill(sorted);
    this.split = new RowSplit(factors, rowStart, entries);
    int[] keys = new int[rows];
    for (int row = 0; row < rows; row++) {
      keys[row] = Entries.key(sorted[rowStart[row]]);
    }
    HashFinder hashes = new HashFinder(width, stride, foldMask, keys);
    boolean shuffled = shuffle && stride == 1 && Vectors.shuffles();
    this.finder = shuffled ? new ShuffleFinder(width, shuffleKeys(keys), hashes) : hashes;
  }

  /** Shuffles do not fold, so both cases of a folded letter are given. */
  private int[] shuffleKeys(int[] keys) {
    int[] all = keys;
    for (int b = 0; b < width && foldMask != 0; b++) {
      int bit = FOLD & 0xff << b * Byte.SIZE;
      all = Arrays.stream(all).flatMap(key -> IntStream.of(key, key & ~bit)).toArray();
    }
    return all;
  }

  private void fill(long[] sorted) {
    int row = -1;
    for (int i = 0; i < sorted.length; i++) {
      int key = Entries.key(sorted[i]);
      if (i == 0 || key != Entries.key(sorted[i - 1])) {
        rowStart[++row] = i;
        int slot = key * TABLE_HASH >>> slotShift;
        while (slots[slot] != EMPTY) {
          slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = (long) key << Integer.SIZE | row;
      }
      entries[i] = (int) sorted[i];
    }
    rowStart[row + 1] = sorted.length;
  }

  int width() {
    return width;
  }

  int stride() {
    return stride;
  }

  @Override
  public int rowCount() {
    return rowStart.length - 1;
  }

  @Override
  public int entryCount() {
    return entries.length;
  }

  @Override
  public int rowStart(int row) {
    return rowStart[row];
  }

  @Override
  public int factor(int entry) {
    return FoundEntry.factor(entries[entry]);
  }

  /**
   * Finds places that may begin a window.
   *
   * @param from index of the first place
   * @param to windows end here at the latest
   * @param places takes the indices, ascending; room for all places between, and one more
   * @return how many
   */
  int collect(byte[] input, int from, int to, int[] places) {
    return finder.find(input, from, to, places);
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    int[] places = found.places(to - from + 1);
    int[] rows = found.others(to - from + 1);
    int count = lookUp(input, places, collect(input, from, to, places), rows);
    long[] candidates = found.candidates();
    Candidates next = new Candidates(input, lowest, to, found);
    int pending = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      int row = rows[i];
      found.countRow(row);
      pending = next.add(candidates, pending, place, rowStart[row], split.restEnd(row));
      int delta = split.delta(row);
      int other = place + delta;
      if (delta != 0 && other >= lowest && other + Integer.BYTES <= to) {
        int part = split.part(row, (int) INT.get(input, other));
        if (part >= 0) {
          pending =
              next.add(candidates, pending, place, split.partStart(part), split.partEnd(part));
        }
      }
    }
    found.addMatching(candidates, pending, input, 0);
  }

  /** Takes entries to be compared, many together, so that one need not wait for the other. */
  private final class Candidates {

    private final byte[] input;
    private final int lowest;
    private final int to;
    private final Found found;

    Candidates(byte[] input, int lowest, int to, Found found) {
      this.input = input;
      this.lowest = lowest;
      this.to = to;
      this.found = found;
    }

    /** Adds those entries whose strings lie inside the bounds; returns how many wait then. */
    int add(long[] candidates, int pending, int place, int first, int end) {
      FactorTable factors = found.factors();
      int count = pending;
      for (int e = first; e < end; e++) {
        if (count == candidates.length) {
          found.addMatching(candidates, count, input, 0);
          count = 0;
        }
        int entry = entries[e];
        int start = place - FoundEntry.offset(entry);
        candidates[count] = Found.candidate(place, entry, false);
        boolean inside = start >= lowest && start + factors.length(FoundEntry.factor(entry)) <= to;
        count += inside ? 1 : 0;
      }
      return count;
    }
  }

  /** A window, the first byte lowest, read byte by byte. */
  static int keyAtEdge(byte[] input, int place, int width) {
    int key = 0;
    for (int i = 0; i < width; i++) {
      key |= (input[place + i] & 0xff) << i * Byte.SIZE;
    }
    return key;
  }

  /**
   * What finding places in some input costs, apart from going over it.
   *
   * @param sample the input
   * @return nanoseconds
   */
  double nanosOn(byte[] sample) {
    int[] places = new int[sample.length + 1];
    int passed =
        finder instanceof ShuffleFinder shuffles
            ? shuffles.findAll(sample, 0, sample.length, places)
            : 0;
    int count = collect(sample, 0, sample.length, places);
    int found = lookUp(sample, places, count, new int[count + 1]);
    return WindowChooser.FALSE_SHUFFLE_NANOS * passed + WindowChooser.ENTRY_NANOS * found;
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
              : keyAtEdge(input, p, width) | foldMask;
      int slot = key * TABLE_HASH >>> slotShift;
      long found = slots[slot];
      while (found != EMPTY && (int) (found >>> Integer.SIZE) != key) {
        slot = slot + 1 & slots.length - 1;
        found = slots[slot];
      }
      places[kept] = p;
      rows[kept] = (int) found;
      kept += found == EMPTY ? 0 : 1;
    }
    return kept;
  }
}
