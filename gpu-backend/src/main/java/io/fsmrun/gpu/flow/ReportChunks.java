package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The room for the reports of a launch, in chunks; only those in use leave the device. */
final class ReportChunks implements AutoCloseable {

  private static final long CHUNK_BYTES = (long) Layout.CHUNK * Integer.BYTES;

  /** Chunks on the host, at first. */
  private static final int FIRST_FETCHED = 1 << 8;

  private final Device device;
  private final int usual;
  private DeviceBuffer buffer;
  private HostBuffer fetched;
  private int count;
  private int[] words = {};

  ReportChunks(Device device, int usual) {
    this.device = device;
    this.usual = usual;
  }

  /**
   * Has at least one chunk for each slot, so that of all that run, one always comes further: if
   * every slot has taken at most one chunk, there is one for each that wants its first.
   */
  void prepare(int slots) {
    int wanted = Math.max(usual, slots);
    if (buffer == null || count < wanted) {
      if (buffer != null) {
        buffer.close();
      }
      buffer = null;
      buffer = device.allocate(wanted * CHUNK_BYTES);
      count = wanted;
    }
  }

  DeviceBuffer buffer() {
    return buffer;
  }

  int count() {
    return count;
  }

  /** Copies the chunks in use here; {@code taken} may be more than there were. */
  int fetch(Queue queue, Staging staging, int taken) {
    int used = taken < 0 ? count : Math.min(taken, count);
    if (used == 0) {
      return 0;
    }
    if (fetched == null || fetched.segment().byteSize() < used * CHUNK_BYTES) {
      if (fetched != null) {
        fetched.close();
      }
      fetched = null;
      int room = Math.max(FIRST_FETCHED, Math.min(count, Integer.highestOneBit(used) * 2));
      fetched = device.allocateHost(room * CHUNK_BYTES);
    }
    queue.copyOut(fetched, 0, buffer, 0, used * CHUNK_BYTES);
    staging.synchronize();
    int wordCount = used * Layout.CHUNK;
    words = words.length < wordCount ? new int[wordCount] : words;
    MemorySegment.copy(fetched.segment(), ValueLayout.JAVA_INT, 0, words, 0, wordCount);
    return used;
  }

  int slot(int chunk) {
    return words[chunk * Layout.CHUNK];
  }

  int size(int chunk) {
    return words[chunk * Layout.CHUNK + 1];
  }

  int record(int chunk, int index) {
    return words[chunk * Layout.CHUNK + Layout.CHUNK_HEAD + index];
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
    }
    if (fetched != null) {
      fetched.close();
    }
  }
}
