package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * Which groups of states each block of a partition has members in, after the first symbol of a
 * string; without repetition, ordered by block.
 */
final class SetMembers {

  private static final int SEVERAL = -1;

  private final int[] blockOf;
  private final char[] groupOf;

  /** O(states). */
  SetMembers(Partition sets, char[] groups) {
    LongOpenHashSet pairs = new LongOpenHashSet();
    for (int state = 0; state < groups.length; state++) {
      pairs.add((long) sets.blockOf(state) << Character.SIZE | groups[state]);
    }
    long[] sorted = pairs.toLongArray();
    Arrays.sort(sorted);
    blockOf = new int[sorted.length];
    groupOf = new char[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      blockOf[i] = (int) (sorted[i] >>> Character.SIZE);
      groupOf[i] = (char) sorted[i];
    }
  }

  int size() {
    return blockOf.length;
  }

  /** Whether some block is in several groups; O(size). */
  boolean anyApart(StateGroups groups) {
    for (int i = 1; i < blockOf.length; i++) {
      if (blockOf[i] == blockOf[i - 1]
          && groups.present(groupOf[i]) != groups.present(groupOf[i - 1])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Flows of one block each, not counting those with all members in idle states: blocks that are in
   * several groups, and groups that have a block in them alone; O(size).
   *
   * @param idle per state, whether it can neither change nor report
   * @param seen scratch, one per group, false; left so
   */
  int flows(StateGroups groups, boolean[] idle, boolean[] seen) {
    int flows = 0;
    for (int i = 0; i < blockOf.length; ) {
      int block = blockOf[i];
      int only = groups.present(groupOf[i]);
      boolean live = !idle[groups.state(only)];
      for (i++; i < blockOf.length && blockOf[i] == block; i++) {
        int group = groups.present(groupOf[i]);
        live |= !idle[groups.state(group)];
        only = group == only ? only : SEVERAL;
      }
      if (live && (only == SEVERAL || !seen[only])) {
        flows++;
      }
      if (only != SEVERAL) {
        seen[only] = true;
      }
    }
    Arrays.fill(seen, 0, groups.count(), false);
    return flows;
  }
}
