package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;

/**
 * Deals windows out to buckets. Of a bucket only the bytes are known that its windows have at each
 * place, so that any mixture of them passes: windows that are alike belong together. Those two
 * buckets are joined, again and again, that let the fewest places more through, as bytes are
 * expected to come. Mutable, for one thread.
 *
 * <p>That takes O(windows * windows) steps, mostly; of many windows, neighbours in order are joined
 * first.
 */
final class WindowBuckets {

  /** The low bits of a byte that are looked at. */
  private static final int LOW = (1 << 6) - 1;

  /** More windows than this are joined as neighbours. */
  private static final int MOST = 256;

  private static final double[] WEIGHTS = weights();

  private final int width;
  private final int count;
  private final int[] bucketOf;

  /** Per bucket and byte, which low bits there are. */
  private final long[] low;

  /** Per bucket, how likely a place passes, or -1 if the bucket was joined with another. */
  private final double[] passes;

  private final int[] partner;
  private final double[] loss;

  /**
   * Buckets of one window each, or of some neighbours.
   *
   * @param width bytes of a window
   * @param keys the windows, the first byte lowest
   */
  WindowBuckets(int width, int[] keys) {
    this.width = width;
    this.count = Math.min(MOST, keys.length);
    this.bucketOf = new int[keys.length];
    this.low = new long[count * width];
    this.passes = new double[count];
    this.partner = new int[count];
    this.loss = new double[count];
    long[] order = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      order[i] = (long) keys[i] << Integer.SIZE | i;
    }
    Arrays.sort(order);
    for (int i = 0; i < keys.length; i++) {
      int key = (int) order[i];
      int bucket = (int) ((long) i * count / keys.length);
      bucketOf[key] = bucket;
      for (int b = 0; b < width; b++) {
        low[bucket * width + b] |= 1L << (keys[key] >>> b * Byte.SIZE & LOW);
      }
    }
  }

  private static double[] weights() {
    double[] weights = new double[LOW + 1];
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      weights[symbol & LOW] += ByteModel.prior().probability(List.of(SymbolSet.of(symbol)), 0, 1);
    }
    return weights;
  }

  /**
   * Joins buckets until there are so few.
   *
   * @return for each window its bucket, from 0
   */
  int[] deal(int buckets) {
    for (int a = 0; a < count; a++) {
      passes[a] = passes(a, a);
    }
    for (int a = 0; a < count; a++) {
      findPartner(a);
    }
    for (int left = count; left > buckets; left--) {
      int best = -1;
      for (int a = 0; a < count; a++) {
        if (passes[a] >= 0 && partner[a] >= 0 && (best < 0 || loss[a] < loss[best])) {
          best = a;
        }
      }
      join(best, partner[best]);
    }
    int[] numbers = new int[count];
    int next = 0;
    for (int a = 0; a < count; a++) {
      numbers[a] = passes[a] >= 0 ? next++ : -1;
    }
    return Arrays.stream(bucketOf).map(bucket -> numbers[bucket]).toArray();
  }

  /** The bucket behind one that is best joined with it. */
  private void findPartner(int a) {
    partner[a] = -1;
    for (int b = a + 1; b < count; b++) {
      if (passes[b] >= 0) {
        take(a, b);
      }
    }
  }

  private void take(int a, int b) {
    double more = passes(a, b) - passes[a] - passes[b];
    if (partner[a] < 0 || more < loss[a]) {
      partner[a] = b;
      loss[a] = more;
    }
  }

  private void join(int a, int b) {
    for (int i = 0; i < width; i++) {
      low[a * width + i] |= low[b * width + i];
    }
    passes[a] = passes(a, a);
    passes[b] = -1;
    for (int i = 0; i < bucketOf.length; i++) {
      bucketOf[i] = bucketOf[i] == b ? a : bucketOf[i];
    }
    findPartner(a);
    for (int c = 0; c < b; c++) {
      if (passes[c] < 0 || c == a) {
        continue;
      }
      if (partner[c] == a || partner[c] == b) {
        findPartner(c);
      } else if (c < a) {
        take(c, a);
      }
    }
  }

  /** How likely a place passes one bucket made of two. */
  private double passes(int a, int b) {
    double share = 1;
    for (int i = 0; i < width; i++) {
      double sum = 0;
      for (long bits = low[a * width + i] | low[b * width + i]; bits != 0; bits &= bits - 1) {
        sum += WEIGHTS[Long.numberOfTrailingZeros(bits)];
      }
      share *= sum;
    }
    return share;
  }
}
