package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds windows of four bytes at every place, two places by one look-up: the windows at two
 * neighbouring places share three bytes. A hash of these chooses a word of 32 bits, and four bits
 * of the byte that is left over, before or behind them, a bit in one of its halves. 16 words are
 * gathered at a time, or 8 ({@link NarrowPairedHashes}): as many look-ups as for a stride of two.
 * Immutable.
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

  /** A product with it does not depend on the highest byte of an int, which is a window's last. */
  static final int HASH = 0x9E3779B1 << Byte.SIZE;

  static final int LAST = 3 * Byte.SIZE;

  /** Bits of half a word. */
  static final int HALF = Short.SIZE;

  /** Words at least and at most, as powers of two, and words for each window. */
  private static final int LEAST_LOG = 10;

  private static final int MOST_LOG = 16;
  private static final int WORDS_PER_KEY = 4;

  final int[] words;
  final int shift;
  final int fold;

  /**
   * A finder.
   *
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   */
  PairedHashes(int fold, int[] keys) {
    this(fold, keys, WORDS_PER_KEY);
  }

  /** A finder with so many words for each window, or up to twice as many. */
  PairedHashes(int fold, int[] keys, int wordsPerKey) {
    this.fold = fold;
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(keys.length * wordsPerKey);
    log = Math.clamp(log, LEAST_LOG, MOST_LOG);
    this.words = new int[1 << log];
    this.shift = Integer.SIZE - log;
    for (int key : keys) {
      words[index(key >>> Byte.SIZE)] |= 1 << bit(key);
      words[index(key)] |= 1 << HALF + bit(key >>> LAST);
    }
  }

  /** The number of the word for three bytes, the lowest ones. */
  private int index(int middle) {
    return (middle | fold) * HASH >>> shift;
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
      long found = ask(input, p, indices) | ask(input, p + 2, indices) << 2;
      int slot = n & PlaceMasks.LATER - 1;
      count = PlaceMasks.add(waiting[slot], PlaceMasks.before(p), places, count);
      waiting[slot] = found;
    }
    count = PlaceMasks.addAll(waiting, n, p, places, count);
    return findOneByOne(input, p, to, places, count);
  }

  /** A finder by vectors of 64 bytes, or 32. */
  static PairedHashes of(int fold, int[] keys) {
    return Vectors.shuffles() ? new PairedHashes(fold, keys) : new NarrowPairedHashes(fold, keys);
  }

  /** A bit for each fourth place from an index on, and for those right behind. */
  private long ask(byte[] input, int index, int[] indices) {
    IntVector before = ByteVector.fromArray(BYTES, input, index).reinterpretAsInts();
    IntVector behind = ByteVector.fromArray(BYTES, input, index + 1).reinterpretAsInts();
    behind.or(fold).mul(HASH).lanewise(VectorOperators.LSHR, shift).intoArray(indices, 0);
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
    for (int p = from; p <= to - Integer.BYTES; p++) {
      int key = (int) INT.get(input, p);
      places[count] = p;
      count += words[index(key >>> Byte.SIZE)] >>> bit(key) & 1;
    }
    return count;
  }
}
