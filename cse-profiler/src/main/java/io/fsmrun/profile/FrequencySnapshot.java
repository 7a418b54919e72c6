package io.fsmrun.profile;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/** Frequencies of partitions at some time; later ones have the same partitions first. */
final class FrequencySnapshot {

  /** The least strings of a category over both halves: five are expected of each. */
  private static final int LEAST_IN_CATEGORY = 10;

  /** The 95% quantile of the standard normal distribution. */
  private static final double Z95 = 1.6448536269514722;

  private final int[] kept;
  private final Long2IntOpenHashMap rest;
  private final int converged;
  private final int total;

  FrequencySnapshot(int[] kept, Long2IntOpenHashMap rest, int converged, int total) {
    this.kept = kept;
    this.rest = rest;
    this.converged = converged;
    this.total = total;
  }

  int total() {
    return total;
  }

  /**
   * Whether the strings since an earlier snapshot have the frequencies of those before it: a
   * chi-square test of homogeneity does not tell them apart at the level of 5%. Partitions of fewer
   * than 10 strings are taken together.
   */
  boolean agreesWith(FrequencySnapshot earlier) {
    double share = (double) earlier.total / total;
    IntArrayList before = new IntArrayList(Arrays.copyOf(earlier.kept, kept.length));
    IntArrayList after = new IntArrayList(kept);
    for (Long2IntMap.Entry entry : rest.long2IntEntrySet()) {
      before.add(earlier.rest.get(entry.getLongKey()));
      after.add(entry.getIntValue());
    }
    before.add(earlier.converged);
    after.add(converged);
    double sum = 0;
    int categories = 0;
    int pooledBefore = 0;
    int pooled = 0;
    for (int i = 0; i < after.size(); i++) {
      if (after.getInt(i) < LEAST_IN_CATEGORY) {
        pooledBefore += before.getInt(i);
        pooled += after.getInt(i);
      } else {
        sum += deviation(before.getInt(i), after.getInt(i), share);
        categories++;
      }
    }
    if (pooled >= LEAST_IN_CATEGORY) {
      sum += deviation(pooledBefore, pooled, share);
      categories++;
    }
    return categories < 2 || sum <= chiSquare95(categories - 1);
  }

  /** What a category adds to chi-square, over both parts. */
  private static double deviation(int before, int both, double share) {
    double off = before - both * share;
    return off * off / (both * share) + off * off / (both * (1 - share));
  }

  /** The 95% quantile of the chi-square distribution, after Wilson and Hilferty (1931). */
  static double chiSquare95(int degrees) {
    double spread = 2.0 / (9 * degrees);
    double root = 1 - spread + Z95 * Math.sqrt(spread);
    return degrees * root * root * root;
  }
}
