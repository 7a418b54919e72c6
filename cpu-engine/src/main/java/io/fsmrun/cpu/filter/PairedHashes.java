package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Processor;
import io.fsmrun.cpu.vector.VectorTrial;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds windows of four bytes at every place, or at two of four, two places by one look-up: the
 * windows at two neighbouring places share three bytes. A hash of these chooses a word of 32 bits,
 * and four bits of the byte that is left over, before or behind them, a bit in one of its halves.
 * 16 words are gathered at a time, or looked up one by one where processors gather slowly ({@link
 * PairedLookUps}, {@link NarrowPairedHashes}): as many look-ups as for a stride of two. Immutable.
 *
 * <pre>
 *   window at p        a b c d         word of hash(b c d), lower half, bit of a
 *   window at p + 1      b c d e       the same word, upper half, bit of e
 * </pre>
 */
sealed class PairedHashes implements PlaceFinder permits NarrowPairedHashes, PairedLookUps {

  /** The trial of the loop, for vectors of either length: a processor uses one. */
  static final VectorTrial TRIAL = new VectorTrial(1 << 10);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  /** Words that are gathered at a time. */
  private static final int GATHERED = 16;

  /** Bytes that are looked at together, and up to where some are read. */
  static final int BLOCK = 4 * GATHERED;

  static final int READ = 3 + BLOCK;

  static final long EVERY_FOURTH = 0x1111111111111111L;

  final Stride stride;
  final int fold;
  final int shift;
  final int factor;
  final int[] words;
  private final PairedWords table;

  /**
   * A finder.
   *
   * @param stride every place, or two of four
   * @param table the windows
   */
  PairedHashes(Stride stride, PairedWords table) {
    this.stride = stride;
    this.table = table;
    this.fold = table.fold;
    this.shift = table.shift;
    this.factor = table.factor;
    this.words = table.words;
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

  /**
   * The finder for this processor, by vectors of 64 bytes, or 32.
   *
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   * @param usual windows of inputs
   */
  static PairedHashes of(Stride stride, int fold, int[] keys, int[] usual) {
    boolean narrow = !Vectors.shuffles();
    PairedWords table = new PairedWords(fold, keys, usual, narrow);
    if (narrow) {
      return new NarrowPairedHashes(stride, table);
    }
    return Processor.gathersFast()
        ? new PairedHashes(stride, table)
        : new PairedLookUps(stride, table);
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
            .lanewise(VectorOperators.LSHL, before.or(PairedWords.HALF))
            .compare(VectorOperators.LT, 0)
            .toLong();
    IntVector last =
        behind.lanewise(VectorOperators.LSHR, PairedWords.LAST).and(PairedWords.HALF - 1);
    long second =
        found.lanewise(VectorOperators.LSHL, last).compare(VectorOperators.LT, 0).toLong();
    return Long.expand(first, EVERY_FOURTH) | Long.expand(second, EVERY_FOURTH << 1);
  }

  /** Finds places behind those that were found, without vectors. */
  final int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    int count = before;
    for (int p = from; p <= to - Integer.BYTES; p += stride.toNext(p - from)) {
      places[count] = p;
      count += table.first((int) INT.get(input, p));
    }
    return count;
  }
}
