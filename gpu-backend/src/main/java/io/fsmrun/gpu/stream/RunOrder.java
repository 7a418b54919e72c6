package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.input.HostThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The packets of a batch brought together by flow: a run for each flow of the batch, in the order
 * of their first packets, those that only end in it last. The bytes of a run are the history of its
 * flow, then its packets; the runs lie one after the other. A flow of which nothing is to be
 * scanned has a run without bytes.
 *
 * <p>Made before the batch is scanned, perhaps while the one before still is: flows go on to where
 * they will stand, but for what is active there, which {@link #complete} tells. Used by several
 * threads once it is made. O(packets) time and memory.
 */
final class RunOrder {

  /** Not in the batch before. */
  static final int NO_RUN = -1;

  private static final AtomicLong BATCHES = new AtomicLong();

  private final StreamProgram program;
  private final PacketBatch batch;
  private final HostThreads threads;
  private final long number = BATCHES.incrementAndGet();
  private final PacketFlow[] flows;
  private final boolean[] ending;
  private final int count;

  /** By packet, then by flow that ends: its run. */
  private final int[] runOfItem;

  /** Packets by run, those of a run in their order, and where each starts. */
  private final int[] packets;

  private final long[] packetAt;

  /** By run: after its last packet, in their order by runs. */
  private final int[] packetsEnd;

  /** By run: where it starts, where its new bytes start, where it ends. */
  private final long[] start;

  private final long[] fresh;
  private final long[] end;

  /** By run: how many runs before it have bytes. */
  private final int[] scannedBefore;

  /** By run: bytes of its flow before the batch, its head then, where the history starts there. */
  private final long[] before;

  private final byte[][] heads;
  private final int[] historyAt;

  /** By run: its run in the batch before. */
  private final int[] previousRun;

  /**
   * Brings packets together. If it fails, flows stand where they stood.
   *
   * @param previous the batch before, if it is not done yet; else null
   * @param threads who does it
   * @throws IllegalArgumentException if a flow is of other rules
   * @throws IllegalStateException if a flow is closed
   */
  RunOrder(StreamProgram program, PacketBatch batch, RunOrder previous, HostThreads threads) {
    this.program = program;
    this.batch = batch;
    this.threads = threads;
    RunNumbers numbers = new RunNumbers(program, batch, number, previous, threads);
    this.flows = numbers.flows();
    this.ending = numbers.ending();
    this.previousRun = numbers.previousRun();
    this.runOfItem = numbers.runs();
    this.count = flows.length;
    this.packets = new int[batch.packetCount()];
    this.packetAt = new long[packets.length];
    this.packetsEnd = sort();
    this.start = new long[count];
    this.fresh = new long[count];
    this.end = new long[count];
    this.scannedBefore = new int[count + 1];
    this.before = new long[count];
    this.heads = numbers.heads();
    this.historyAt = new int[count];
    lay();
    byte[][] next = new NextHeads(program, this, threads).all();
    threads.inParallel(
        count,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            flows[r].goOn(next[r], ending[r]);
          }
        });
  }

  /** Sorts packets by run; returns by run the place after its last packet. */
  private int[] sort() {
    int[] next = new int[count + 1];
    for (int i = 0; i < packets.length; i++) {
      next[runOfItem[i] + 1]++;
    }
    for (int r = 0; r < count; r++) {
      next[r + 1] += next[r];
    }
    for (int i = 0; i < packets.length; i++) {
      packets[next[runOfItem[i]]++] = i;
    }
    return next;
  }

  private int firstPacketOf(int run) {
    return run == 0 ? 0 : packetsEnd[run - 1];
  }

  /** Finds out where everything lies: lengths first, by all threads, then their sums. */
  private void lay() {
    threads.inParallel(count, this::measure);
    long at = 0;
    for (int r = 0; r < count; r++) {
      long history = start[r];
      start[r] = at;
      fresh[r] = at + history;
      at += history + end[r];
      end[r] = at;
      scannedBefore[r + 1] = scannedBefore[r] + (start[r] < at ? 1 : 0);
    }
    threads.inParallel(
        count,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            long packet = fresh[r];
            for (int i = firstPacketOf(r); i < packetsEnd[r]; i++) {
              packetAt[i] = packet;
              packet += lengthOf(packets[i]);
            }
          }
        });
  }

  /** Notes how long histories are as starts, and how long what is new as ends. */
  private void measure(int from, int to) {
    FlowState state = new FlowState(program);
    for (int r = from; r < to; r++) {
      state.readHead(heads[r]);
      before[r] = state.length();
      historyAt[r] = state.historyAt();
      long bytes = 0;
      for (int i = firstPacketOf(r); i < packetsEnd[r]; i++) {
        bytes += lengthOf(packets[i]);
      }
      // The end of a flow may tell of matches when there is nothing new.
      boolean scanned = bytes > 0 || ending[r] && program.looks().heldPositions() > 0;
      start[r] = scanned ? state.historyBytes() : 0;
      end[r] = bytes;
    }
  }

  private long lengthOf(int packet) {
    return batch.offsets()[packet + 1] - batch.offsets()[packet];
  }

  /** Its own, different from that of all other batches. */
  long number() {
    return number;
  }

  /** The run of an item, see {@link RunNumbers}. */
  int runOfItem(int item) {
    return runOfItem[item];
  }

  /** How many runs. */
  int count() {
    return count;
  }

  PacketFlow flow(int run) {
    return flows[run];
  }

  /** The flows of all runs. */
  PacketFlow[] flows() {
    return flows;
  }

  /** The head of the flow before the batch. */
  byte[] headBefore(int run) {
    return heads[run];
  }

  /**
   * The run of the flow in the batch before, {@link #NO_RUN} if it is not in it or that is done.
   */
  int previousRun(int run) {
    return previousRun[run];
  }

  /** Whether the flow ends with the batch. */
  boolean isEnding(int run) {
    return ending[run];
  }

  /** How many runs before one have bytes. */
  int scannedBefore(int run) {
    return scannedBefore[run];
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

  /** Whether a run has history, at the end of which states may be active. */
  boolean isResumed(int run) {
    return start[run] < fresh[run];
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
        MemorySegment history = MemorySegment.ofArray(heads[r]);
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

  /**
   * Copies the last bytes of a run to the end of an array, as many as there are and it holds.
   *
   * @return how many
   */
  int last(int run, byte[] into) {
    int room = into.length;
    int first = firstPacketOf(run);
    for (int i = packetsEnd[run] - 1; i >= first && room > 0; i--) {
      int bytes = (int) Math.min(room, lengthOf(packets[i]));
      long from = batch.offsets()[packets[i] + 1] - bytes;
      room -= bytes;
      MemorySegment.copy(batch.data(), ValueLayout.JAVA_BYTE, from, into, room, bytes);
    }
    if (room > 0 && start[run] < fresh[run]) {
      int bytes = (int) Math.min(room, fresh[run] - start[run]);
      room -= bytes;
      System.arraycopy(heads[run], heads[run].length - bytes, into, room, bytes);
    }
    return into.length - room;
  }

  /** Whether there are bytes of the flow in the batch. */
  boolean isFresh(int run) {
    return fresh[run] < end[run];
  }

  /** The batch is done: by run, what is active at the end of those that have new bytes. */
  void complete(byte[][] tails, HostThreads by) {
    by.inParallel(
        count,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            if (ending[r]) {
              flows[r].end();
            } else if (isFresh(r)) {
              flows[r].complete(tails[r]);
            }
          }
        });
  }

  /** The batch has failed, and those after it went back: flows stand where they stood. */
  void goBack() {
    for (int r = 0; r < count; r++) {
      flows[r].goOn(heads[r], false);
    }
  }
}
