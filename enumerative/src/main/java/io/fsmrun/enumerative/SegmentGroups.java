package io.fsmrun.enumerative;

import io.fsmrun.enumerative.segment.WindowPlan;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Runs of neighbouring segments that make a task each: long ones one by one, short ones together,
 * so that a window of thousands of small pieces does not fall into millions of tasks.
 */
final class SegmentGroups {

  private static final int LEAST_SYMBOLS = 1 << 15;

  /** Windows of few segments are shared out segment by segment, however short they are. */
  private static final int FEW_SEGMENTS = 256;

  private final IntArrayList firsts = new IntArrayList();

  SegmentGroups(WindowPlan plan) {
    int symbols = 0;
    for (int s = 0; s < plan.count(); s++) {
      if (s == 0 || symbols >= LEAST_SYMBOLS || plan.count() <= FEW_SEGMENTS) {
        firsts.add(s);
        symbols = 0;
      }
      symbols += plan.length(s);
    }
    firsts.add(plan.count());
  }

  int count() {
    return firsts.size() - 1;
  }

  int first(int group) {
    return firsts.getInt(group);
  }

  int end(int group) {
    return firsts.getInt(group + 1);
  }
}
