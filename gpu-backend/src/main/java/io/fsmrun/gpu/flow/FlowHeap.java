package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;

/** Memory of which calls take what they need for what they have to say. For one thread. */
final class FlowHeap implements AutoCloseable {

  private static final int FIRST_WORDS = 1 << 16;

  private final Device device;
  private final int most;
  private DeviceBuffer buffer;
  private HostBuffer fetched;
  private int words = FIRST_WORDS;

  /**
   * A heap.
   *
   * @param most words that it grows to; beyond, calls take turns
   */
  FlowHeap(Device device, int most) {
    this.device = device;
    this.most = most;
    this.words = Math.min(most, FIRST_WORDS);
  }

  DeviceBuffer buffer() {
    if (buffer == null) {
      buffer = device.allocate((long) words * Integer.BYTES);
    }
    return buffer;
  }

  int words() {
    return words;
  }

  /**
   * Grows for the next launch if something found no room.
   *
   * @param taken words that were asked for in all
   * @param least words that one call asks for at most, so that one always finds room
   */
  void grow(long taken, long least) {
    long wanted = Math.max(least, Math.min(most, taken + taken / 4));
    if (wanted > words) {
      close();
      words = (int) Math.min(Integer.MAX_VALUE / Integer.BYTES, wanted);
    }
  }

  /** Asks for the first words. */
  void startCopyOut(Queue queue, int count) {
    long bytes = (long) count * Integer.BYTES;
    if (fetched == null || fetched.segment().byteSize() < bytes) {
      if (fetched != null) {
        fetched.close();
      }
      fetched = null;
      fetched =
          device.allocateHost(Math.max(bytes, Math.min(2 * bytes, (long) words * Integer.BYTES)));
    }
    queue.copyOut(fetched, 0, buffer, 0, bytes);
  }

  /** The words that were asked for, once the queue has been waited for. */
  int[] finishCopyOut(int count) {
    int[] copy = new int[count];
    MemorySegment.copy(
        fetched.segment(), 0, MemorySegment.ofArray(copy), 0, (long) count * Integer.BYTES);
    return copy;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
    }
    if (fetched != null) {
      fetched.close();
    }
    buffer = null;
    fetched = null;
  }
}
