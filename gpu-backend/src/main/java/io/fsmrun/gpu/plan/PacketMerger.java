package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.PacketSink;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Puts the device's reports of packets and those of the host's rules together, packet by packet.
 * For one thread; the host's rules have others.
 */
final class PacketMerger implements AutoCloseable {

  private final HostPackets host;
  private final ReportMerger merger;
  private final int count;

  /** The packet whose reports are taken; -1 before the first. */
  private int current = -1;

  PacketMerger(HostEngine engine, MemorySegment data, long[] offsets, PacketSink sink) {
    count = offsets.length - 1;
    host = new HostPackets(engine, data, offsets);
    merger =
        new ReportMerger(
            List.of(host),
            block -> block.forEach((rule, end) -> sink.report(current, rule, (int) end)));
  }

  /**
   * Takes a report of the device; they come by packet.
   *
   * @throws PushInterruptedException if the thread is interrupted
   */
  void push(int packet, int rule, int end) {
    try {
      goTo(packet);
      merger.push(rule, end);
    } catch (InterruptedException e) {
      throw new PushInterruptedException(e);
    }
  }

  /** Hands over what is left of all packets. */
  void finish() throws InterruptedException {
    goTo(count);
  }

  private void goTo(int packet) throws InterruptedException {
    while (current < packet) {
      if (current >= 0) {
        merger.endPiece();
      }
      current++;
      if (current < count) {
        host.startPiece();
        merger.startPiece(Long.MAX_VALUE);
      }
    }
  }

  /** Ends the other threads. */
  @Override
  public void close() {
    host.close();
  }
}
