package io.fsmrun.ap.chip;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Bin packing with three resources: best fit, the largest first. */
final class Packing {

  private final int[] binOf;
  private final List<Resources> used = new ArrayList<>();
  private final int volumeBound;
  private final int lowerBound;

  private final Resources capacity;
  private final double[] weights;

  private Packing(List<Resources> demands, Resources capacity) {
    this.capacity = capacity;
    binOf = new int[demands.size()];
    long[] total = new long[3];
    for (Resources demand : demands) {
      total[0] += demand.stes();
      total[1] += demand.counters();
      total[2] += demand.gates();
    }
    volumeBound = volumeBound(capacity, total);
    lowerBound = Math.max(volumeBound, mostLarge(demands, capacity));
    weights =
        new double[] {
          weight(total[0], capacity.stes()),
          weight(total[1], capacity.counters()),
          weight(total[2], capacity.gates())
        };
  }

  /** What is left of a resource counts by how much of it is wanted in all. */
  private static double weight(long total, int capacity) {
    return capacity == 0 ? 0 : (double) total / capacity / capacity;
  }

  /** Every demand must fit into an empty bin. */
  static Packing bestFitDecreasing(List<Resources> demands, Resources capacity) {
    Packing packing = new Packing(demands, capacity);
    Integer[] order = new Integer[demands.size()];
    Arrays.setAll(order, i -> i);
    double[] share = demands.stream().mapToDouble(d -> d.largestShare(capacity)).toArray();
    // Sorting is stable, so ties stay in the order of the elements; equal demands stand together.
    Arrays.sort(
        order,
        Comparator.<Integer>comparingDouble(i -> -share[i])
            .thenComparingInt(i -> -demands.get(i).stes())
            .thenComparingInt(i -> -demands.get(i).counters())
            .thenComparingInt(i -> -demands.get(i).gates()));
    packing.place(demands, order);
    return packing;
  }

  private void place(List<Resources> demands, Integer[] order) {
    Resources last = null;
    int lastBin = -1;
    for (int unit : order) {
      Resources demand = demands.get(unit);
      // What was the tightest bin for a demand is the tightest for it again, until it is full.
      boolean again = demand.equals(last) && fits(lastBin, demand);
      int bin = again ? lastBin : tightest(demand);
      if (bin < 0) {
        bin = used.size();
        used.add(Resources.NONE);
      }
      used.set(bin, used.get(bin).plus(demand));
      binOf[unit] = bin;
      last = demand;
      lastBin = bin;
    }
  }

  private boolean fits(int bin, Resources demand) {
    return demand.fitsIn(capacity.minus(used.get(bin)));
  }

  private int tightest(Resources demand) {
    int best = -1;
    double leastLeft = Double.POSITIVE_INFINITY;
    for (int bin = 0; bin < used.size(); bin++) {
      Resources left = capacity.minus(used.get(bin));
      if (demand.fitsIn(left)) {
        double slack =
            weights[0] * left.stes() + weights[1] * left.counters() + weights[2] * left.gates();
        if (slack < leastLeft) {
          leastLeft = slack;
          best = bin;
        }
      }
    }
    return best;
  }

  /** Bins that hold everything if it could be divided at will. */
  private static int volumeBound(Resources capacity, long[] total) {
    int[] capacities = {capacity.stes(), capacity.counters(), capacity.gates()};
    long bound = 0;
    for (int kind = 0; kind < 3; kind++) {
      if (capacities[kind] > 0) {
        bound = Math.max(bound, Math.ceilDiv(total[kind], capacities[kind]));
      }
    }
    return Math.toIntExact(bound);
  }

  /** Of the demands for more than half of a resource no two go together. */
  private static int mostLarge(List<Resources> demands, Resources capacity) {
    int stes = 0;
    int counters = 0;
    int gates = 0;
    for (Resources demand : demands) {
      stes += 2L * demand.stes() > capacity.stes() ? 1 : 0;
      counters += 2L * demand.counters() > capacity.counters() ? 1 : 0;
      gates += 2L * demand.gates() > capacity.gates() ? 1 : 0;
    }
    return Math.max(stes, Math.max(counters, gates));
  }

  int binOf(int unit) {
    return binOf[unit];
  }

  List<Resources> used() {
    return List.copyOf(used);
  }

  /** No packing of the units takes fewer, even if they were divided further. */
  int volumeBound() {
    return volumeBound;
  }

  int lowerBound() {
    return lowerBound;
  }
}
