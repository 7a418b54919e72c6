package io.fsmrun.gpu.stream;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/**
 * Packets of flows: the payloads one after the other in one piece of memory. Packets of one flow
 * follow each other in the order of the batch, whatever lies between them. None of it may change
 * until it is staged: see {@link StreamScanner#scanFlowSpans}.
 */
public final class PacketBatch {

  private final MemorySegment data;
  private final long[] offsets;
  private final PacketFlow[] flows;
  private final List<PacketFlow> ending;

  /**
   * Checks offsets and flows; O(packets).
   *
   * @param data the payloads, in memory that several threads may read
   * @param offsets where each starts, ascending, and where the last one ends; a packet may be empty
   * @param flows the flow of each packet
   * @param ending flows that end with the batch, whether packets of theirs are in it or not
   * @throws IllegalArgumentException if offsets are not in order or outside of the data, or there
   *     are not as many flows as packets
   * @throws NullPointerException if a packet has no flow
   */
  public PacketBatch(
      MemorySegment data, long[] offsets, PacketFlow[] flows, List<PacketFlow> ending) {
    PacketBounds.checkOffsets(offsets, data.byteSize());
    if (flows.length != offsets.length - 1) {
      throw new IllegalArgumentException(
          flows.length + " flows of " + (offsets.length - 1) + " packets");
    }
    for (PacketFlow flow : flows) {
      Objects.requireNonNull(flow, "a packet has no flow");
    }
    this.data = data;
    this.offsets = offsets;
    this.flows = flows;
    this.ending = List.copyOf(ending);
  }

  /**
   * Number of packets.
   *
   * @return 0 or more
   */
  public int packetCount() {
    return flows.length;
  }

  MemorySegment data() {
    return data;
  }

  long[] offsets() {
    return offsets;
  }

  PacketFlow flow(int packet) {
    return flows[packet];
  }

  /** Flows that end with the batch. */
  List<PacketFlow> ending() {
    return ending;
  }
}
