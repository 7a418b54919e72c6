package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Counts the flows of the whole ruleset machine in one segment. Safe for use by several threads.
 *
 * <p>A machine flow {@code f} carries the {@code f}-th flow of every component that has one, and a
 * copy of flow 0 of every other. Two machine flows merge when they are equal in every component
 * (specification, section 3), where an idle flow of a component, whose state never changes and
 * never reports, counts as equal to flow 0: it has no bit set, and what it becomes is known. Flows
 * are let go of at checks, so a change counts from the next check on.
 *
 * <p>What a machine flow is made of is kept as a sum of hashes, one for each component, so that
 * equality in all components is equality of sums: O(changes), whatever the number of components.
 * Two different flows have one sum with a probability of about flows^2 / 2^65.
 */
final class MachineFlows {

  private final int checkInterval;
  private final boolean components;

  /** Flow hashes at the start. */
  private long[] first = new long[1];

  /** By symbols after the start: what is added to the hashes of flows there. */
  private final Int2ObjectRBTreeMap<Int2LongOpenHashMap> changes = new Int2ObjectRBTreeMap<>();

  /** If components do not share: by symbols after the start, flows that leave there. */
  private final Int2LongOpenHashMap leaving = new Int2LongOpenHashMap();

  private long sum;
  private int used = 1;

  /**
   * An empty count.
   *
   * @param checkInterval symbols between two checks
   * @param components whether a machine flow carries a flow of every component
   */
  MachineFlows(int checkInterval, boolean components) {
    this.checkInterval = checkInterval;
    this.components = components;
  }

  /** Takes in the flows of one component. */
  synchronized void add(int component, SegmentOutcome outcome) {
    if (!components) {
      addAlone(outcome);
      return;
    }
    int flows = outcome.flowCount();
    if (flows > first.length) {
      first = Arrays.copyOf(first, Math.max(flows, Math.min(2 * first.length, 1 << 16)));
    }
    used = Math.max(used, flows);
    for (int f = 0; f < flows; f++) {
      first[f] += hash(component, f) - hash(component, 0);
    }
    for (int f = 0; f < flows; f++) {
      addChanges(component, outcome, f);
    }
  }

  /** Follows a flow through its merges until it is idle or the segment ends. */
  private void addChanges(int component, SegmentOutcome outcome, int flow) {
    long root = flow;
    int at = outcome.from();
    int current = flow;
    while (true) {
      int idle = Math.max(at, outcome.ownIdleAt(current));
      int merged = outcome.ownMergedAt(current);
      if (idle == SegmentOutcome.NEVER && merged == SegmentOutcome.NEVER) {
        return;
      }
      if (idle <= merged) {
        change(component, flow, root, 0, idle - outcome.from());
        return;
      }
      at = Math.max(at, merged);
      current = outcome.ownMergedInto(current);
      change(component, flow, root, current, at - outcome.from());
      root = current;
    }
  }

  private void change(int component, int flow, long from, long to, int symbols) {
    if (from == to) {
      return;
    }
    Int2LongOpenHashMap there = changes.get(check(symbols));
    if (there == null) {
      there = new Int2LongOpenHashMap();
      changes.put(check(symbols), there);
    }
    there.addTo(flow, hash(component, to) - hash(component, from));
  }

  private void addAlone(SegmentOutcome outcome) {
    for (int f = 0; f < outcome.flowCount(); f++) {
      sum++;
      int gone = Math.min(outcome.ownMergedAt(f), outcome.ownIdleAt(f));
      if (gone != SegmentOutcome.NEVER) {
        leaving.addTo(check(gone - outcome.from()), 1);
      }
    }
  }

  private int check(int symbols) {
    return (int)
        Math.min(Integer.MAX_VALUE, (long) Math.ceilDiv(symbols, checkInterval) * checkInterval);
  }

  private static long hash(int component, long root) {
    long z = (component + 1L) * 0x9E3779B97F4A7C15L + (root + 2) * 0xD1B54A32D192ED03L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /**
   * The machine flows.
   *
   * @param length symbols of the segment
   */
  synchronized FlowSteps steps(int length) {
    IntArrayList positions = new IntArrayList();
    IntArrayList counts = new IntArrayList();
    if (components) {
      countShared(length, positions, counts);
    } else {
      countAlone(length, positions, counts);
    }
    return new FlowSteps(positions, counts);
  }

  private void countShared(int length, IntArrayList positions, IntArrayList counts) {
    long[] now = Arrays.copyOf(first, used);
    Long2IntOpenHashMap holders = new Long2IntOpenHashMap();
    for (long hash : now) {
      holders.addTo(hash, 1);
    }
    step(0, holders.size(), positions, counts);
    for (Int2ObjectMap.Entry<Int2LongOpenHashMap> entry : changes.int2ObjectEntrySet()) {
      if (entry.getIntKey() >= length) {
        break;
      }
      for (Int2LongMap.Entry change : entry.getValue().int2LongEntrySet()) {
        int flow = change.getIntKey();
        if (holders.addTo(now[flow], -1) == 1) {
          holders.remove(now[flow]);
        }
        now[flow] += change.getLongValue();
        holders.addTo(now[flow], 1);
      }
      step(entry.getIntKey(), holders.size(), positions, counts);
    }
  }

  private void countAlone(int length, IntArrayList positions, IntArrayList counts) {
    long live = Math.max(1, sum);
    step(0, live, positions, counts);
    int[] at = leaving.keySet().toIntArray();
    Arrays.sort(at);
    for (int symbols : at) {
      if (symbols < length) {
        live -= leaving.get(symbols);
        step(symbols, Math.max(1, live), positions, counts);
      }
    }
  }

  /** Adds a step, unless nothing changes there. */
  private static void step(int position, long flows, IntArrayList positions, IntArrayList counts) {
    int count = (int) Math.min(Integer.MAX_VALUE, flows);
    int last = positions.size() - 1;
    if (last >= 0 && positions.getInt(last) == position) {
      counts.set(last, count);
    } else if (last < 0 || counts.getInt(last) != count) {
      positions.add(position);
      counts.add(count);
    }
  }
}
