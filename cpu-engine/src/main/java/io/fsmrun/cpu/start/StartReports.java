package io.fsmrun.cpu.start;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * The starts of the matches of a block: for each end and rule the least. It lies beside {@link
 * io.fsmrun.cpu.block.ReportBuffer}, which has no room for them, and is used likewise. Mutable, for
 * one thread.
 */
public final class StartReports {

  /** What {@link #start} says of a match that has no start here. */
  public static final long NONE = -1;

  private static final int MOST_KEPT = 1 << 20;

  private final Long2LongOpenHashMap least = new Long2LongOpenHashMap();
  private long base;

  /** No starts. */
  public StartReports() {
    least.defaultReturnValue(NONE);
  }

  /**
   * Forgets all, and says which ends come next.
   *
   * @param position where the block starts; ends lie from one position before it on
   */
  public void startBlock(long position) {
    if (!least.isEmpty()) {
      boolean large = least.size() > MOST_KEPT;
      least.clear();
      if (large) {
        least.trim(MOST_KEPT); // Or every block would have to clear that much.
      }
    }
    base = position - 1;
  }

  /**
   * Adds a match. O(1).
   *
   * @param rule index of the rule
   * @param end where it ends, a position of the stream
   * @param start where it starts
   */
  public void add(int rule, long end, long start) {
    long key = key(rule, end);
    long known = least.get(key);
    if (known == NONE || start < known) {
      least.put(key, start);
    }
  }

  /**
   * The leftmost start of the matches of a rule that end at a position. O(1).
   *
   * @param rule index of the rule
   * @param end a position of the stream
   * @return a position, or {@link #NONE}
   */
  public long start(int rule, long end) {
    return least.get(key(rule, end));
  }

  private long key(int rule, long end) {
    return end - base << 32 | rule;
  }
}
