package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link PairedHashes} for processors that gather fast: 16 words at a time. Immutable. */
final class PairedGathers extends PairedHashes {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;

  /** Words that are gathered at a time. */
  private static final int GATHERED = 16;

  /** How far places of the second gather are behind those of the first, at every place. */
  private static final int APART = 2;

  PairedGathers(Stride stride, PairedWords table) {
    super(stride, table);
  }

  /** Turns words into numbers some words later: see {@link PlaceMasks}. */
  @Override
  int findInBlocks(
      byte[] input, int from, int blocks, int end, int[] places, PlaceMasks.Words words) {
    int[] indices = new int[GATHERED];
    long[] waiting = new long[PlaceMasks.LATER];
    int count = 0;
    int p = from;
    for (int n = 0; n < blocks; n++, p += BLOCK) {
      int slot = n & PlaceMasks.LATER - 1;
      long found = ask(input, p, indices);
      if (stride == Stride.EVERY) {
        found |= ask(input, p + APART, indices) << APART;
      }
      count = PlaceMasks.add(waiting[slot], PlaceMasks.before(p), places, count);
      waiting[slot] = found;
    }
    int last = blocks - 1 & PlaceMasks.LATER - 1;
    waiting[last] = upTo(waiting[last], p - BLOCK, end);
    return PlaceMasks.addAll(waiting, blocks, p, places, count);
  }

  @Override
  void ask(byte[] input, int from, int blocks, PlaceMasks.Words words) {
    int[] indices = new int[GATHERED];
    for (int n = 0; n < blocks; n++) {
      int p = from + n * BLOCK;
      long found = ask(input, p, indices);
      words.masks[n] =
          stride == Stride.EVERY ? found | ask(input, p + APART, indices) << APART : found;
    }
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
}
