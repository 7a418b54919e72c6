package io.fsmrun.gpu.stream;

import java.lang.foreign.MemorySegment;

/**
 * The packets of a batch brought together by flow: a run for each flow of the batch, in the order
 * of their first packets, those that only end in it last. The bytes of a run are the history of its
 * flow, then its packets; the runs lie one after the other. A flow of which nothing is to be
 * scanned has a run without bytes.
 *
 * <p>O(packets) time and memory. Flows know their run until {@link #close}.
 */
final class RunOrder implements AutoCloseable {

  private final StreamProgram program;
  private final PacketBatch batch;
  private final PacketFlow[] flows;
  private final boolean[] ending;
  private int count;

  /** Packets by run, those of a run in their order, and where each starts. */
  private final int[] packets;

  private final long[] packetAt;

  /** By run: where it starts, where its new bytes start, where it ends. */
  private final long[] start;

  private final long[] fresh;
  private final long[] end;

  /** By run: bytes of its flow before the batch, and where its history starts in its state. */
  private final long[] before;

  private final int[] historyAt;

  RunOrder(StreamProgram program, PacketBatch batch) {
    this.program = program;
    this.batch = batch;
    int most = batch.packetCount() + batch.ending().size();
    this.flows = new PacketFlow[most];
    this.ending = new boolean[most];
    this.packets = new int[batch.packetCount()];
    this.packetAt = new long[batch.packetCount()];
    try {
      number();
    } catch (IllegalArgumentException | IllegalStateException e) {
      close();
      throw e;
    }
    this.start = new long[count];
    this.fresh = new long[count];
    this.end = new long[count];
    this.before = new long[count];
    this.historyAt = new int[count];
    lay(sort());
  }

  private void number() {
    for (int i = 0; i < batch.packetCount(); i++) {
      enter(batch.flow(i));
    }
    for (PacketFlow flow : batch.ending()) {
      enter(flow);
      ending[flow.run()] = true;
    }
  }

  private void enter(PacketFlow flow) {
    if (flow.run() == PacketFlow.NO_RUN) {
      flow.check(program);
      flow.setRun(count);
      flows[count++] = flow;
    }
  }

  /** Sorts packets by run; returns by run the place after its last packet. */
  private int[] sort() {
    int[] next = new int[count + 1];
    for (int i = 0; i < packets.length; i++) {
      next[batch.flow(i).run() + 1]++;
    }
    for (int r = 0; r < count; r++) {
      next[r + 1] += next[r];
    }
    for (int i = 0; i < packets.length; i++) {
      packets[next[batch.flow(i).run()]++] = i;
    }
    return next;
  }

  private void lay(int[] ends) {
    FlowState state = new FlowState(program);
    long at = 0;
    int i = 0;
    for (int r = 0; r < count; r++) {
      state.readHead(flows[r].state());
      before[r] = state.length();
      historyAt[r] = state.historyAt();
      long bytes = 0;
      for (int k = i; k < ends[r]; k++) {
        bytes += lengthOf(packets[k]);
      }
      // The end of a flow may tell of matches when there is nothing new.
      boolean scanned = bytes > 0 || ending[r] && program.looks().heldPositions() > 0;
      start[r] = at;
      at += scanned ? state.historyBytes() : 0;
      fresh[r] = at;
      for (; i < ends[r]; i++) {
        packetAt[i] = at;
        at += lengthOf(packets[i]);
      }
      end[r] = at;
    }
  }

  private long lengthOf(int packet) {
    return batch.offsets()[packet + 1] - batch.offsets()[packet];
  }

  /** How many runs. */
  int count() {
    return count;
  }

  PacketFlow flow(int run) {
    return flows[run];
  }

  /** Whether the flow ends with the batch. */
  boolean isEnding(int run) {
    return ending[run];
  }

  /** Whether it has bytes. */
  boolean isScanned(int run) {
    return start[run] < end[run];
  }

  long startOf(int run) {
    return start[run];
  }

  /** Where the new bytes start. */
  long freshAt(int run) {
    return fresh[run];
  }

  long endOf(int run) {
    return end[run];
  }

  /** Bytes of the flow before the batch. */
  long lengthBefore(int run) {
    return before[run];
  }

  /** Bytes of the flow after the batch. */
  long lengthAfter(int run) {
    return before[run] + end[run] - fresh[run];
  }

  long totalBytes() {
    return count == 0 ? 0 : end[count - 1];
  }

  /** The first run that ends after an offset. */
  int firstEndingAfter(long offset) {
    return lowerBound(end, offset + 1);
  }

  /** The first run that starts at an offset or after it. */
  int firstStartingFrom(long offset) {
    return lowerBound(start, offset);
  }

  private static int lowerBound(long[] ascending, long least) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Copies bytes of the runs; by several threads at once if they like. */
  void fill(long from, long bytes, MemorySegment to, long toOffset) {
    long until = from + bytes;
    long shift = toOffset - from;
    for (int r = firstEndingAfter(from); r < count && start[r] < until; r++) {
      long first = Math.max(from, start[r]);
      long last = Math.min(until, fresh[r]);
      if (first < last) {
        MemorySegment history = MemorySegment.ofArray(flows[r].state());
        long offset = historyAt[r] + first - start[r];
        MemorySegment.copy(history, offset, to, first + shift, last - first);
      }
    }
    // The packet before the first that starts here may reach in.
    for (int i = Math.max(0, lowerBound(packetAt, from + 1) - 1);
        i < packets.length && packetAt[i] < until;
        i++) {
      long first = Math.max(from, packetAt[i]);
      long last = Math.min(until, packetAt[i] + lengthOf(packets[i]));
      if (first < last) {
        long offset = batch.offsets()[packets[i]] + first - packetAt[i];
        MemorySegment.copy(batch.data(), offset, to, first + shift, last - first);
      }
    }
  }

  /** Lets the flows forget their runs. */
  @Override
  public void close() {
    for (int r = 0; r < count; r++) {
      flows[r].setRun(PacketFlow.NO_RUN);
    }
  }
}
