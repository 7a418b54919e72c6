package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import java.util.List;

/**
 * Finds places where one of some strings of sets may begin, whatever the sets: by {@link
 * ByteBuckets}, 64 places at a time, and one by one until that is compiled. Immutable, but for the
 * trial.
 */
final class SetFinder {

  private final ByteBuckets buckets;
  private final TabulatedHashes loop;

  /**
   * A finder, where {@linkplain #isFast it is fast}.
   *
   * @param strings at least one, {@link ByteBuckets#MOST_STRINGS} at most
   * @param model how likely bytes are
   */
  SetFinder(List<List<SymbolSet>> strings, ByteModel model) {
    this.buckets = new ByteBuckets(strings, model);
    this.loop = new TabulatedHashes(buckets);
  }

  /** Whether vectors look tables of 128 entries up. */
  static boolean isFast() {
    return Vectors.shuffles();
  }

  /** What looking at every place costs, with what is found, in nanoseconds per byte. */
  double nanos() {
    return nanos(buckets.share());
  }

  /**
   * The same where a part of all places is found.
   *
   * @param share the part
   */
  static double nanos(double share) {
    return FinderCosts.HERE.few() + SearchCosts.BYTE_HIT_NANOS * share;
  }

  /** Whether the loop is not used for all yet. */
  boolean isTried() {
    return !loop.trial().isOver();
  }

  /**
   * Finds places.
   *
   * @param from index of the first
   * @param to index after the last
   * @param places takes the indices, ascending; room for all places between, and {@link
   *     PlaceMasks#SLACK} more
   * @param words scratch
   * @return how many; of the last places of an input, all
   */
  int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    VectorTrial trial = loop.trial();
    if (trial.isOver()) {
      return findByVectors(input, from, to, places, words);
    }
    int at = from;
    int count = 0;
    if (trial.isDue()) {
      at = Math.min(to, from + TriedFinder.PIECE);
      long start = System.nanoTime();
      count = findByVectors(input, from, at, places, words);
      trial.add(true, at - from, System.nanoTime() - start);
    }
    long start = System.nanoTime();
    count = findOneByOne(input, at, to, places, count);
    trial.add(false, to - at, System.nanoTime() - start);
    return count;
  }

  private int findByVectors(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int count = loop.findAll(input, from, to, places, words);
    int asked = Math.max(from, Math.min(to, TabulatedHashes.end(input)));
    return findOneByOne(input, asked, to, places, count);
  }

  private int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    int count = before;
    for (int p = from; p < to; p++) {
      places[count] = p;
      count += p > input.length - ByteBuckets.LENGTH || buckets.lets(input, p) ? 1 : 0;
    }
    return count;
  }
}
