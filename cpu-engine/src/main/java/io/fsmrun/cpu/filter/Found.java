package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * What passes have found in a block, and scratch memory for them. Mutable, for one thread.
 *
 * <pre>
 *   63              32 31         0
 *   place in the input  FoundEntry
 * </pre>
 */
final class Found {

  /** So many are compared together. */
  static final int CANDIDATES = 256;

  /** Of so many pieces, as a power of two, one is counted, but for the first ones. */
  private static final int COUNTED_LOG = 3;

  private static final int ALL_COUNTED = 64;

  /** Odd, and its multiples lie far apart (Fibonacci hashing). */
  private static final int DRAW = 0x9E3779B1;

  private final FactorTable factors;

  /** Pieces in which windows were found, modulo a power of two. */
  private int pieces;

  private long[] packed = new long[1024];
  private long[] spare = new long[0];
  private int size;
  private boolean open;
  private int passStart;
  private int rowBase;
  private int[] rowCounts = new int[0];

  private int[] places = new int[0];
  private int[] others = new int[0];
  private long[] masks = new long[0];
  private long[] otherMasks = new long[0];
  private final long[] candidates = new long[CANDIDATES];
  private final PlaceMasks.Words words = new PlaceMasks.Words();
  private final RowKernel.Hits hits = new RowKernel.Hits();
  private PlacesByClass placesByClass;

  Found(FactorTable factors) {
    this.factors = factors;
  }

  /** Makes room for what some passes need, so that a first scan does not wait for it. */
  void prepare(FilterPasses passes) {
    if (passes.usesClasses()) {
      placesByClass();
    }
  }

  FactorTable factors() {
    return factors;
  }

  /** Forgets what was found. */
  void clear(int[] counts) {
    size = 0;
    open = false;
    passStart = 0;
    rowCounts = counts;
  }

  /** Whether a string may go on behind what was searched. */
  boolean isOpen() {
    return open;
  }

  /** Notes that, if a string is what lies from its start up to an index, as far as that is. */
  void leaveOpen(int factor, byte[] input, int start, int to) {
    open = open || factors.matchesUpTo(factor, input, start, to);
  }

  /** Starts a pass, whose rows are numbered from a number on. */
  void startPass(int firstRow) {
    passStart = size;
    rowBase = firstRow;
  }

  /** Adds what was found at a place. */
  void add(int place, int entry) {
    add(place, entry, 1);
  }

  /** Adds what was found at a place if a number is 1, and nothing if it is 0. */
  void add(int place, int entry, int oneOrNone) {
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, 2 * size);
    }
    packed[size] = candidate(place, entry);
    size += oneOrNone;
  }

  /** Something to be compared. */
  static long candidate(int place, int entry) {
    return (long) place << Integer.SIZE | entry;
  }

  /**
   * Adds those of some candidates whose strings lie where they must.
   *
   * @param candidates see {@link #candidate}
   * @param known how many sets from the window's start on are known to lie there
   */
  void addMatching(long[] candidates, int count, byte[] input, int known) {
    if (packed.length - size < count) {
      packed = Arrays.copyOf(packed, 2 * Math.max(size, count));
    }
    long[] to = packed;
    int kept = size;
    for (int i = 0; i < count; i++) {
      int factor = FoundEntry.factor((int) candidates[i]);
      to[kept] = candidates[i];
      kept += factors.mayMatch(factor, input, start(candidates[i])) ? 1 : 0;
    }
    int first = size;
    size = kept;
    keepMatching(first, input, known);
  }

  private void keepMatching(int first, byte[] input, int known) {
    int kept = first;
    for (int i = first; i < size; i++) {
      packed[kept] = packed[i];
      kept += matchesBeside((int) packed[i], input, start(packed[i]), known) ? 1 : 0;
    }
    size = kept;
  }

  private boolean matchesBeside(int entry, byte[] input, int start, int known) {
    return factors.matchesBeside(
        FoundEntry.factor(entry), input, start, FoundEntry.offset(entry), known);
  }

  /** Where the string of a packed entry starts. */
  private static int start(long packed) {
    return (int) (packed >>> Integer.SIZE) - FoundEntry.offset((int) packed);
  }

  /** Counts that a row was found. */
  void countRow(int row) {
    rowCounts[rowBase + row]++;
  }

  /**
   * Keeps the places where a window of the pass lies, and counts.
   *
   * @param atPlaces indices, ascending; overwritten with those that remain
   * @param rows takes the row of each
   * @return how many remain
   */
  int keep(WindowTable table, byte[] input, int[] atPlaces, int count, int[] rows) {
    return table.keep(input, atPlaces, count, rows, rowCounts, rowBase, weight());
  }

  /**
   * How much what is found now counts for: at first all of it, later one of some pieces of the
   * input, drawn so that no order of an input's own has the same ones.
   */
  private int weight() {
    pieces++;
    boolean isDrawn = pieces * DRAW >>> Integer.SIZE - COUNTED_LOG == 0;
    return pieces <= ALL_COUNTED ? 1 : isDrawn ? 1 << COUNTED_LOG : 0;
  }

  /** Puts what the pass has found so far in order. */
  void sortPass() {
    Arrays.sort(packed, passStart, size);
  }

  /**
   * Puts in order what was found at some places.
   *
   * @param first how many were found before
   * @param base the place that those count from
   */
  void order(PlacesByClass block, int first, int base) {
    takeSpare(size - first);
    block.order(packed, first, size, base, spare);
    System.arraycopy(spare, 0, packed, first, size - first);
  }

  private void takeSpare(int count) {
    if (spare.length < count) {
      spare = new long[count + count / 4];
    }
  }

  /** Ends a pass: puts what it found, which is in order, between what was found before. */
  void endPass() {
    int second = size - passStart;
    if (passStart == 0 || second == 0) {
      return;
    }
    takeSpare(second);
    System.arraycopy(packed, passStart, spare, 0, second);
    int i = passStart - 1;
    int j = second - 1;
    for (int to = size - 1; j >= 0; to--) {
      packed[to] = i >= 0 && packed[i] > spare[j] ? packed[i--] : spare[j--];
    }
  }

  int size() {
    return size;
  }

  int place(int index) {
    return (int) (packed[index] >>> Integer.SIZE);
  }

  int entry(int index) {
    return (int) packed[index];
  }

  /** Scratch memory for so many numbers; what it holds is kept when it grows. */
  int[] places(int count) {
    if (places.length < count) {
      places = Arrays.copyOf(places, count + count / 4);
    }
    return places;
  }

  /** More of it. */
  int[] others(int count) {
    if (others.length < count) {
      others = Arrays.copyOf(others, count + count / 4);
    }
    return others;
  }

  /** Room for so many words of bits. */
  long[] masks(int count) {
    if (masks.length < count) {
      masks = new long[count + count / 4];
    }
    return masks;
  }

  /** Room for words of marks. */
  PlaceMasks.Words words() {
    return words;
  }

  /** Room for {@link #CANDIDATES}. */
  long[] candidates() {
    return candidates;
  }

  /** More words of bits. */
  long[] otherMasks(int count) {
    if (otherMasks.length < count) {
      otherMasks = new long[count + count / 4];
    }
    return otherMasks;
  }

  /** Room for places in the order of their classes. */
  PlacesByClass placesByClass() {
    if (placesByClass == null) {
      placesByClass = new PlacesByClass();
    }
    return placesByClass;
  }

  /** Room for hits; empty. */
  RowKernel.Hits hits() {
    hits.clear();
    return hits;
  }
}
