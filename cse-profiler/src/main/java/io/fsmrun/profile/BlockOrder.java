package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.PartitionCounts.Entry;
import java.util.Arrays;
import java.util.List;

/**
 * An order of the chosen blocks in which the ones that stay apart longest come first, so that, over
 * many components, the higher flows have merged away in all of them soon.
 *
 * <p>Greedy: first the block of the most states, then always the one that is apart from all earlier
 * ones under the most strings.
 */
final class BlockOrder {

  private BlockOrder() {}

  /** The order; O(blocks * (blocks + partitions)), and as many numbers in memory. */
  static int[] of(Partition chosen, List<Entry> seen) {
    int blocks = chosen.blockCount();
    int[] representative = new int[blocks];
    int[] size = new int[blocks];
    for (int state = chosen.stateCount() - 1; state >= 0; state--) {
      representative[chosen.blockOf(state)] = state;
      size[chosen.blockOf(state)]++;
    }
    int next = 0;
    for (int block = 1; block < blocks; block++) {
      next = size[block] > size[next] ? block : next;
    }
    long strings = 0;
    Together[] together = new Together[seen.size()];
    for (int q = 0; q < together.length; q++) {
      together[q] = new Together(seen.get(q).partition(), representative);
      strings += seen.get(q).count();
    }
    long[] apart = new long[blocks];
    Arrays.fill(apart, strings);
    boolean[] taken = new boolean[blocks];
    int[] order = new int[blocks];
    for (int rank = 0; rank < blocks; rank++) {
      order[rank] = next;
      taken[next] = true;
      for (int q = 0; q < together.length; q++) {
        together[q].take(next, apart, seen.get(q).count());
      }
      next = -1;
      for (int block = 0; block < blocks; block++) {
        if (!taken[block] && (next < 0 || apart[block] > apart[next])) {
          next = block;
        }
      }
    }
    return order;
  }

  /**
   * The chosen blocks that a partition puts in one, as rings; a ring is broken when it is taken.
   */
  private static final class Together {

    private static final int TAKEN = -1;

    private final int[] nextInRing;

    Together(Partition partition, int[] representative) {
      nextInRing = new int[representative.length];
      int[] last = new int[partition.blockCount()];
      Arrays.fill(last, -1);
      for (int block = 0; block < nextInRing.length; block++) {
        int in = partition.blockOf(representative[block]);
        nextInRing[block] = last[in] < 0 ? block : nextInRing[last[in]];
        if (last[in] >= 0) {
          nextInRing[last[in]] = block;
        }
        last[in] = block;
      }
    }

    /** The ring of a block is no longer apart from all that are taken. */
    void take(int block, long[] apart, int strings) {
      int at = block;
      while (nextInRing[at] != TAKEN) {
        int following = nextInRing[at];
        nextInRing[at] = TAKEN;
        apart[at] -= strings;
        at = following;
      }
    }
  }
}
