package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds strings of sets that stand for too many words to be listed. A window is {@value #SETS} sets
 * in a row; for each of its places and each class of bytes there is a row of bits, one a factor,
 * that says whose set there has the class. At every place of the input, the rows of the bytes there
 * are put together by AND: what is left are the factors whose windows lie there.
 *
 * <p>Rows fall into chunks of 512 factors, a vector each. Factors are put in order of their first
 * sets, so that most chunks have no factor at all for the two bytes at a place; which have is known
 * for each pair of classes. So a place costs at most O({@value #SETS} * factors / 512) vector
 * instructions, whatever the input, and mostly a fraction of it. Immutable.
 *
 * <pre>
 *   rows[(k * (classes + 1) + c) * words ..]   who may have class c at place k of its window
 *   chunks[c * (classes + 1) + d]              bit per chunk: anyone with class c, then class d?
 * </pre>
 *
 * <p>The last class stands for the end of the input; only windows that end before have it.
 */
final class RowPass implements SearchPass {

  /** The sets of a window. */
  static final int SETS = 8;

  /** The most factors: a bit for each chunk. */
  static final int MOST = Long.SIZE * RowKernel.BITS;

  /** What a hit costs, and what a factor's part of a chunk costs, in nanoseconds. */
  static final double HIT_NANOS = 15;

  static final double CHUNK_NANOS = 0.05;

  private final long[] chunks;
  private final byte[] classOf;
  private final int classCount;
  private final int words;
  private final long[] rows;
  private final int[] entries;
  private final boolean[] whole;
  private final RowKernel kernel;

  /**
   * A pass.
   *
   * @param factors all factors
   * @param unordered those to be found, and where their windows start; at most {@value #MOST}
   * @param model how often bytes come
   */
  RowPass(List<Factor> factors, List<FilterPasses.Place> unordered, ByteModel model) {
    List<FilterPasses.Place> places = inOrder(factors, unordered, model);
    SymbolClasses classes = classes(factors, places);
    this.classOf = classes.toByteArray();
    this.classCount = classes.count();
    this.words = (places.size() + RowKernel.BITS - 1) / RowKernel.BITS * RowKernel.WORDS;
    this.rows = new long[SETS * (classCount + 1) * words];
    this.entries = new int[places.size()];
    this.whole = new boolean[places.size()];
    for (int i = 0; i < entries.length; i++) {
      int offset = places.get(i).offset();
      entries[i] = FoundEntry.of(places.get(i).factor(), offset);
      List<SymbolSet> string = factors.get(places.get(i).factor()).string();
      whole[i] = offset == 0 && string.size() <= SETS;
      for (int k = 0; k < SETS; k++) {
        for (int c = 0; c <= classCount; c++) {
          boolean past = offset + k >= string.size();
          if (past
              || c < classCount && string.get(offset + k).contains(classes.representative(c))) {
            rows[(k * (classCount + 1) + c) * words + (i >>> 6)] |= 1L << i;
          }
        }
      }
    }
    this.chunks = chunks();
    this.kernel = Vectors.shuffles() ? new VectorRows() : new ScalarRows();
  }

  private static List<FilterPasses.Place> inOrder(
      List<Factor> factors, List<FilterPasses.Place> places, ByteModel model) {
    List<List<SymbolSet>> starts = new ArrayList<>();
    for (FilterPasses.Place place : places) {
      List<SymbolSet> string = factors.get(place.factor()).string();
      int second = place.offset() + 1;
      starts.add(
          List.of(
              string.get(place.offset()),
              second < string.size() ? string.get(second) : SymbolSet.ALL));
    }
    return ChunkOrder.order(starts, classes(factors, places), model, RowKernel.BITS).stream()
        .map(places::get)
        .toList();
  }

  private long[] chunks() {
    int count = classCount + 1;
    long[] any = new long[count * count];
    for (int c = 0; c < count; c++) {
      for (int d = 0; d < count; d++) {
        for (int w = 0; w < words; w++) {
          if ((rows[c * words + w] & rows[(count + d) * words + w]) != 0) {
            any[c * count + d] |= 1L << w / RowKernel.WORDS;
          }
        }
      }
    }
    return any;
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
              + CHUNK_NANOS * model.probability(string, o, Math.min(string.size(), o + 2));
      if (cost < least) {
        least = cost;
        best = o;
      }
    }
    return best;
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
      classes[i] = classOf[input[from + i] & 0xff] & 0xff;
    }
    Arrays.fill(classes, count, count + SETS, classCount);
    RowKernel.Table table = new RowKernel.Table(rows, words, chunks, classCount + 1);
    int at = 0;
    while (at < count) {
      RowKernel.Hits hits = found.hits();
      at = kernel.find(table, classes, at, count, hits);
      for (int i = 0; i < hits.size(); i++) {
        int entry = hits.bit(i);
        int place = from + hits.place(i);
        int factor = FoundEntry.factor(entries[entry]);
        int start = place - FoundEntry.offset(entries[entry]);
        if (start >= lowest
            && start + found.factors().length(factor) <= to
            && (whole[entry] || found.factors().matches(factor, input, start))) {
          found.countRow(entry);
          found.add(place, entries[entry]);
        }
      }
    }
  }
}
