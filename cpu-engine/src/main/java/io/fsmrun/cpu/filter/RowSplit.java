package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Tells the entries of long rows apart by four more bytes, so that a window which many strings
 * share costs one more look-up, and not a compare for each of them. Immutable.
 *
 * <pre>
 *   list 0                   empty
 *   list 1 + row             entries of a row without four single bytes beside it, all of them if
 *                            the row is not split: always compared
 *   list 1 + rows + part     entries of a part: those of a row that have the same bytes there
 * </pre>
 */
final class RowSplit {

  /** What is said of lists of more entries than two. */
  static final int FEW = 3;

  /** Where a list starts is above so many bits that say how many entries it has. */
  static final int FEW_BITS = 2;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Rows with fewer entries stay as they are. */
  private static final int LEAST_ENTRIES = 3;

  private static final int FARTHEST = 12;
  private static final int FOLD = 0x20;
  private static final int FOLD_ALL = 0x20202020;
  private static final int ROW_HASH = 0x9E3779B1;
  private static final int BYTES_HASH = 0x85EBCA77;

  /** Bits of a key that number the entry. */
  private static final int ENTRY_BITS = 24;

  /** Bits for parts, as powers of two: some for each, but no more than fit a near cache. */
  private static final int BITS_A_PART = 16;

  private static final int LEAST_BITS = 10;
  private static final int MOST_BITS = 17;
  private static final int WORD_LOG = 5;

  private static final int NOT_SINGLE = -1;
  private static final int EMPTY = 0;

  private final int[] delta;
  private final int[] most;

  /** Entries of all lists, and one more, which is read. */
  private final int[] entries;

  private final int[] listStart;

  /** Per row where its list starts, and how many entries it has; see {@link #FEW}. */
  private final int[] fewOfRow;

  /**
   * Parts by a number made of row and bytes. Parts with the same number are one: a few entries too
   * many are compared.
   */
  private final KeySlots parts;

  /** A bit for the upper bits of each number of a part. */
  private final int[] partBits;

  private final int partShift;

  /** Per slot the number of its part above, and the same for that below: what is read together. */
  private final long[] fewOfSlot;

  /**
   * Splits rows.
   *
   * @param rowStart where the entries of each row start; one more at the end
   * @param all per entry its {@link FoundEntry}
   */
  RowSplit(List<Factor> factors, int[] rowStart, int[] all) {
    int rows = rowStart.length - 1;
    delta = new int[rows];
    most = new int[rows];
    int count = rowStart[rows];
    int[] partOf = new int[count];
    Arrays.fill(partOf, NOT_SINGLE);
    Int2IntOpenHashMap numbers = new Int2IntOpenHashMap();
    for (int row = 0; row < rows; row++) {
      most[row] = rowStart[row + 1] - rowStart[row];
      if (most[row] >= LEAST_ENTRIES) {
        for (long key : split(factors, row, rowStart, all)) {
          if (key >= 0) {
            int number = number(row, bytes(key));
            int part = numbers.computeIfAbsent(number, n -> numbers.size());
            partOf[rowStart[row] + entry(key)] = part;
          }
        }
      }
    }
    int[] keys = new int[numbers.size()];
    numbers.forEach((number, part) -> keys[part] = number);
    parts = new KeySlots(keys);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(BITS_A_PART * keys.length);
    int words = Math.clamp(bits, LEAST_BITS, MOST_BITS) - WORD_LOG;
    partShift = Integer.SIZE - words;
    partBits = new int[1 << words];
    for (int key : keys) {
      partBits[key >>> partShift] |= 1 << key;
    }
    listStart = new int[2 + rows + keys.length];
    entries = new int[count + 1];
    fillLists(rowStart, all, partOf);
    fewOfRow = new int[rows];
    Arrays.setAll(fewOfRow, row -> fewOf(listOfRow(row)));
    fewOfSlot = new long[parts.count()];
    for (int slot = 0; slot < parts.count() && keys.length > 0; slot++) {
      fewOfSlot[slot] = (long) parts.key(slot) << Integer.SIZE | fewOf(part(slot));
    }
  }

  private int fewOf(int list) {
    return listStart[list] << FEW_BITS | Math.min(FEW, listEnd(list) - listStart[list]);
  }

  private void fillLists(int[] rowStart, int[] all, int[] partOf) {
    int rows = delta.length;
    int[] sizes = new int[listStart.length];
    int[] listOf = new int[partOf.length];
    for (int row = 0; row < rows; row++) {
      for (int e = rowStart[row]; e < rowStart[row + 1]; e++) {
        listOf[e] = partOf[e] == NOT_SINGLE ? 1 + row : 1 + rows + partOf[e];
        sizes[listOf[e]]++;
      }
    }
    for (int list = 0; list + 1 < listStart.length; list++) {
      listStart[list + 1] = listStart[list] + sizes[list];
    }
    int[] next = listStart.clone();
    for (int e = 0; e < listOf.length; e++) {
      entries[next[listOf[e]]++] = all[e];
    }
  }

  private static int number(int row, int bytes) {
    return (bytes ^ row * ROW_HASH) * BYTES_HASH;
  }

  /** The keys of a row's entries at the best distance; none if that does not tell them apart. */
  private long[] split(List<Factor> factors, int row, int[] rowStart, int[] all) {
    int from = rowStart[row];
    int count = rowStart[row + 1] - from;
    long[] best = {};
    int fewest = count - count / 4;
    short[][] singles = new short[count][];
    for (int i = 0; i < count; i++) {
      singles[i] = singles(factors.get(FoundEntry.factor(all[from + i])).string());
    }
    for (int d = -FARTHEST; d <= FARTHEST; d++) {
      if (d == 0) {
        continue;
      }
      long[] keys = new long[count];
      for (int i = 0; i < count; i++) {
        keys[i] = key(singles[i], FoundEntry.offset(all[from + i]) + d, i);
      }
      Arrays.sort(keys);
      int longest = longest(keys);
      if (longest < fewest) {
        fewest = longest;
        best = keys;
        delta[row] = d;
        most[row] = longest;
      }
    }
    return best;
  }

  /**
   * What tells an entry apart: bytes above, number of the entry below; negative if the bytes are
   * not single.
   *
   * @param singles see {@link #singles}
   * @param offset where in the string the four bytes are, perhaps outside
   */
  static long key(short[] singles, int offset, int entry) {
    if (offset < 0 || offset + Integer.BYTES > singles.length) {
      return Long.MIN_VALUE | entry;
    }
    long key = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      int symbol = singles[offset + i];
      if (symbol == NOT_SINGLE) {
        return Long.MIN_VALUE | entry;
      }
      key |= (long) symbol << i * Byte.SIZE;
    }
    return key << ENTRY_BITS | entry;
  }

  /** The number of a key's entry. */
  static int entry(long key) {
    return (int) (key & (1 << ENTRY_BITS) - 1);
  }

  /** The four bytes of a key; the same for all keys without. */
  static int bytes(long key) {
    return (int) (key >>> ENTRY_BITS);
  }

  /** For each set of a string its only byte, with bit 5 set, or -1 if it has several. */
  static short[] singles(List<SymbolSet> string) {
    short[] singles = new short[string.size()];
    for (int i = 0; i < singles.length; i++) {
      singles[i] = (short) single(string.get(i));
    }
    return singles;
  }

  private static int single(SymbolSet set) {
    int single = NOT_SINGLE;
    for (int w = 0; w < SymbolSet.ALPHABET_SIZE / Long.SIZE; w++) {
      long folded = (set.word(w) | set.word(w) << FOLD) >>> FOLD;
      if (folded == 0) {
        continue;
      }
      if (single != NOT_SINGLE || (folded & folded - 1) != 0) {
        return NOT_SINGLE;
      }
      single = w * Long.SIZE + FOLD + Long.numberOfTrailingZeros(folded);
    }
    return single;
  }

  /** The most compares that a place may cost: all without bytes, and those with the same ones. */
  private static int longest(long[] keys) {
    int rest = 0;
    while (rest < keys.length && keys[rest] < 0) {
      rest++;
    }
    int most = 0;
    for (int i = rest, from = rest; i < keys.length; i++) {
      from = bytes(keys[i]) == bytes(keys[from]) ? from : i;
      most = Math.max(most, i + 1 - from);
    }
    return rest + most;
  }

  /** The most entries that are compared where a row is found. */
  int most(int row) {
    return most[row];
  }

  /** Whether no row is split. */
  boolean isWhole() {
    return listStart.length == 2 + delta.length;
  }

  /**
   * Whether there may be a part that the bytes beside a place choose. A row that is not split may
   * seem to have one.
   *
   * @param last where the last four bytes of the input are
   * @return 1 or 0
   */
  int mayBeBeside(byte[] input, int place, int row, int last) {
    int at = Math.max(0, Math.min(place + delta[row], last));
    int number = number(row, (int) INT.get(input, at) | FOLD_ALL);
    return partBits[number >>> partShift] >>> number & 1;
  }

  /** Whether so many rows are split that {@link #mayBeBeside} is worth asking for all. */
  boolean isMostlySplit() {
    return Arrays.stream(delta).filter(d -> d != 0).count() > delta.length / 2;
  }

  /** The list of what is compared wherever a row is found. */
  static int listOfRow(int row) {
    return 1 + row;
  }

  /**
   * The list that the bytes beside a place choose in addition.
   *
   * @param input at least four bytes
   * @param row that was found there
   */
  int listBeside(byte[] input, int place, int row) {
    int d = delta[row];
    if (d == 0) {
      return EMPTY;
    }
    int number = numberAt(input, place, row, d);
    int slot = parts.slot(number);
    return parts.key(slot) == number ? part(slot) : EMPTY;
  }

  /** Where that list starts, and how many entries it has; see {@link #FEW}. */
  int fewBeside(byte[] input, int place, int row) {
    // Mostly, rows are split or none is: that is easy to guess.
    int d = delta[row];
    if (d == 0) {
      return 0;
    }
    int number = numberAt(input, place, row, d);
    long few = fewOfSlot[parts.slot(number)];
    return (int) (few >>> Integer.SIZE) == number ? (int) few : 0;
  }

  /** The number of the part that the bytes at a distance choose. */
  private static int numberAt(byte[] input, int place, int row, int d) {
    // Bytes beyond the input choose a list in vain: no string of it lies inside.
    int at = Math.max(0, Math.min(place + d, input.length - Integer.BYTES));
    return number(row, (int) INT.get(input, at) | FOLD_ALL);
  }

  private int part(int slot) {
    return 1 + delta.length + parts.index(slot);
  }

  /** Where the list of a row starts, and how many entries it has; see {@link #FEW}. */
  int few(int row) {
    return fewOfRow[row];
  }

  int listStart(int list) {
    return listStart[list];
  }

  int listEnd(int list) {
    return listStart[list + 1];
  }

  /** An entry of a list; one more than there are may be asked for. */
  int entryAt(int index) {
    return entries[index];
  }
}
