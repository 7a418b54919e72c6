package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Input on the device. An array that was announced is copied once, as a whole, when it is first
 * needed, and stays until nobody announces it any more. Of any other array each call has a copy of
 * its own of what it reads.
 *
 * <p>{@link #announce} and {@link #forget} may be called by any thread, all else by the thread that
 * launches.
 */
final class Inputs implements AutoCloseable {

  /** Lanes read four bytes at a time, from a multiple of four on. */
  private static final int PADDING = 16;

  private final IdentityHashMap<byte[], Integer> announced = new IdentityHashMap<>();
  private final IdentityHashMap<byte[], DeviceBuffer> windows = new IdentityHashMap<>();
  private final IdentityHashMap<Call, DeviceBuffer> own = new IdentityHashMap<>();

  /** The memory of a window that is gone, for the next one; null if there is none. */
  private DeviceBuffer spare;

  Inputs() {}

  void announce(byte[] input) {
    synchronized (announced) {
      announced.merge(input, 1, Integer::sum);
    }
  }

  void forget(byte[] input) {
    synchronized (announced) {
      announced.computeIfPresent(input, (array, count) -> count == 1 ? null : count - 1);
    }
  }

  private boolean isAnnounced(byte[] input) {
    synchronized (announced) {
      return announced.containsKey(input);
    }
  }

  /** Where the byte at index 0 of a call's input would lie. */
  long zero(Call call, Device device, Staging staging) {
    DeviceBuffer copy = own.get(call);
    if (copy != null) {
      return copy.address() - call.from();
    }
    DeviceBuffer window = windows.get(call.input());
    if (window != null) {
      return window.address();
    }
    if (isAnnounced(call.input())) {
      return window(call.input(), device, staging).address();
    }
    int bytes = call.to() - call.from();
    DeviceBuffer part = device.allocate(padded(bytes));
    own.put(call, part);
    staging.copy(part, 0, call.input(), call.from(), bytes);
    return part.address() - call.from();
  }

  private DeviceBuffer window(byte[] input, Device device, Staging staging) {
    DeviceBuffer buffer = spare;
    spare = null;
    if (buffer != null && buffer.sizeBytes() < padded(input.length)) {
      buffer.close();
      buffer = null;
    }
    if (buffer == null) {
      buffer = device.allocate(padded(input.length));
    }
    windows.put(input, buffer);
    staging.copy(buffer, 0, input, 0, input.length);
    return buffer;
  }

  private static long padded(int bytes) {
    return (bytes + PADDING - 1L) / PADDING * PADDING + PADDING;
  }

  /** Gives up what no call needs: windows that nobody announces. Between two launches. */
  void sweep(Iterable<Call> active) {
    IdentityHashMap<byte[], Boolean> needed = new IdentityHashMap<>();
    active.forEach(call -> needed.put(call.input(), true));
    Iterator<Map.Entry<byte[], DeviceBuffer>> all = windows.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<byte[], DeviceBuffer> window = all.next();
      if (!isAnnounced(window.getKey()) && !needed.containsKey(window.getKey())) {
        all.remove();
        recycle(window.getValue());
      }
    }
  }

  private void recycle(DeviceBuffer buffer) {
    if (spare == null || spare.sizeBytes() < buffer.sizeBytes()) {
      if (spare != null) {
        spare.close();
      }
      spare = buffer;
    } else {
      buffer.close();
    }
  }

  /** A call is over. */
  void drop(Call call) {
    DeviceBuffer copy = own.remove(call);
    if (copy != null) {
      copy.close();
    }
  }

  @Override
  public void close() {
    windows.values().forEach(DeviceBuffer::close);
    own.values().forEach(DeviceBuffer::close);
    windows.clear();
    own.clear();
    if (spare != null) {
      spare.close();
      spare = null;
    }
  }
}
