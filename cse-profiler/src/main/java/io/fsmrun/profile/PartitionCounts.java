package io.fsmrun.profile;

import io.fsmrun.core.state.Partition;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each partition of the states of one automaton was seen.
 *
 * <p>Partitions are kept up to a number of labels, one label a state, four bytes each. A partition
 * that comes after that is not kept: its strings go into the <em>rest</em>, of which the common
 * refinement is kept and, per partition, a fingerprint of 64 bits, so that numbers of different
 * partitions stay right. For one thread.
 */
final class PartitionCounts {

  /** The most labels of kept partitions: 64 MiB. */
  static final int MOST_LABELS = 1 << 24;

  /** A partition and how many strings gave it. */
  record Entry(Partition partition, int count) {}

  private final Object2IntLinkedOpenHashMap<Partition> counts = new Object2IntLinkedOpenHashMap<>();
  private final Long2IntOpenHashMap restCounts = new Long2IntOpenHashMap();
  private final Partition coarsest;
  private final int mostKept;
  private Partition rest;
  private int converged;
  private int total;

  PartitionCounts(int stateCount) {
    this(stateCount, MOST_LABELS);
  }

  /** Keeps at least one partition beside the coarsest. */
  PartitionCounts(int stateCount, int mostLabels) {
    this.coarsest = Partition.coarsest(stateCount);
    this.mostKept = Math.max(1, mostLabels / stateCount);
  }

  void add(Partition partition, int times) {
    if (times <= 0) {
      return;
    }
    total += times;
    if (counts.size() < mostKept || counts.containsKey(partition)) {
      counts.addTo(partition, times);
    } else {
      restCounts.addTo(fingerprint(partition), times);
      rest = rest == null ? partition : rest.refine(partition);
    }
  }

  /** Counts strings under which all states met; among equals, theirs is seen last. */
  void addConverged(int times) {
    converged += times;
    total += times;
  }

  private static long fingerprint(Partition partition) {
    long hash = 0;
    for (int state = 0; state < partition.stateCount(); state++) {
      hash = (hash ^ partition.blockOf(state)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  /** The kept partitions in the order in which they were first seen. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    boolean open = converged > 0;
    for (Object2IntMap.Entry<Partition> seen : counts.object2IntEntrySet()) {
      boolean meets = open && seen.getKey().equals(coarsest);
      entries.add(new Entry(seen.getKey(), seen.getIntValue() + (meets ? converged : 0)));
      open &= !meets;
    }
    if (open) {
      entries.add(new Entry(coarsest, converged));
    }
    return entries;
  }

  /** Common refinement of the partitions that are not kept; null if there is none. */
  Partition rest() {
    return rest;
  }

  /** Number of strings. */
  int total() {
    return total;
  }

  /** Number of different partitions. */
  int distinct() {
    return entries().size() + restCounts.size();
  }

  /** Number of partitions that were seen just so often. */
  int seenTimes(int times) {
    int number = 0;
    for (Entry entry : entries()) {
      number += entry.count() == times ? 1 : 0;
    }
    for (int count : restCounts.values()) {
      number += count == times ? 1 : 0;
    }
    return number;
  }

  /** Strings of each partition: the kept ones, those not kept by fingerprint, then converged. */
  FrequencySnapshot snapshot() {
    return new FrequencySnapshot(
        counts.values().toIntArray(), new Long2IntOpenHashMap(restCounts), converged, total);
  }
}
