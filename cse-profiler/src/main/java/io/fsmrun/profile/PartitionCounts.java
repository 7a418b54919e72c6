package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import java.util.ArrayList;
import java.util.List;

/** How often each partition was seen, and the choice among them. */
final class PartitionCounts {

  private final Object2IntLinkedOpenHashMap<Partition> counts = new Object2IntLinkedOpenHashMap<>();
  private int total;

  void add(Partition partition, int times) {
    if (times > 0) {
      counts.addTo(partition, times);
      total += times;
    }
  }

  /**
   * Starts from the most frequent partition and refines it by the next most frequent one that it
   * does not cover yet, until the strings covered reach the cut-off. A partition coarser than the
   * choice is covered: what converges under it converges under the choice.
   *
   * <p>The source folds every partition into a finer one before it chooses (Zhuo 2022, section
   * 3.4.4), so that a rare fine partition can swallow a frequent coarse one and become the choice.
   * Here folding follows the choice. At a cut-off of 100% both give the refinement of all
   * partitions.
   */
  ConvergencePartition choose(double cutoff) {
    List<Object2IntMap.Entry<Partition>> open = new ArrayList<>(counts.object2IntEntrySet());
    // A stable sort: among equals, the first seen comes first, so the choice does not depend on
    // hashing.
    open.sort((a, b) -> Integer.compare(b.getIntValue(), a.getIntValue()));
    int mostFrequent = open.get(0).getIntValue();
    Partition chosen = open.get(0).getKey();
    int covered = takeCovered(open, chosen);
    while (covered < cutoff * total && !open.isEmpty()) {
      chosen = chosen.refine(open.get(0).getKey());
      covered += takeCovered(open, chosen);
    }
    return new ConvergencePartition(
        chosen,
        IntList.of(order(chosen)),
        (double) covered / total,
        (double) mostFrequent / total,
        counts.size());
  }

  /**
   * An order of the chosen blocks in which the ones that stay apart longest come first, so that,
   * over many components, the higher flows have merged away in all of them soon.
   *
   * <p>Greedy: first the block of the most states, then always the one that is apart from all
   * earlier ones under the most strings. O(blocks^2 * partitions).
   */
  private int[] order(Partition chosen) {
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
    int[] order = new int[blocks];
    boolean[] taken = new boolean[blocks];
    List<Object2IntMap.Entry<Partition>> seen = new ArrayList<>(counts.object2IntEntrySet());
    boolean[][] represented = new boolean[seen.size()][];
    for (int q = 0; q < represented.length; q++) {
      represented[q] = new boolean[seen.get(q).getKey().blockCount()];
    }
    for (int rank = 0; rank < blocks; rank++) {
      order[rank] = next;
      taken[next] = true;
      long[] apart = new long[blocks];
      for (int q = 0; q < represented.length; q++) {
        Partition partition = seen.get(q).getKey();
        represented[q][partition.blockOf(representative[next])] = true;
        for (int block = 0; block < blocks; block++) {
          boolean isApart = !represented[q][partition.blockOf(representative[block])];
          apart[block] += isApart ? seen.get(q).getIntValue() : 0;
        }
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

  private static int takeCovered(List<Object2IntMap.Entry<Partition>> open, Partition chosen) {
    int covered = 0;
    for (Object2IntMap.Entry<Partition> entry : open) {
      covered += entry.getKey().isCoarserThan(chosen) ? entry.getIntValue() : 0;
    }
    open.removeIf(entry -> entry.getKey().isCoarserThan(chosen));
    return covered;
  }
}
