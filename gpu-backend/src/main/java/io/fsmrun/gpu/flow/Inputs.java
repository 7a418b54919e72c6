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

  /**
   * An array that does not change.
   *
   * @param number tells it from the same array announced before, with other contents
   * @param count how often it is announced
   */
  private record Announced(long number, int count) {}

  /**
   * A copy of an announced array.
   *
   * @param number that of what it is a copy of
   * @param buffer the copy
   */
  private record Window(long number, DeviceBuffer buffer) {}

  private final IdentityHashMap<byte[], Announced> announced = new IdentityHashMap<>();
  private final IdentityHashMap<byte[], Window> windows = new IdentityHashMap<>();
  private final IdentityHashMap<Call, DeviceBuffer> own = new IdentityHashMap<>();
  private long lastNumber;

  /** The memory of a window that is gone, for the next one; null if there is none. */
  private DeviceBuffer spare;

  Inputs() {}

  void announce(byte[] input) {
    synchronized (announced) {
      Announced before = announced.get(input);
      announced.put(
          input,
          before == null
              ? new Announced(++lastNumber, 1)
              : new Announced(before.number, before.count + 1));
    }
  }

  void forget(byte[] input) {
    synchronized (announced) {
      Announced before = announced.get(input);
      if (before.count == 1) {
        announced.remove(input);
      } else {
        announced.put(input, new Announced(before.number, before.count - 1));
      }
    }
  }

  private Announced announcedAs(byte[] input) {
    synchronized (announced) {
      return announced.get(input);
    }
  }

  private boolean isGood(byte[] input, Window window) {
    Announced now = announcedAs(input);
    return now != null && now.number == window.number;
  }

  /** Where the byte at index 0 of a call's input would lie. */
  long zero(Call call, Device device, Staging staging) {
    DeviceBuffer copy = own.get(call);
    if (copy != null) {
      return copy.address() - call.from();
    }
    Window window = windows.get(call.input());
    if (window != null) {
      return window.buffer.address();
    }
    Announced now = announcedAs(call.input());
    if (now != null) {
      DeviceBuffer buffer = window(call.input().length, device);
      windows.put(call.input(), new Window(now.number, buffer));
      staging.copy(buffer, 0, call.input(), 0, call.input().length);
      return buffer.address();
    }
    int bytes = call.to() - call.from();
    DeviceBuffer part = device.allocate(padded(bytes));
    own.put(call, part);
    staging.copy(part, 0, call.input(), call.from(), bytes);
    return part.address() - call.from();
  }

  private DeviceBuffer window(int bytes, Device device) {
    DeviceBuffer buffer = spare;
    spare = null;
    if (buffer != null && buffer.sizeBytes() >= padded(bytes)) {
      return buffer;
    }
    if (buffer != null) {
      buffer.close();
    }
    return device.allocate(padded(bytes));
  }

  private static long padded(int bytes) {
    return (bytes + PADDING - 1L) / PADDING * PADDING + PADDING;
  }

  /** Gives up windows that nobody announces any more. Before each launch. */
  void sweep() {
    Iterator<Map.Entry<byte[], Window>> all = windows.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<byte[], Window> entry = all.next();
      if (!isGood(entry.getKey(), entry.getValue())) {
        DeviceBuffer buffer = entry.getValue().buffer;
        all.remove();
        recycle(buffer);
      }
    }
  }

  private void recycle(DeviceBuffer buffer) {
    DeviceBuffer worse = buffer;
    if (spare == null || spare.sizeBytes() < buffer.sizeBytes()) {
      worse = spare;
      spare = buffer;
    }
    if (worse != null) {
      worse.close();
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
    windows.values().forEach(window -> window.buffer.close());
    own.values().forEach(DeviceBuffer::close);
    windows.clear();
    own.clear();
    if (spare != null) {
      spare.close();
      spare = null;
    }
  }
}
