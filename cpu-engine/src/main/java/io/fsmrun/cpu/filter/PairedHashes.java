package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Processor;
import io.fsmrun.cpu.vector.VectorTrial;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds windows of four bytes at every place, or at two of four, two places by one look-up: the
 * windows at two neighbouring places share three bytes. A hash of these chooses a word of 32 bits,
 * and four bits of the byte that is left over, before or behind them, a bit in one of its halves.
 * Words are gathered, or looked up one by one where processors gather slowly: as many look-ups as
 * for a stride of two. Immutable.
 *
 * <pre>
 *   window at p        a b c d         word of hash(b c d), lower half, bit of a
 *   window at p + 1      b c d e       the same word, upper half, bit of e
 * </pre>
 */
abstract sealed class PairedHashes implements PlaceFinder
    permits NarrowPairedHashes, PairedGathers, PairedLookUps {

  /** The trial of the loop, for vectors of either length: a processor uses one. */
  static final VectorTrial TRIAL = new VectorTrial(1 << 10);

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Bytes that are looked at together, and up to where some are read. */
  static final int BLOCK = Long.SIZE;

  static final int READ = 3 + BLOCK;

  /** Of so many places in a row the same ones are looked at. */
  private static final int TOGETHER = 4;

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
    int end = to - Integer.BYTES + 1;
    // The last one may go on behind the places, but not behind the input.
    int blocks =
        Math.min(blocks(end - from + BLOCK - 1), blocks(input.length - READ - from + BLOCK));
    int count = findInBlocks(input, from, blocks, end, places, words);
    int at = from + blocks * BLOCK;
    // Where the input ends in the last block, one that begins earlier has the places that are left.
    int first = from + (input.length - READ - from & -TOGETHER);
    if (at < end && first >= from && first > at - BLOCK) {
      ask(input, first, 1, words);
      long found = upTo(words.masks[0] & -1L << at - first, first, end);
      count = PlaceMasks.add(found, first, places, count);
      at = first + BLOCK;
    }
    return findOneByOne(input, at, to, places, count);
  }

  /** How many whole blocks there are in so many bytes. */
  private static int blocks(int bytes) {
    return Math.max(0, bytes) / BLOCK;
  }

  /** Those of a block's bits that are for places before an end. */
  static long upTo(long mask, int first, int end) {
    return end - first < BLOCK ? mask & (1L << end - first) - 1 : mask;
  }

  /**
   * Finds places in some blocks.
   *
   * @param blocks how many
   * @param end places lie before it; in the last block, or not before its end
   * @return how many were found
   */
  int findInBlocks(
      byte[] input, int from, int blocks, int end, int[] places, PlaceMasks.Words words) {
    int count = 0;
    for (int n = 0; n < blocks; n += PlaceMasks.Words.MOST) {
      int asked = Math.min(PlaceMasks.Words.MOST, blocks - n);
      int at = from + n * BLOCK;
      ask(input, at, asked, words);
      int last = asked - 1;
      words.masks[last] = upTo(words.masks[last], at + last * BLOCK, end);
      count = PlaceMasks.addSome(words, asked, at, places, count);
    }
    return count;
  }

  /**
   * Writes for each of some blocks a word with a bit for each place that may begin a window.
   *
   * @param words takes as many words
   */
  abstract void ask(byte[] input, int from, int blocks, PlaceMasks.Words words);

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
        ? new PairedGathers(stride, table)
        : new PairedLookUps(stride, table);
  }

  /** Finds places behind those that were found, without vectors. */
  private int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    int count = before;
    for (int p = from; p <= to - Integer.BYTES; p += stride.toNext(p - from)) {
      places[count] = p;
      count += table.first((int) INT.get(input, p));
    }
    return count;
  }
}
