package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** A growing array of words that is copied to the device and back. For one thread. */
final class Words implements AutoCloseable {

  private static final int FIRST_CAPACITY = 1 << 10;

  private final Device device;
  private int[] words = new int[FIRST_CAPACITY];
  private int size;
  private DeviceBuffer buffer;
  private HostBuffer back;

  Words(Device device) {
    this.device = device;
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  /** Adds zeros and returns the index of the first. */
  int add(int count) {
    int first = size;
    size = Math.addExact(size, count);
    if (size > words.length) {
      words =
          Arrays.copyOf(
              words, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(2L * words.length, size)));
    }
    Arrays.fill(words, first, size, 0);
    return first;
  }

  int get(int index) {
    return words[index];
  }

  void set(int index, int value) {
    words[index] = value;
  }

  void setLong(int index, long value) {
    words[index] = (int) value;
    words[index + 1] = (int) (value >>> Integer.SIZE);
  }

  long getLong(int index) {
    return (long) words[index + 1] << Integer.SIZE | words[index] & 0xffff_ffffL;
  }

  void put(int index, int[] from) {
    System.arraycopy(from, 0, words, index, from.length);
  }

  int[] copy(int index, int count) {
    return Arrays.copyOfRange(words, index, index + count);
  }

  /** The copy on the device, large enough for all words. */
  DeviceBuffer buffer() {
    long bytes = (long) words.length * Integer.BYTES;
    if (buffer == null || buffer.sizeBytes() < (long) size * Integer.BYTES) {
      if (buffer != null) {
        buffer.close();
      }
      buffer = null;
      buffer = device.allocate(bytes);
    }
    return buffer;
  }

  void copyIn(Staging staging) {
    staging.copy(buffer(), 0, words, 0, size);
  }

  /** Asks for the device's words; {@link #finishCopyOut} takes them. */
  void startCopyOut(Queue queue) {
    long bytes = (long) size * Integer.BYTES;
    if (back == null || back.segment().byteSize() < bytes) {
      if (back != null) {
        back.close();
      }
      back = null;
      back = device.allocateHost((long) words.length * Integer.BYTES);
    }
    queue.copyOut(back, 0, buffer, 0, bytes);
  }

  /** Takes the words that were asked for, once the queue has been waited for. */
  void finishCopyOut() {
    long bytes = (long) size * Integer.BYTES;
    MemorySegment.copy(back.segment(), 0, MemorySegment.ofArray(words), 0, bytes);
  }

  /** Gives the device's copy back; it is made anew when it is needed. */
  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
    }
    if (back != null) {
      back.close();
    }
    buffer = null;
    back = null;
  }
}
