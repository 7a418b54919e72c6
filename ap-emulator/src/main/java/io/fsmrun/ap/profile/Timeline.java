package io.fsmrun.ap.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * A series of unknown length in a bounded number of buckets: when they are full, neighbours are
 * joined and every bucket stands for twice as many symbols.
 */
final class Timeline {

  /** Enough for a plot that is as wide as a screen. */
  static final int BUCKETS = 2048;

  private final long[] sum = new long[BUCKETS];
  private final int[] least = new int[BUCKETS];
  private final int[] most = new int[BUCKETS];
  private long width = 1;
  private int bucket;
  private long inBucket;

  void add(int value) {
    if (inBucket == width) {
      inBucket = 0;
      bucket++;
      if (bucket == BUCKETS) {
        join();
      }
    }
    if (inBucket == 0) {
      sum[bucket] = 0;
      least[bucket] = value;
      most[bucket] = value;
    }
    sum[bucket] += value;
    least[bucket] = Math.min(least[bucket], value);
    most[bucket] = Math.max(most[bucket], value);
    inBucket++;
  }

  private void join() {
    for (int i = 0; i < BUCKETS / 2; i++) {
      sum[i] = sum[2 * i] + sum[2 * i + 1];
      least[i] = Math.min(least[2 * i], least[2 * i + 1]);
      most[i] = Math.max(most[2 * i], most[2 * i + 1]);
    }
    width *= 2;
    bucket = BUCKETS / 2;
  }

  List<ActivityPoint> points() {
    List<ActivityPoint> points = new ArrayList<>();
    for (int i = 0; i <= bucket; i++) {
      long symbols = i < bucket ? width : inBucket;
      if (symbols > 0) {
        points.add(
            new ActivityPoint(i * width, symbols, least[i], (double) sum[i] / symbols, most[i]));
      }
    }
    return List.copyOf(points);
  }
}
