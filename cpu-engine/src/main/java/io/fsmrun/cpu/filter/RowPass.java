package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds strings of sets that stand for too many words to be listed. A window is {@value #SETS} sets
 * in a row. For each class of bytes there is a group: the factors whose windows may begin with it.
 * For each group, each later place of the window and each class there is a row of bits, one a
 * factor of the group, that says whose set there has the class. At every place of the input, the
 * rows of the bytes behind it are put together by AND, in the group of the byte there: what is left
 * are the factors whose windows lie there.
 *
 * <p>Rows fall into chunks of 512 factors, a vector each. The factors of a group are put in order
 * of their next two sets, so that some chunks have no factor at all for the byte that comes next;
 * which have is known for each pair of classes. So a place costs at most O({@value #SETS} * factors
 * of a group / 512) vector instructions, whatever the input. Immutable.
 *
 * <pre>
 *   members[chunk * 512 + i]                          entry of bit i of a chunk
 *   rows[((chunk * count + c) * 8 + k) * 8 ..]        who may have class c at place k, 1 to 7
 *   pairChunks[g * count + c]                         bit per chunk of group g: anyone with class
 *                                                     c next? From the first such on
 * </pre>
 *
 * <p>{@code count} is the classes and one that stands for the end of the input; only windows that
 * end before have that one.
 */
final class RowPass implements SearchPass {

  /** The sets of a window. */
  static final int SETS = 8;

  /** The most factors: a bit for each chunk, and rows of some megabytes. */
  static final int MOST = 16 * RowKernel.BITS;

  /** What a hit costs, and what a factor's part of a chunk costs, in nanoseconds. */
  static final double HIT_NANOS = 15;

  static final double CHUNK_NANOS = 0.01;

  private static final int NONE = -1;

  private final byte[] classOf;
  private final int classCount;
  private final RowKernel.Table table;
  private final int[] members;
  private final int[] entries;
  private final boolean[] whole;
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
    this.classOf = classes.toByteArray();
    this.classCount = classes.count();
    this.entries = new int[places.size()];
    this.whole = new boolean[places.size()];
    List<List<SymbolSet>> windows = new ArrayList<>();
    for (int i = 0; i < entries.length; i++) {
      int offset = places.get(i).offset();
      entries[i] = FoundEntry.of(places.get(i).factor(), offset);
      List<SymbolSet> string = factors.get(places.get(i).factor()).string();
      whole[i] = offset == 0 && string.size() <= SETS;
      windows.add(string.subList(offset, Math.min(string.size(), offset + SETS)));
    }
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
        fillRows(i / RowKernel.BITS, i % RowKernel.BITS, windows.get(members[i]), classes);
      }
    }
    table.findChunks();
    this.kernel = Vectors.compares() ? new TriedRows() : new ScalarRows();
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

  private void fillRows(int chunk, int bit, List<SymbolSet> window, SymbolClasses classes) {
    for (int k = 1; k < SETS; k++) {
      for (int c = 0; c <= classCount; c++) {
        boolean past = k >= window.size();
        if (past || c < classCount && window.get(k).contains(classes.representative(c))) {
          table.rows[table.row(chunk, k, c) + (bit >>> 6)] |= 1L << bit;
        }
      }
    }
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
    return table.rows.length;
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
    int count = to - from;
    int[] classes = found.places(count + SETS);
    for (int i = 0; i < count; i++) {
      classes[i] = (classOf[input[from + i] & 0xff] & 0xff) * RowKernel.CLASS_WORDS;
    }
    Arrays.fill(classes, count, count + SETS, classCount * RowKernel.CLASS_WORDS);
    int at = 0;
    while (at < count) {
      RowKernel.Hits hits = found.hits();
      at = kernel.find(table, classes, at, count, hits);
      compare(hits, input, lowest, from, to, found);
    }
  }

  private void compare(
      RowKernel.Hits hits, byte[] input, int lowest, int from, int to, Found found) {
    long[] candidates = found.candidates();
    int pending = 0;
    for (int i = 0; i < hits.size(); i++) {
      if (pending == candidates.length) {
        found.addMatching(candidates, pending, input, SETS);
        pending = 0;
      }
      int number = members[hits.member(i)];
      int entry = entries[number];
      int place = from + hits.place(i);
      int start = place - FoundEntry.offset(entry);
      found.countRow(number);
      candidates[pending] = Found.candidate(place, entry, whole[number]);
      boolean inside =
          start >= lowest && start + found.factors().length(FoundEntry.factor(entry)) <= to;
      pending += inside ? 1 : 0;
    }
    found.addMatching(candidates, pending, input, SETS);
  }
}
