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

  /** Segments that a thread begins together where calls are gathered: it waits for them once. */
  private static final int MOST_TOGETHER = 32;

  /**
   * Groups.
   *
   * @param plan the segments
   * @param callsWanted how many calls the back end gathers; 1 if none
   */
  SegmentGroups(WindowPlan plan, int callsWanted) {
    boolean gathers = callsWanted > 1;
    int together = Math.min(callsWanted, MOST_TOGETHER);
    int symbols = 0;
    for (int s = 0; s < plan.count(); s++) {
      boolean isNext =
          gathers ? s % together == 0 : symbols >= LEAST_SYMBOLS || plan.count() <= FEW_SEGMENTS;
      if (s == 0 || isNext) {
        firsts.add(s);
        symbols = 0;
      }
      symbols += plan.length(s);
    }
    firsts.add(plan.count());
  }

  /** The most segments of a group. */
  int widest() {
    int widest = 1;
    for (int g = 0; g < count(); g++) {
      widest = Math.max(widest, end(g) - first(g));
    }
    return widest;
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
