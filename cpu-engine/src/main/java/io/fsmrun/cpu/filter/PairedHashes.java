package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds windows of four bytes at every place, or at two of four, two places by one look-up: the
 * windows at two neighbouring places share three bytes. A hash of these chooses a word of 32 bits,
 * and four bits of the byte that is left over, before or behind them, a bit in one of its halves.
 * 16 words are gathered at a time, or 8 ({@link NarrowPairedHashes}): as many look-ups as for a
 * stride of two. Immutable.
 *
 * <pre>
 *   window at p        a b c d         word of hash(b c d), lower half, bit of a
 *   window at p + 1      b c d e       the same word, upper half, bit of e
 * </pre>
 */
sealed class PairedHashes implements PlaceFinder permits NarrowPairedHashes {

  /** The trial of the loop, for vectors of either length: a processor uses one. */
  static final VectorTrial TRIAL = new VectorTrial(1 << 10);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  /** Words that are gathered at a time. */
  private static final int GATHERED = 16;

  /** Bytes that are looked at together, and up to where some are read. */
  private static final int BLOCK = 4 * GATHERED;

  private static final int READ = 3 + BLOCK;

  private static final long EVERY_FOURTH = 0x1111111111111111L;

  private static final int HASH = 0x9E3779B1;

  /** So many factors are tried. */
  private static final int FACTORS = 8;

  static final int LAST = 3 * Byte.SIZE;

  /** Bits of half a word. */
  static final int HALF = Short.SIZE;

  /** Words at least and at most, as powers of two, and words for each window. */
  private static final int LEAST_LOG = 10;

  private static final int MOST_LOG = 16;
  private static final int WORDS_PER_KEY = 4;

  final Stride stride;
  final int fold;
  final int shift;

  /** A product with it does not depend on the highest byte of an int, which is a window's last. */
  final int factor;

  final int[] words;

  /** The part of usual windows that pass though they are not looked for. */
  private final double mistaken;

  /**
   * A finder.
   *
   * @param stride every place, or two of four
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   * @param usual windows of inputs; few of those that are not looked for are let through
   */
  PairedHashes(Stride stride, int fold, int[] keys, int[] usual) {
    this(stride, fold, keys, usual, WORDS_PER_KEY);
  }

  /** A finder with so many words for each window, or up to twice as many. */
  PairedHashes(Stride stride, int fold, int[] keys, int[] usual, int wordsPerKey) {
    this.stride = stride;
    this.fold = fold;
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(keys.length * wordsPerKey);
    log = Math.clamp(log, LEAST_LOG, MOST_LOG);
    this.shift = Integer.SIZE - log;
    IntSet looked = new IntOpenHashSet(keys);
    int[] others =
        IntStream.of(usual).map(window -> window | fold).filter(w -> !looked.contains(w)).toArray();
    int best = 0;
    int[] chosen = {};
    int least = Integer.MAX_VALUE;
    // What one factor puts beside a frequent window, another does not.
    for (int n = 0; n < FACTORS && least > 0; n++) {
      int tried = HASH * (2 * n + 1) << Byte.SIZE;
      int[] table = words(log, tried, keys);
      int passing = (int) IntStream.of(others).filter(w -> lets(table, tried, w)).count();
      if (passing < least) {
        least = passing;
        best = tried;
        chosen = table;
      }
    }
    this.factor = best;
    this.words = chosen;
    this.mistaken = (double) least / Math.max(1, usual.length);
  }

  private int[] words(int log, int by, int[] keys) {
    int[] table = new int[1 << log];
    for (int key : keys) {
      table[index(key >>> Byte.SIZE, by)] |= 1 << bit(key);
      table[index(key, by)] |= 1 << HALF + bit(key >>> LAST);
    }
    return table;
  }

  /**
   * The part of usual windows that pass by mistake, at the first of two places or at the second.
   */
  double mistaken() {
    return mistaken;
  }

  /** Whether a window passes at the first of two places, or at the second. */
  private boolean lets(int[] table, int by, int window) {
    int first = table[index(window >>> Byte.SIZE, by)] >>> bit(window);
    int second = table[index(window, by)] >>> HALF + bit(window >>> LAST);
    return ((first | second) & 1) != 0;
  }

  /** The number of the word for three bytes, the lowest ones. */
  private int index(int middle, int by) {
    return (middle | fold) * by >>> shift;
  }

  /** The bit of a half word for a byte; shifted to the left by the byte, it is the half's sign. */
  private static int bit(int symbol) {
    return HALF - 1 - (symbol & HALF - 1);
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int last = Math.min(to - BLOCK - Integer.BYTES + 1, input.length - READ);
    int[] indices = new int[GATHERED];
    long[] waiting = new long[PlaceMasks.LATER];
    int count = 0;
    int n = 0;
    int p = from;
    for (; p <= last; p += BLOCK, n++) {
      long found = ask(input, p, indices);
      if (stride == Stride.EVERY) {
        found |= ask(input, p + 2, indices) << 2;
      }
      int slot = n & PlaceMasks.LATER - 1;
      count = PlaceMasks.add(waiting[slot], PlaceMasks.before(p), places, count);
      waiting[slot] = found;
    }
    count = PlaceMasks.addAll(waiting, n, p, places, count);
    return findOneByOne(input, p, to, places, count);
  }

  /** A finder by vectors of 64 bytes, or 32. */
  static PairedHashes of(Stride stride, int fold, int[] keys, int[] usual) {
    return Vectors.shuffles()
        ? new PairedHashes(stride, fold, keys, usual)
        : new NarrowPairedHashes(stride, fold, keys, usual);
  }

  /** A bit for each fourth place from an index on, and for those right behind. */
  private long ask(byte[] input, int index, int[] indices) {
    IntVector before = ByteVector.fromArray(BYTES, input, index).reinterpretAsInts();
    IntVector behind = ByteVector.fromArray(BYTES, input, index + 1).reinterpretAsInts();
    behind.or(fold).mul(factor).lanewise(VectorOperators.LSHR, shift).intoArray(indices, 0);
    IntVector found = IntVector.fromArray(INTS, words, 0, indices, 0);
    // A shift uses the low five bits of what it is told to shift by.
    long first =
        found
            .lanewise(VectorOperators.LSHL, before.or(HALF))
            .compare(VectorOperators.LT, 0)
            .toLong();
    IntVector last = behind.lanewise(VectorOperators.LSHR, LAST).and(HALF - 1);
    long second =
        found.lanewise(VectorOperators.LSHL, last).compare(VectorOperators.LT, 0).toLong();
    return Long.expand(first, EVERY_FOURTH) | Long.expand(second, EVERY_FOURTH << 1);
  }

  /** Finds places behind those that were found, without vectors. */
  final int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    int count = before;
    for (int p = from; p <= to - Integer.BYTES; p += stride.toNext(p - from)) {
      int key = (int) INT.get(input, p);
      places[count] = p;
      count += words[index(key >>> Byte.SIZE, factor)] >>> bit(key) & 1;
    }
    return count;
  }
}
