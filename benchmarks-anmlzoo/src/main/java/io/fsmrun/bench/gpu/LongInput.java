package io.fsmrun.bench.gpu;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.HostBuffer;
import java.lang.foreign.MemorySegment;

/**
 * A long input in page-locked memory: a short one over and over, begun at another place each time.
 */
final class LongInput implements AutoCloseable {

  private static final long STRIDE = 1_037_389;

  private final HostBuffer buffer;
  private final long bytes;

  LongInput(Device device, byte[] piece, long bytes) {
    this.bytes = bytes;
    this.buffer = device.allocateHost(bytes);
    MemorySegment from = MemorySegment.ofArray(piece);
    long at = 0;
    for (long round = 0; at < bytes; round++) {
      int cut = (int) (round * STRIDE % piece.length);
      at += copy(from, cut, piece.length - cut, at);
      at += copy(from, 0, cut, at);
    }
  }

  private long copy(MemorySegment from, int offset, int length, long at) {
    long count = Math.min(length, bytes - at);
    MemorySegment.copy(from, offset, buffer.segment(), at, count);
    return count;
  }

  HostBuffer buffer() {
    return buffer;
  }

  long bytes() {
    return bytes;
  }

  /** The first bytes, on the heap. */
  byte[] head(long count) {
    byte[] head = new byte[(int) Math.min(count, bytes)];
    MemorySegment.copy(buffer.segment(), 0, MemorySegment.ofArray(head), 0, head.length);
    return head;
  }

  @Override
  public void close() {
    buffer.close();
  }
}
