package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds strings of sets that stand for too many words to be listed. A window is {@value #SETS} sets
 * in a row. For each class of bytes there is a group: the factors whose windows may begin with it.
 * For each group, each later place of the window and each class there is a row of bits, one a
 * factor of the group, that says whose set there has the class. At every place of the input, the
 * rows of the bytes behind it are put together by AND, in the group of the byte there: what is left
 * are the factors whose windows lie there. Where any is left, rows for the {@link RowKernel#LATER}
 * sets before and behind the window follow: few strings reach farther.
 *
 * <p>Places are looked at by group, some thousand at a time ({@link PlacesByClass}), so that a
 * group's rows come from the first-level cache; what is found is put in order afterwards.
 *
 * <p>Rows fall into chunks of 256 factors, a vector each. The factors of a group are put in order
 * of their next two sets, so that some chunks have no factor at all for the byte that comes next;
 * which have is known for each pair of classes. So a place costs at most O({@value #SETS} * factors
 * of a group / 256) vector instructions, whatever the input. Immutable.
 *
 * <pre>
 *   members[chunk * 256 + i]                          entry of bit i of a chunk
 *   rows[((chunk * count + c) * 8 + k) * 4 ..]        who may have class c at place k, 1 to 7
 *   later[((chunk * count + c) * 8 + k) * 4 ..]       the same at places -4 to -1 and 8 to 11
 *   pairChunks[g * count + c]                         bit per chunk of group g: anyone with class
 *                                                     c next?
 * </pre>
 *
 * <p>{@code count} is the classes and one that stands for what is behind the end or before the
 * start of the input; only windows that end before have that one.
 */
final class RowPass implements SearchPass {

  /** The sets of a window. */
  static final int SETS = 8;

  /** The most factors: a bit for each chunk, and rows of some megabytes. */
  static final int MOST = 32 * RowKernel.BITS;

  /** What a hit costs, and what a factor's part of a chunk costs, in nanoseconds. */
  static final double HIT_NANOS = 15;

  static final double CHUNK_NANOS = 0.01;

  private static final int NONE = -1;

  private final char[] rowsOf;
  private final int classCount;
  private final RowKernel.Table table;
  private final int[] members;
  private final int[] entries;

  /** Per entry 1 if rows tell all of its string, else 0. */
  private final byte[] whole;

  /** The most bytes of a string before its window's start, and from there on. */
  private final int mostBefore;

  private final int mostBehind;
  private final RowKernel kernel;

  /**
   * A pass.
   *
   * @param factors all factors
   * @param places those to be found, and where their windows start; at most {@value #MOST}
   * @param model how often bytes come
   * @throws IllegalArgumentException if there are so many classes of bytes that rows take too much
   *     memory
   */
  RowPass(List<Factor> factors, List<FilterPasses.Place> places, ByteModel model) {
    SymbolClasses classes = classes(factors, places);
    this.classCount = classes.count();
    this.rowsOf = rowsOf(classes.toByteArray());
    this.entries = new int[places.size()];
    this.whole = new byte[places.size()];
    List<List<SymbolSet>> windows = new ArrayList<>();
    int before = 0;
    int behind = 0;
    for (int i = 0; i < entries.length; i++) {
      int offset = places.get(i).offset();
      entries[i] = FoundEntry.of(places.get(i).factor(), offset);
      List<SymbolSet> string = factors.get(places.get(i).factor()).string();
      boolean isWhole =
          offset <= RowKernel.LATER && string.size() <= offset + SETS + RowKernel.LATER;
      whole[i] = (byte) (isWhole ? 1 : 0);
      before = Math.max(before, offset);
      behind = Math.max(behind, string.size() - offset);
      windows.add(string.subList(offset, Math.min(string.size(), offset + SETS)));
    }
    this.mostBefore = before;
    this.mostBehind = behind;
    IntArrayList all = new IntArrayList();
    int[] firstChunk = new int[classCount + 2];
    for (int g = 0; g < classCount; g++) {
      all.addAll(group(windows, classes, g, model));
      int chunk = (all.size() + RowKernel.BITS - 1) / RowKernel.BITS;
      firstChunk[g + 1] = chunk;
      while (all.size() < chunk * RowKernel.BITS) {
        all.add(NONE);
      }
    }
    firstChunk[classCount + 1] = firstChunk[classCount];
    this.members = all.toIntArray();
    this.table = new RowKernel.Table(classCount + 1, firstChunk);
    for (int i = 0; i < members.length; i++) {
      if (members[i] != NONE) {
        FilterPasses.Place place = places.get(members[i]);
        fillRows(
            i / RowKernel.BITS,
            i % RowKernel.BITS,
            factors.get(place.factor()).string(),
            place.offset(),
            classes);
      }
    }
    table.findChunks();
    this.kernel = Vectors.compares() ? new TriedRows() : new ScalarRows();
  }

  private static char[] rowsOf(byte[] classOf) {
    char[] rowsOf = new char[classOf.length];
    for (int b = 0; b < rowsOf.length; b++) {
      rowsOf[b] = (char) ((classOf[b] & 0xff) * RowKernel.CLASS_WORDS);
    }
    return rowsOf;
  }

  /** The windows that may begin with a class, in the order of their bits. */
  private static IntArrayList group(
      List<List<SymbolSet>> windows, SymbolClasses classes, int first, ByteModel model) {
    IntArrayList group = new IntArrayList();
    List<List<SymbolSet>> next = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      List<SymbolSet> window = windows.get(i);
      if (window.get(0).contains(classes.representative(first))) {
        group.add(i);
        next.add(
            List.of(
                window.size() > 1 ? window.get(1) : SymbolSet.ALL,
                window.size() > 2 ? window.get(2) : SymbolSet.ALL));
      }
    }
    IntArrayList ordered = new IntArrayList();
    ChunkOrder.order(next, classes, model, RowKernel.BITS)
        .forEach(i -> ordered.add(group.getInt(i)));
    return ordered;
  }

  private void fillRows(
      int chunk, int bit, List<SymbolSet> string, int offset, SymbolClasses classes) {
    for (int k = 0; k < SETS; k++) {
      for (int c = 0; c <= classCount; c++) {
        int at = table.row(chunk, k, c) + (bit >>> 6);
        table.rows[at] |= has(string, offset + k, c, classes) ? 1L << bit : 0;
        table.later[at] |= has(string, offset + later(k), c, classes) ? 1L << bit : 0;
      }
    }
  }

  /** Where the set of one of the later rows lies, from the window's first set on. */
  static int later(int k) {
    return k < RowKernel.LATER ? k - RowKernel.LATER : k - RowKernel.LATER + SETS;
  }

  /** Whether a string may have a class at a place; outside it may have any. */
  private boolean has(List<SymbolSet> string, int at, int symbolClass, SymbolClasses classes) {
    return at < 0
        || at >= string.size()
        || symbolClass < classCount && string.get(at).contains(classes.representative(symbolClass));
  }

  private static SymbolClasses classes(List<Factor> factors, List<FilterPasses.Place> places) {
    Set<SymbolSet> sets = new HashSet<>();
    places.forEach(place -> sets.addAll(factors.get(place.factor()).string()));
    return SymbolClasses.of(sets);
  }

  /** The offset of the rarest window of a string. */
  static int rarest(List<SymbolSet> string, ByteModel model) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int o = 0; o == 0 || o + SETS <= string.size(); o++) {
      double cost =
          HIT_NANOS * model.probability(string, o, Math.min(string.size(), o + SETS))
              + CHUNK_NANOS * model.probability(string, o, o + 1);
      if (cost < least) {
        least = cost;
        best = o;
      }
    }
    return best;
  }

  /** The words of all rows. */
  int rowWords() {
    return table.rows.length + table.later.length;
  }

  @Override
  public int entryCount() {
    return entries.length;
  }

  @Override
  public int factor(int entry) {
    return FoundEntry.factor(entries[entry]);
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    PlacesByClass block = found.placesByClass();
    for (int at = from; at < to; at += PlacesByClass.MOST) {
      int count = Math.min(PlacesByClass.MOST, to - at);
      block.take(rowsOf, classCount, input, lowest, at, count, to);
      int base = at - PlacesByClass.BEFORE;
      int first = found.size();
      for (int c = 0; c < classCount; c++) {
        for (int i = block.start(c); i < block.end(c); ) {
          RowKernel.Hits hits = found.hits();
          i = kernel.find(table, c, block, i, block.end(c), hits);
          compare(hits, input, lowest, base, to, found);
        }
      }
      found.order(block, first, base);
    }
  }

  private void compare(
      RowKernel.Hits hits, byte[] input, int lowest, int base, int to, Found found) {
    long[] waiting = found.candidates();
    int pending = 0;
    for (int i = 0; i < hits.size(); i++) {
      int number = members[hits.member(i)];
      int entry = entries[number];
      int place = base + hits.place(i);
      found.countRow(number);
      if (place < lowest + mostBefore || place > to - mostBehind) {
        int start = place - FoundEntry.offset(entry);
        if (start < lowest || start + found.factors().length(FoundEntry.factor(entry)) > to) {
          continue;
        }
      }
      // It is one or the other; which, is hard to guess.
      int certain = whole[number];
      found.add(place, entry, certain);
      waiting[pending] = Found.candidate(place, entry);
      pending += 1 - certain;
      if (pending == waiting.length) {
        found.addMatching(waiting, pending, input, SETS);
        pending = 0;
      }
    }
    found.addMatching(waiting, pending, input, SETS);
  }
}
