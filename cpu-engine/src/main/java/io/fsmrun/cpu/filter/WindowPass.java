package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the places where one of many windows of 2, 3 or 4 bytes begins, or of more ({@link
 * WideHashes}), at every place or at some ({@link Stride}): what a {@link PlaceFinder} lets through
 * is looked up in a {@link WindowTable}. Immutable.
 *
 * <pre>
 *   rows    rowStart[row] .. rowStart[row + 1]   entries: which factor, and where in it
 * </pre>
 */
final class WindowPass implements SearchPass {

  private static final int UNEVEN = 16;

  /** Where needed bytes are rare, so much is searched for the sake of one, at first and at most. */
  static final int LEAST_SEARCHED = 1 << 10;

  private static final int MOST_SEARCHED = 1 << 20;

  /**
   * In so many bytes places are collected at a time, which bounds the memory for them: whole words
   * of 64 places, whatever the stride.
   */
  private static final int BYTES_AT_ONCE = 3 << 12;

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
  private final Stride stride;
  private final PlaceFinder finder;

  /** What it is expected to cost, but for the windows that it finds. */
  private final double nanos;

  /** Bytes without which there is nothing to be found. */
  private final Optional<NeededBytes> needed;

  private final WindowTable table;
  private final int[] rowStart;
  private final RowSplit split;
  private final int[] entries;

  /**
   * Whether some rows are split, or rows often have more than one entry, so that their number is
   * hard to guess.
   */
  private final boolean uneven;

  /** How far strings reach at most before a window's first byte, and from there on. */
  private final int mostBefore;

  private final int mostBehind;

  /**
   * A pass.
   *
   * @param width bytes of a window
   * @param stride at which places it looks
   * @param folded whether bit 5 of every byte is set before windows are compared
   * @param windows what to find, by {@link WindowKeys numbers}; already folded
   * @param factors all factors
   * @param strings their strings
   * @param model says which bytes are rare
   */
  WindowPass(
      int width,
      Stride stride,
      boolean folded,
      Entries windows,
      List<Factor> factors,
      SharedBits strings,
      ByteModel model) {
    this.width = width;
    this.stride = stride;
    int foldMask = WindowKeys.fold(width, folded);
    long[] sorted = windows.sorted();
    int rows = 0;
    for (int i = 0; i < sorted.length; i++) {
      rows += i == 0 || Entries.key(sorted[i]) != Entries.key(sorted[i - 1]) ? 1 : 0;
    }
    this.rowStart = new int[rows + 1];
    this.entries = new int[sorted.length];
    int[] keys = new int[rows];
    fill(sorted, keys);
    this.needed = NeededBytes.of(factors, entries, model);
    this.split = new RowSplit(factors, rowStart, entries);
    this.table = table(foldMask, keys, strings);
    this.uneven = !split.isWhole() || sorted.length - rows > rows / UNEVEN;
    int before = 0;
    int behind = 0;
    for (int e = 0; e < sorted.length; e++) {
      int length = factors.get(FoundEntry.factor(entries[e])).string().size();
      before = Math.max(before, FoundEntry.offset(entries[e]));
      behind = Math.max(behind, length - FoundEntry.offset(entries[e]));
    }
    this.mostBefore = before;
    this.mostBehind = behind;
    if (WindowKeys.isWide(width)) {
      this.nanos = SearchCosts.wideNanos(stride, keys.length);
      this.finder = wide(foldMask, keys);
      return;
    }
    HashFinder hashes = new HashFinder(width, stride, foldMask, keys);
    Optional<NibbleBuckets> nibbles = nibbles(foldMask, keys, factors, hashes, model);
    Optional<ByteBuckets> buckets = buckets(foldMask, keys, factors, model);
    // Without vectors nothing may be loaded that has to do with them.
    if (nibbles.isPresent()) {
      this.nanos = nibbles.get().nanos();
      this.finder = tried(nibbles.get(), nibbles.get().trial(), hashes, keys);
      return;
    }
    if (buckets.isPresent()) {
      TabulatedHashes dealt = new TabulatedHashes(width, buckets.get(), hashes);
      this.nanos = TabulatedHashes.nanos(buckets.get());
      this.finder = tried(dealt, dealt.trial(), hashes, keys);
      return;
    }
    this.nanos = SearchCosts.nanosWithoutHalves(width, stride, keys.length);
    if (SearchCosts.isTabulated(width, stride, keys.length)) {
      TabulatedHashes tabulated =
          new TabulatedHashes(width, foldMask, keys, hashes, model.usualWindows());
      this.finder = tried(tabulated, tabulated.trial(), hashes, keys);
    } else if (SearchCosts.isPaired(width, stride)) {
      this.finder =
          tried(
              PairedHashes.of(stride, foldMask, keys, model.usualWindows()),
              PairedHashes.TRIAL,
              hashes,
              keys);
    } else if (SearchCosts.isBucketed(width, stride, keys.length)) {
      HashFinder plain = hashes.withoutVectors(keys);
      this.finder = new ShiftOrBuckets(width, stride, foldMask, keys, plain);
    } else if (HashFinder.isVectorised(stride)) {
      this.finder = tried(hashes, hashes.trial(), hashes, keys);
    } else {
      this.finder = hashes;
    }
  }

  private PlaceFinder wide(int foldMask, int[] keys) {
    if (!Vectors.compares()) {
      return WideHashes.plain(width, stride, foldMask, keys);
    }
    WideHashes vectors = WideHashes.byVectors(width, stride, foldMask, keys);
    VectorTrial trial = NarrowHashes.WIDE_TRIAL;
    return trial.isOver()
        ? vectors
        : new TriedFinder(width, vectors, WideHashes.plain(width, stride, foldMask, keys), trial);
  }

  /** A finder by tables of half bytes, where that is the best one. */
  private Optional<NibbleBuckets> nibbles(
      int foldMask, int[] keys, List<Factor> factors, HashFinder hashes, ByteModel model) {
    if (!SearchCosts.mayBeInNibbles(width, stride, keys.length)) {
      return Optional.empty();
    }
    NibbleBuckets.Surroundings surroundings =
        (row, offset) -> surroundings(foldMask, keys[row], row, offset, factors);
    HashFinder plain = hashes.withoutVectors(keys);
    return NibbleBuckets.of(width, keys.length, surroundings, plain, model)
        .filter(found -> found.nanos() < SearchCosts.nanosInMemory(width, stride, keys.length));
  }

  /** Tables by which few windows are found, with what is behind narrow ones, if that is best. */
  private Optional<ByteBuckets> buckets(
      int foldMask, int[] keys, List<Factor> factors, ByteModel model) {
    if (keys.length == 0 || !SearchCosts.mayBeInBuckets(stride, keys.length)) {
      return Optional.empty();
    }
    List<List<SymbolSet>> strings =
        IntStream.range(0, keys.length)
            .boxed()
            .flatMap(
                row ->
                    IntStream.range(rowStart[row], rowStart[row + 1])
                        .mapToObj(e -> behind(foldMask, keys[row], entries[e], factors)))
            .distinct()
            .limit(ByteBuckets.MOST_STRINGS + 1L)
            .toList();
    if (strings.size() > ByteBuckets.MOST_STRINGS) {
      return Optional.empty();
    }
    double without = SearchCosts.nanosWithoutHalves(width, stride, keys.length);
    return Optional.of(new ByteBuckets(strings, model))
        .filter(found -> TabulatedHashes.nanos(found) < without);
  }

  /** What may be from a window's first byte on, if an entry's string is there. */
  private List<SymbolSet> behind(int foldMask, int key, int entry, List<Factor> factors) {
    return IntStream.range(0, ByteBuckets.LENGTH)
        .mapToObj(offset -> around(foldMask, key, entry, offset, factors))
        .toList();
  }

  /** What may be at a place from a window's first byte on, if one of its strings is there. */
  private SymbolSet surroundings(int foldMask, int key, int row, int offset, List<Factor> factors) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int e = rowStart[row]; e < rowStart[row + 1]; e++) {
      set = set.or(around(foldMask, key, entries[e], offset, factors));
    }
    return set;
  }

  /** The same of the string of one entry. */
  private SymbolSet around(int foldMask, int key, int entry, int offset, List<Factor> factors) {
    List<SymbolSet> string = factors.get(FoundEntry.factor(entry)).string();
    int at = FoundEntry.offset(entry) + offset;
    SymbolSet set = at >= 0 && at < string.size() ? string.get(at) : SymbolSet.ALL;
    return offset >= 0 && offset < width ? set.and(folded(foldMask, key, offset)) : set;
  }

  /** The bytes that are one of a key's when it is folded. */
  private static SymbolSet folded(int foldMask, int key, int offset) {
    int shift = offset * Byte.SIZE;
    int symbol = key >>> shift & SymbolSet.ALPHABET_SIZE - 1;
    int fold = foldMask >>> shift & SymbolSet.ALPHABET_SIZE - 1;
    return SymbolSet.of(symbol).or(SymbolSet.of(symbol & ~fold));
  }

  /** A finder by vectors, with one beside it that is not needed once the trial is over. */
  private PlaceFinder tried(PlaceFinder vectors, VectorTrial trial, HashFinder hashes, int[] keys) {
    return trial.isOver()
        ? vectors
        : new TriedFinder(width, vectors, hashes.withoutVectors(keys), trial);
  }

  /** Fills rows and keys. */
  private void fill(long[] sorted, int[] keys) {
    int at = 0;
    for (int row = 0; row < keys.length; row++) {
      keys[row] = Entries.key(sorted[at]);
      rowStart[row] = at;
      for (; at < sorted.length && Entries.key(sorted[at]) == keys[row]; at++) {
        entries[at] = (int) sorted[at];
      }
    }
    rowStart[keys.length] = at;
  }

  private WindowTable table(int foldMask, int[] keys, SharedBits strings) {
    boolean beside = split.isMostlySplit();
    Agreement agreement = new Agreement(width);
    WindowTable.Row[] rows = new WindowTable.Row[keys.length];
    for (int row = 0; row < keys.length; row++) {
      agreement.clear();
      // What bytes beside the window tell apart is not asked to agree on others.
      int list = RowSplit.listOfRow(row);
      int from = beside ? split.listStart(list) : rowStart[row];
      int to = beside ? split.listEnd(list) : rowStart[row + 1];
      for (int e = from; e < to; e++) {
        int entry = beside ? split.entryAt(e) : entries[e];
        int factor = FoundEntry.factor(entry);
        agreement.add(strings.masks(factor), strings.members(factor), FoundEntry.offset(entry));
      }
      rows[row] = from == to ? WindowTable.Row.never(keys[row]) : agreement.row(keys[row]);
    }
    return new WindowTable(width, foldMask, rows, beside ? split : null);
  }

  int width() {
    return width;
  }

  /** What the pass is expected to cost, but for the windows that it finds, per byte. */
  double nanos() {
    return nanos;
  }

  /** Needed bytes may be anywhere in a string. */
  @Override
  public boolean isFarSighted() {
    return needed.isPresent();
  }

  @Override
  public boolean isTried() {
    return finder instanceof TriedFinder tried && tried.isTried();
  }

  Stride stride() {
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

  @Override
  public int compares(int row) {
    return split.most(row);
  }

  /**
   * Finds places that may begin a window.
   *
   * @param from index of the first place
   * @param to windows end here at the latest
   * @param places takes the indices, ascending; room for all places between, and one more
   * @param words scratch
   * @return how many
   */
  int collect(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    return finder.find(input, from, to, places, words);
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    if (needed.isEmpty()) {
      search(input, lowest, from, to, to, found);
    } else {
      searchAround(needed.get(), input, lowest, from, to, found);
    }
  }

  /**
   * Searches around needed bytes. If they turn out to be frequent, all is searched, in pieces that
   * become longer.
   */
  private void searchAround(
      NeededBytes bytes, byte[] input, int lowest, int from, int to, Found found) {
    int length = LEAST_SEARCHED;
    for (int at = from; at <= to - width; ) {
      int first = bytes.first(input, Math.max(lowest, at + bytes.least()), to);
      if (first == to) {
        return;
      }
      int start = Math.max(at, first - bytes.most());
      if (start > to - width) {
        return;
      }
      length = start - at < length ? Math.min(2 * length, MOST_SEARCHED) : LEAST_SEARCHED;
      int end = Math.min(to, start + length);
      search(input, lowest, start, end, to, found);
      at = end - width + 1;
    }
  }

  /** Searches for windows up to an index, and strings up to another. */
  private void search(byte[] input, int lowest, int from, int windowsTo, int to, Found found) {
    Candidates candidates = new Candidates(input, lowest, to, found);
    int at = from;
    // What is left over must not be short.
    for (; windowsTo - at > BYTES_AT_ONCE + BYTES_AT_ONCE / 2; at += BYTES_AT_ONCE) {
      searchSome(input, at, at + BYTES_AT_ONCE - 1 + width, candidates);
    }
    searchSome(input, at, windowsTo, candidates);
    candidates.end();
  }

  private void searchSome(byte[] input, int from, int windowsTo, Candidates candidates) {
    Found found = candidates.found;
    int[] places = found.places(windowsTo - from + 1 + PlaceMasks.SLACK);
    int[] rows = found.others(windowsTo - from + 1);
    int count = collect(input, from, windowsTo, places, found.words());
    count = found.keep(table, input, places, count, rows);
    // In fewer bytes than four there is no string of a part.
    if (uneven && input.length >= Integer.BYTES) {
      addUneven(places, rows, count, candidates);
    } else {
      for (int i = 0; i < count; i++) {
        candidates.add(places[i], RowSplit.listOfRow(rows[i]));
      }
    }
  }

  /** Adds what is to be compared where rows often have more than one entry. */
  private void addUneven(int[] places, int[] rows, int count, Candidates candidates) {
    byte[] input = candidates.input;
    long[] waiting = candidates.waiting;
    int first = candidates.lowest + mostBefore;
    int last = candidates.to - mostBehind;
    int pending = candidates.pending;
    for (int i = 0; i < count; i++) {
      int place = places[i];
      int few = split.few(rows[i]);
      int beside = split.fewBeside(input, place, rows[i]);
      if (pending > waiting.length - 2 * RowSplit.FEW) {
        pending = candidates.compare(pending);
      }
      if (place < first
          || place > last
          || (few & RowSplit.FEW) == RowSplit.FEW
          || (beside & RowSplit.FEW) == RowSplit.FEW) {
        candidates.pending = pending;
        candidates.add(place, RowSplit.listOfRow(rows[i]));
        candidates.add(place, split.listBeside(input, place, rows[i]));
        pending = candidates.pending;
        continue;
      }
      // To write two, whether they are there or not, needs no guess.
      int entry = few >>> RowSplit.FEW_BITS;
      waiting[pending] = Found.candidate(place, split.entryAt(entry));
      waiting[pending + 1] = Found.candidate(place, split.entryAt(entry + 1));
      pending += few & RowSplit.FEW;
      entry = beside >>> RowSplit.FEW_BITS;
      waiting[pending] = Found.candidate(place, split.entryAt(entry));
      waiting[pending + 1] = Found.candidate(place, split.entryAt(entry + 1));
      pending += beside & RowSplit.FEW;
    }
    candidates.pending = pending;
  }

  /** Takes entries to be compared, many together, so that one need not wait for the other. */
  private final class Candidates {

    private final byte[] input;
    private final int lowest;
    private final int to;
    private final Found found;
    private final long[] waiting;
    private int pending;

    Candidates(byte[] input, int lowest, int to, Found found) {
      this.input = input;
      this.lowest = lowest;
      this.to = to;
      this.found = found;
      this.waiting = found.candidates();
    }

    /** Adds those entries of a list whose strings lie inside the bounds. */
    void add(int place, int list) {
      FactorTable factors = found.factors();
      boolean sure = place - lowest >= mostBefore && to - place >= mostBehind;
      for (int e = split.listStart(list); e < split.listEnd(list); e++) {
        if (pending == waiting.length) {
          end();
        }
        int entry = split.entryAt(e);
        int start = place - FoundEntry.offset(entry);
        waiting[pending] = Found.candidate(place, entry);
        boolean inside =
            sure || start >= lowest && start + factors.length(FoundEntry.factor(entry)) <= to;
        pending += inside ? 1 : 0;
        if (!inside && start >= lowest && place + SIGHT <= to) {
          found.leaveOpen(FoundEntry.factor(entry), input, start, to);
        }
      }
    }

    /** Compares what waits. */
    void end() {
      pending = compare(pending);
    }

    /** Compares so many; returns how many wait then. */
    int compare(int count) {
      found.addMatching(waiting, count, input, 0);
      return 0;
    }
  }
}
