package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.input.HostThreads;
import java.util.List;

/**
 * Numbers the flows of a batch in the order of their first packets, those that only end in it last,
 * by several threads without locks: packets are put into buckets by flow, in their order, and a
 * bucket is one thread's, so that only one ever looks at a flow. O(packets) time and memory.
 *
 * <p>An item is a packet or, after all of those, a flow that ends.
 */
final class RunNumbers {

  /** The golden ratio: spreads hashes of few bits. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Counters of two threads do not share a line of the cache. */
  private static final int APART = 32;

  private final StreamProgram program;
  private final PacketBatch batch;
  private final List<PacketFlow> ending;
  private final HostThreads threads;
  private final long number;
  private final RunOrder previous;
  private final int packets;
  private final int items;
  private final int shares;

  /** By item: its bucket at first, then its run. */
  private final int[] runOf;

  /** By item: the first one of its flow. */
  private final int[] firstOf;

  /** By item that is the first of its flow: the run of that in the batch before; its head. */
  private final int[] before;

  private final byte[][] headOf;

  /** By run. */
  private PacketFlow[] flows;

  private int[] previousRun;
  private byte[][] heads;

  /**
   * Numbers flows, and enters the batch and their first items there.
   *
   * @param number the number of the batch
   * @param previous the one before, if runs of that are to be known, or null
   * @throws IllegalArgumentException if a flow is of other rules
   * @throws IllegalStateException if a flow is closed
   */
  RunNumbers(
      StreamProgram program,
      PacketBatch batch,
      long number,
      RunOrder previous,
      HostThreads threads) {
    this.program = program;
    this.batch = batch;
    this.ending = batch.ending();
    this.threads = threads;
    this.number = number;
    this.previous = previous;
    this.packets = batch.packetCount();
    this.items = Math.addExact(packets, ending.size());
    this.shares = threads.sharesOf(items);
    this.runOf = new int[items];
    this.firstOf = new int[items];
    this.before = new int[items];
    this.headOf = new byte[items][];
    int[] bucketEnds = new int[shares];
    claim(intoBuckets(bucketEnds), bucketEnds);
    number();
  }

  private PacketFlow flowOf(int item) {
    return item < packets ? batch.flow(item) : ending.get(item - packets);
  }

  /** Sorts items by bucket; tells where each bucket ends. */
  private int[] intoBuckets(int[] bucketEnds) {
    int[][] next = new int[shares][shares + APART];
    threads.inParallel(
        items,
        shares,
        (share, from, to) -> {
          for (int i = from; i < to; i++) {
            // Whatever callers have for ids.
            long hash = System.identityHashCode(flowOf(i)) * MIX >>> Integer.SIZE;
            runOf[i] = (int) (hash * shares >>> Integer.SIZE);
            next[share][runOf[i]]++;
          }
        });
    int at = 0;
    for (int bucket = 0; bucket < shares; bucket++) {
      for (int share = 0; share < shares; share++) {
        int here = next[share][bucket];
        next[share][bucket] = at;
        at += here;
      }
      bucketEnds[bucket] = at;
    }
    int[] sorted = new int[items];
    threads.inParallel(
        items,
        shares,
        (share, from, to) -> {
          for (int i = from; i < to; i++) {
            sorted[next[share][runOf[i]]++] = i;
          }
        });
    return sorted;
  }

  /** Finds the first item of each flow, bucket by bucket. */
  private void claim(int[] sorted, int[] bucketEnds) {
    int[] refused = new int[shares];
    threads.inParallel(
        shares,
        shares,
        (bucket, from, to) -> {
          refused[bucket] = items;
          for (int k = bucket == 0 ? 0 : bucketEnds[bucket - 1]; k < bucketEnds[bucket]; k++) {
            if (!claim(sorted[k])) {
              refused[bucket] = Math.min(refused[bucket], sorted[k]);
            }
          }
        });
    int first = items;
    for (int item : refused) {
      first = Math.min(first, item);
    }
    if (first < items) {
      flowOf(first).check(program);
    }
  }

  private boolean claim(int item) {
    PacketFlow flow = flowOf(item);
    if (flow.batch() == number) {
      firstOf[item] = flow.item();
      return true;
    }
    boolean isKnown = previous != null && flow.batch() == previous.number();
    before[item] = isKnown ? previous.runOfItem(flow.item()) : RunOrder.NO_RUN;
    headOf[item] = flow.head();
    firstOf[item] = item;
    flow.enter(number, item);
    return flow.isFor(program);
  }

  private void number() {
    int[] next = new int[shares];
    threads.inParallel(
        items,
        shares,
        (share, from, to) -> {
          int firsts = 0;
          for (int i = from; i < to; i++) {
            firsts += firstOf[i] == i ? 1 : 0;
          }
          next[share] = firsts;
        });
    int count = 0;
    for (int share = 0; share < shares; share++) {
      int here = next[share];
      next[share] = count;
      count += here;
    }
    flows = new PacketFlow[count];
    previousRun = new int[count];
    heads = new byte[count][];
    threads.inParallel(items, shares, (share, from, to) -> number(next[share], from, to));
    threads.inParallel(items, shares, (share, from, to) -> follow(from, to));
  }

  private void number(int first, int from, int to) {
    int run = first;
    for (int i = from; i < to; i++) {
      if (firstOf[i] == i) {
        runOf[i] = run;
        flows[run] = flowOf(i);
        heads[run] = headOf[i];
        previousRun[run++] = before[i];
      }
    }
  }

  private void follow(int from, int to) {
    for (int i = from; i < to; i++) {
      if (firstOf[i] != i) {
        runOf[i] = runOf[firstOf[i]];
      }
    }
  }

  /** By run its flow. */
  PacketFlow[] flows() {
    return flows;
  }

  /** By run the run of its flow in the batch before, or {@link RunOrder#NO_RUN}. */
  int[] previousRun() {
    return previousRun;
  }

  /** By run the head of its flow. */
  byte[][] heads() {
    return heads;
  }

  /** By packet its run, then those of flows that end. */
  int[] runs() {
    return runOf;
  }

  /** By run whether its flow ends. */
  boolean[] ending() {
    boolean[] ends = new boolean[flows.length];
    for (int i = packets; i < items; i++) {
      ends[runOf[i]] = true;
    }
    return ends;
  }
}
