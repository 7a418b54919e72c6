package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;

/** Copies arrays to the device through one piece of page-locked memory. For one thread. */
final class Staging implements AutoCloseable {

  private static final long BYTES = 1 << 22;

  private final Queue queue;
  private final HostBuffer buffer;
  private long used;

  Staging(Device device, Queue queue) {
    this.queue = queue;
    this.buffer = device.allocateHost(BYTES);
  }

  /** Copies part of an array of bytes. */
  void copy(DeviceBuffer to, long toOffset, byte[] from, long offset, long bytes) {
    copy(to, toOffset, MemorySegment.ofArray(from), offset, bytes);
  }

  /** Copies part of an array of words; offset and count in words. */
  void copy(DeviceBuffer to, long toWord, int[] from, long offset, long words) {
    long size = Integer.BYTES;
    copy(to, toWord * size, MemorySegment.ofArray(from), offset * size, words * size);
  }

  private void copy(
      DeviceBuffer to, long toOffset, MemorySegment from, long fromOffset, long bytes) {
    for (long done = 0; done < bytes; ) {
      if (used == BYTES) {
        synchronize();
      }
      long now = Math.min(bytes - done, BYTES - used);
      MemorySegment.copy(from, fromOffset + done, buffer.segment(), used, now);
      queue.copyIn(to, toOffset + done, buffer, used, now);
      used += now;
      done += now;
    }
  }

  /** Waits until all work of the queue is done, the copies among it. */
  void synchronize() {
    queue.synchronize();
    used = 0;
  }

  @Override
  public void close() {
    buffer.close();
  }
}
