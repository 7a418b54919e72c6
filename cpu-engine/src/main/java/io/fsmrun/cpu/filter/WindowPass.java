package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the places where one of many windows of 2, 3 or 4 bytes begins, at every place or at every
 * second, third or fourth: what a {@link PlaceFinder} lets through is looked up in a {@link
 * WindowTable}. Immutable.
 *
 * <pre>
 *   rows    rowStart[row] .. rowStart[row + 1]   entries: which factor, and where in it
 * </pre>
 */
final class WindowPass implements SearchPass {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FOLD = 0x20202020;
  private static final int UNEVEN = 16;
  private static final int FEW_BITS = 2;
  private static final int FEW = (1 << FEW_BITS) - 1;

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
  private final PlaceFinder finder;

  private final WindowTable table;
  private final int[] rowStart;
  private final RowSplit split;
  private final int[] entries;

  /** Per row the first of its entries, and how many it has, or {@link #FEW} for more than two. */
  private final int[] fewEntries;

  /** Whether rows often have more than one entry, so that their number is hard to guess. */
  private final boolean uneven;

  /** How far strings reach at most before a window's first byte, and from there on. */
  private final int mostBefore;

  private final int mostBehind;

  /**
   * A pass.
   *
   * @param width bytes of a window
   * @param stride every how many places one is looked at
   * @param folded whether bit 5 of every byte is set before windows are compared
   * @param windows what to find; keys already folded, the first byte lowest
   * @param factors all factors
   * @param strings their strings
   */
  WindowPass(
      int width,
      int stride,
      boolean folded,
      Entries windows,
      List<Factor> factors,
      SharedBits strings) {
    this.width = width;
    this.stride = stride;
    int foldMask = folded ? FOLD >>> Integer.SIZE - width * Byte.SIZE : 0;
    long[] sorted = windows.sorted();
    int rows = 0;
    for (int i = 0; i < sorted.length; i++) {
      rows += i == 0 || Entries.key(sorted[i]) != Entries.key(sorted[i - 1]) ? 1 : 0;
    }
    this.rowStart = new int[rows + 1];
    // One more is read.
    this.entries = new int[sorted.length + 1];
    int[] keys = new int[rows];
    this.table = new WindowTable(width, foldMask, fill(sorted, keys, strings));
    this.split = new RowSplit(factors, rowStart, entries);
    this.uneven = sorted.length - rows > rows / UNEVEN;
    this.fewEntries = new int[rows];
    for (int row = 0; row < rows; row++) {
      fewEntries[row] =
          rowStart[row] << FEW_BITS | Math.min(FEW, rowStart[row + 1] - rowStart[row]);
    }
    int before = 0;
    int behind = 0;
    for (int e = 0; e < sorted.length; e++) {
      int length = factors.get(FoundEntry.factor(entries[e])).string().size();
      before = Math.max(before, FoundEntry.offset(entries[e]));
      behind = Math.max(behind, length - FoundEntry.offset(entries[e]));
    }
    this.mostBefore = before;
    this.mostBehind = behind;
    HashFinder hashes = new HashFinder(width, stride, foldMask, keys);
    if (SearchCosts.isTabulated(width, stride, keys.length)) {
      this.finder = new TabulatedHashes(width, foldMask, keys, hashes);
    } else if (PairedHashes.isFor(width, stride)) {
      this.finder = new PairedHashes(foldMask, keys);
    } else {
      this.finder = hashes;
    }
  }

  /** Fills rows and keys. */
  private WindowTable.Row[] fill(long[] sorted, int[] keys, SharedBits strings) {
    WindowTable.Row[] rows = new WindowTable.Row[keys.length];
    Agreement agreement = new Agreement(width);
    int at = 0;
    for (int row = 0; row < keys.length; row++) {
      keys[row] = Entries.key(sorted[at]);
      rowStart[row] = at;
      agreement.clear();
      for (; at < sorted.length && Entries.key(sorted[at]) == keys[row]; at++) {
        entries[at] = (int) sorted[at];
        int factor = FoundEntry.factor(entries[at]);
        int offset = FoundEntry.offset(entries[at]);
        agreement.add(strings.masks(factor), strings.members(factor), offset);
      }
      rows[row] = agreement.row(keys[row]);
    }
    rowStart[keys.length] = at;
    return rows;
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
    return entries.length - 1;
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
    int[] places = found.places(to - from + 1 + PlaceMasks.SLACK);
    int[] rows = found.others(to - from + 1);
    int count = found.keep(table, input, places, collect(input, from, to, places), rows);
    long[] candidates = found.candidates();
    Candidates next = new Candidates(input, lowest, to, found);
    int pending = 0;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      int row = rows[i];
      int few = uneven ? fewEntries[row] : FEW;
      if ((few & FEW) != FEW && place - lowest >= mostBefore && to - place >= mostBehind) {
        if (pending > candidates.length - FEW) {
          found.addMatching(candidates, pending, input, 0);
          pending = 0;
        }
        // To write two, whether they are there or not, needs no guess.
        int first = few >>> FEW_BITS;
        candidates[pending] = Found.candidate(place, entries[first], false);
        candidates[pending + 1] = Found.candidate(place, entries[first + 1], false);
        pending += few & FEW;
        continue;
      }
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
      boolean sure = place - lowest >= mostBefore && to - place >= mostBehind;
      int count = pending;
      for (int e = first; e < end; e++) {
        if (count == candidates.length) {
          found.addMatching(candidates, count, input, 0);
          count = 0;
        }
        int entry = entries[e];
        int start = place - FoundEntry.offset(entry);
        candidates[count] = Found.candidate(place, entry, false);
        boolean inside =
            sure || start >= lowest && start + factors.length(FoundEntry.factor(entry)) <= to;
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
}
