package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds windows of four bytes at every place, two places by one look-up: the windows at two
 * neighbouring places share three bytes. A hash of these chooses a word of 64 bits, and the byte
 * that is left over, before or behind them, a bit in one of its halves. Eight words are gathered at
 * a time. Immutable.
 *
 * <pre>
 *   window at p        a b c d         word of hash(b c d), lower half, bit of a
 *   window at p + 1      b c d e       the same word, upper half, bit of e
 * </pre>
 */
final class PairedHashes implements PlaceFinder {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;

  /** Words that are gathered at a time, and the bytes whose windows these are for. */
  private static final int GATHERED = 8;

  private static final int HALF = 4 * GATHERED;

  /** Bytes that are looked at together, and up to where some are read. */
  private static final int BLOCK = 2 * HALF;

  private static final int READ = 2 + HALF + BLOCK;

  /** Each byte in four as the one before the middle bytes, then the next such byte behind them. */
  private static final VectorShuffle<Integer> SIDES =
      VectorShuffle.fromOp(INTS, lane -> lane + 1 >>> 1);

  /** Of each four places, those of such a pair of windows. */
  private static final long PAIRS = 0x33333333L;

  private static final int HASH = 0x9E3779B1;
  private static final int MIDDLE = 0xffffff;
  private static final int MIDDLE_BITS = 24;
  private static final int LAST_BIT = Integer.SIZE - 1;

  /** Words at least and at most, as powers of two, and words for each window. */
  private static final int LEAST_LOG = 9;

  private static final int MOST_LOG = 15;
  private static final int WORDS_PER_KEY = 2;

  private final long[] words;
  private final int shift;
  private final int fold;

  /**
   * A finder.
   *
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   */
  PairedHashes(int fold, int[] keys) {
    this.fold = fold & MIDDLE;
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(keys.length * WORDS_PER_KEY);
    log = Math.clamp(log, LEAST_LOG, MOST_LOG);
    this.words = new long[1 << log];
    this.shift = Integer.SIZE - log;
    for (int key : keys) {
      words[index(key >>> Byte.SIZE)] |= 1L << bit(key);
      words[index(key & MIDDLE)] |= 1L << Integer.SIZE + bit(key >>> MIDDLE_BITS);
    }
  }

  /** Whether windows of a width are found so, at a stride. */
  static boolean isFor(int width, int stride) {
    return width == Integer.BYTES && stride == 1 && Vectors.shuffles();
  }

  private int index(int middle) {
    return (middle | fold) * HASH >>> shift;
  }

  /** The bit of a half word for a byte; shifted to the left by the byte, it is the sign. */
  private static int bit(int symbol) {
    return LAST_BIT - (symbol & LAST_BIT);
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places) {
    int last = Math.min(to - BLOCK - Integer.BYTES + 1, input.length - READ);
    int[] indices = new int[2 * GATHERED];
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

  /** A bit for each fourth place from an index on, and for those right behind. */
  private long ask(byte[] input, int index, int[] indices) {
    ByteVector.fromArray(BYTES, input, index + 1)
        .reinterpretAsInts()
        .and(MIDDLE)
        .or(fold)
        .mul(HASH)
        .lanewise(VectorOperators.LSHR, shift)
        .intoArray(indices, 0);
    return Long.expand(
        askHalf(input, index, indices, 0)
            | askHalf(input, index + HALF, indices, GATHERED) << 2 * GATHERED,
        PAIRS | PAIRS << Integer.SIZE);
  }

  private long askHalf(byte[] input, int index, int[] indices, int from) {
    IntVector sides =
        ByteVector.fromArray(BYTES, input, index).reinterpretAsInts().rearrange(SIDES);
    // A shift uses the low five bits of what it is told to shift by.
    return LongVector.fromArray(LONGS, words, 0, indices, from)
        .reinterpretAsInts()
        .lanewise(VectorOperators.LSHL, sides)
        .compare(VectorOperators.LT, 0)
        .toLong();
  }

  private int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    int count = before;
    for (int p = from; p <= to - Integer.BYTES; p++) {
      int key = (int) INT.get(input, p);
      places[count] = p;
      count += (int) (words[index(key >>> Byte.SIZE)] >>> bit(key)) & 1;
    }
    return count;
  }
}
