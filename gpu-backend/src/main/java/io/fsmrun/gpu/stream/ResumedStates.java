package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * States that the flows of a piece come with. Those of flows that the batch before leaves alone are
 * told by the host; the others are on the device already. The device brings all of them together by
 * window, for each part by itself.
 *
 * <pre>
 *   known    by the host, pairs: place in the text after whose byte the state is active; its number
 *   starts   per part, then window, and one more: where its states start
 *   states   pairs: name of the state; place in the window, and from bit 13 on the flag of its unit
 * </pre>
 */
final class ResumedStates implements AutoCloseable {

  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  /** Of the states of a place some are in two windows. */
  private static final int WINDOWS_A_PLACE = 2;

  private final Device device;
  private final int parts;
  private final DeviceBuffer starts;
  private DeviceBuffer known;
  private HostBuffer hostKnown;
  private DeviceBuffer states;
  private int knownCount;
  private int windows;
  private int count;

  ResumedStates(Device device, int parts, int mostWindows) {
    this.device = device;
    this.parts = parts;
    this.starts = device.allocate(((long) parts * mostWindows + 1) * Integer.BYTES);
  }

  /** Begins a piece of so many windows, with no states. */
  void begin(int windowCount) {
    windows = windowCount;
    knownCount = 0;
    count = 0;
  }

  /** Makes room for so many states that the host knows, which are set then. */
  void beginKnown(int states) {
    knownCount = states;
    long bytes = (long) states * PAIR_BYTES;
    if (bytes > 0 && (known == null || known.sizeBytes() < bytes)) {
      if (known != null) {
        known.close();
        hostKnown.close();
      }
      known = device.allocate(2 * bytes);
      hostKnown = device.allocateHost(2 * bytes);
    }
  }

  /** Sets a state, and after which byte of the text it is active; several threads may. */
  void set(int index, int number, int place) {
    MemorySegment words = hostKnown.segment();
    words.setAtIndex(ValueLayout.JAVA_INT, 2L * index, place);
    words.setAtIndex(ValueLayout.JAVA_INT, 2L * index + 1, number);
  }

  /** Starts to copy what the host knows. */
  void copyKnown(Queue queue) {
    if (knownCount > 0) {
      queue.copyIn(known, 0, hostKnown, 0, (long) knownCount * PAIR_BYTES);
    }
  }

  /** States that the host knows. */
  int knownCount() {
    return knownCount;
  }

  /** Where they lie, 0 if there are none. */
  long knownAddress() {
    return knownCount == 0 ? 0 : known.address();
  }

  /** Makes room for those that the host knows and at most so many others. */
  void makeRoom(int others) {
    count = Math.addExact(knownCount, others);
    long bytes = (long) WINDOWS_A_PLACE * count * PAIR_BYTES;
    if (bytes > 0 && (states == null || states.sizeBytes() < bytes)) {
      if (states != null) {
        states.close();
      }
      states = device.allocate(bytes + bytes / 2);
    }
  }

  /** Whether there are any, in windows or not. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Windows of all parts. */
  int keys() {
    return parts * windows;
  }

  long startsAddress() {
    return starts.address();
  }

  /** The address of where the states of windows start, 0 if there are none. */
  long placesAddress(int part) {
    return isEmpty() ? 0 : starts.address() + (long) part * windows * Integer.BYTES;
  }

  /** The address of the states of all parts, 0 if there are none. */
  long statesAddress() {
    return isEmpty() ? 0 : states.address();
  }

  @Override
  public void close() {
    starts.close();
    if (known != null) {
      known.close();
      hostKnown.close();
    }
    if (states != null) {
      states.close();
    }
  }
}
