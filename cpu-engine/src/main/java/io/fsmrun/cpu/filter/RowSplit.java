package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;

/**
 * Tells the entries of long rows apart by four more bytes, so that a window which many strings
 * share costs one more look-up, and not a compare for each of them. Immutable.
 *
 * <pre>
 *   rowStart[row]     entries without four single bytes there: always compared
 *   restEnd[row]      entries with such bytes, by those bytes
 *   rowStart[row + 1]
 * </pre>
 */
final class RowSplit {

  /** Rows with fewer entries stay as they are. */
  private static final int LEAST_ENTRIES = 4;

  private static final int FARTHEST = 12;
  private static final int FOLD = 0x20;
  private static final int FOLD_ALL = 0x20202020;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final int NONE = -1;
  private static final int NOT_SINGLE = -1;

  private final int[] delta;
  private final int[] restEnd;
  private final long[] slotKeys;
  private final int[] slotParts;
  private final int shift;

  /** Where the entries of a part start; one more at the end. */
  private final int[] partStart;

  private final int[] partEnd;

  /**
   * Splits rows; puts entries into the order that the picture shows.
   *
   * @param rowStart where the entries of each row start; one more at the end
   * @param entries per entry its {@link FoundEntry}; reordered
   */
  RowSplit(List<Factor> factors, int[] rowStart, int[] entries) {
    int rows = rowStart.length - 1;
    delta = new int[rows];
    restEnd = new int[rows];
    long[] keys = new long[entries.length];
    int[] starts = new int[entries.length];
    int[] ends = new int[entries.length];
    int parts = 0;
    for (int row = 0; row < rows; row++) {
      restEnd[row] = rowStart[row + 1];
      if (rowStart[row + 1] - rowStart[row] >= LEAST_ENTRIES) {
        int[] order = split(factors, row, rowStart, entries);
        for (int e = restEnd[row]; e < rowStart[row + 1]; e++) {
          int bytes = order[e - rowStart[row]];
          long key = (long) row << Integer.SIZE | bytes & 0xffffffffL;
          if (e == restEnd[row] || keys[parts - 1] != key) {
            keys[parts] = key;
            starts[parts++] = e;
          }
          ends[parts - 1] = e + 1;
        }
      }
    }
    partStart = Arrays.copyOf(starts, parts);
    partEnd = Arrays.copyOf(ends, parts);
    int log = Math.max(2, 32 - Integer.numberOfLeadingZeros(2 * parts));
    shift = Long.SIZE - log;
    slotKeys = new long[1 << log];
    slotParts = new int[1 << log];
    Arrays.fill(slotParts, NONE);
    for (int part = 0; part < parts; part++) {
      int slot = slot(keys[part]);
      while (slotParts[slot] != NONE) {
        slot = slot + 1 & slotParts.length - 1;
      }
      slotKeys[slot] = keys[part];
      slotParts[slot] = part;
    }
  }

  private int slot(long key) {
    return (int) (key * FACTOR >>> shift);
  }

  /** Splits one row by the best distance; returns the bytes there of each entry, in order. */
  private int[] split(List<Factor> factors, int row, int[] rowStart, int[] entries) {
    int from = rowStart[row];
    int count = rowStart[row + 1] - from;
    long[] best = null;
    int fewest = count - count / 4;
    for (int d = -FARTHEST; d <= FARTHEST; d++) {
      if (d == 0) {
        continue;
      }
      long[] keys = new long[count];
      for (int i = 0; i < count; i++) {
        int entry = entries[from + i];
        List<SymbolSet> string = factors.get(FoundEntry.factor(entry)).string();
        keys[i] = key(string, FoundEntry.offset(entry) + d, i);
      }
      Arrays.sort(keys);
      int longest = longest(keys);
      if (longest < fewest) {
        fewest = longest;
        best = keys;
        delta[row] = d;
      }
    }
    int[] bytes = new int[count];
    if (best == null) {
      return bytes;
    }
    int[] before = Arrays.copyOfRange(entries, from, from + count);
    restEnd[row] = from;
    for (int i = 0; i < count; i++) {
      entries[from + i] = before[(int) (best[i] & 0xffffff)];
      bytes[i] = (int) (best[i] >>> 24);
      restEnd[row] += best[i] < 0 ? 1 : 0;
    }
    return bytes;
  }

  /** Bytes above, number of the entry below; negative if the bytes are not single. */
  private static long key(List<SymbolSet> string, int offset, int entry) {
    if (offset < 0 || offset + Integer.BYTES > string.size()) {
      return Long.MIN_VALUE | entry;
    }
    long key = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      int symbol = single(string.get(offset + i));
      if (symbol == NOT_SINGLE) {
        return Long.MIN_VALUE | entry;
      }
      key |= (long) symbol << i * Byte.SIZE;
    }
    return key << 24 | entry;
  }

  private static int single(SymbolSet set) {
    int[] folded = {NOT_SINGLE};
    boolean[] many = {set.isEmpty()};
    set.forEach(
        symbol -> {
          many[0] |= folded[0] != NOT_SINGLE && folded[0] != (symbol | FOLD);
          folded[0] = symbol | FOLD;
        });
    return many[0] ? NOT_SINGLE : folded[0];
  }

  /** The most compares that a place may cost: all without bytes, and those with the same ones. */
  private static int longest(long[] keys) {
    int rest = 0;
    while (rest < keys.length && keys[rest] < 0) {
      rest++;
    }
    int most = 0;
    for (int i = rest, from = rest; i < keys.length; i++) {
      from = keys[i] >>> 24 == keys[from] >>> 24 ? from : i;
      most = Math.max(most, i + 1 - from);
    }
    return rest + most;
  }

  /** How far from the window the bytes are that tell entries apart; 0 if the row is not split. */
  int delta(int row) {
    return delta[row];
  }

  /** After the last entry that is compared whatever those bytes are. */
  int restEnd(int row) {
    return restEnd[row];
  }

  /** The part of a row for four bytes, or -1. */
  int part(int row, int bytes) {
    long key = (long) row << Integer.SIZE | (bytes | FOLD_ALL) & 0xffffffffL;
    int slot = slot(key);
    while (slotParts[slot] != NONE && slotKeys[slot] != key) {
      slot = slot + 1 & slotParts.length - 1;
    }
    return slotParts[slot];
  }

  int partStart(int part) {
    return partStart[part];
  }

  int partEnd(int part) {
    return partEnd[part];
  }
}
