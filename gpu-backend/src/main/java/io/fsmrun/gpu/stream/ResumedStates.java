package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.input.HostThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * States that flows come with, window by window, for each part by itself.
 *
 * <pre>
 *   where    per part: per window, and one more, where its states start
 *   states   pairs: name of the state; place in the window, and from bit 13 on the flag of its unit
 * </pre>
 *
 * <p>The kernels wait for it, so several threads put it together: each counts some of the states by
 * window, then each knows where to put them.
 */
final class ResumedStates implements AutoCloseable {

  private static final int PLACE_BITS = 13;
  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  /** A state that is active after no byte of the text. */
  static final int NOWHERE = -1;

  private final Device device;
  private final HostThreads threads;
  private final KeptStates kept;
  private final int parts;

  /** States, and after which byte of the text they are active. */
  private int[] numbers = new int[0];

  private int[] places = new int[0];
  private int count;
  private int windows;

  /** By part, then window: where its states start among all. */
  private int[] starts = new int[1];

  private long[] sorted = new long[0];
  private DeviceBuffer buffer;
  private HostBuffer host;

  ResumedStates(Device device, StreamProgram program, HostThreads threads) {
    this.device = device;
    this.threads = threads;
    this.kept = program.kept();
    this.parts = program.partCount();
  }

  void begin(int windowCount) {
    windows = windowCount;
    count = 0;
  }

  /** Makes room for more states, which are set then; returns the first of them. */
  int add(int more) {
    int first = count;
    count = Math.addExact(count, more);
    if (count > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(count, 2 * numbers.length));
      places = Arrays.copyOf(places, numbers.length);
    }
    return first;
  }

  /** Sets a state, and after which byte it is active; several threads may set different ones. */
  void set(int index, int number, int place) {
    numbers[index] = number;
    places[index] = place;
  }

  /** Puts all in order and starts to copy it. O(states * log(states of a window)). */
  void copyIn(Queue queue) {
    starts = new int[parts * windows + 1];
    if (count == 0) {
      return;
    }
    int total = scatter();
    long bytes = statesBytes(total) + starts.length * (long) Integer.BYTES;
    ensure(bytes);
    MemorySegment words = host.segment();
    threads.inParallel(parts * windows, (from, to) -> write(words, from, to));
    long at = statesBytes(total) / Integer.BYTES;
    MemorySegment.copy(starts, 0, words, ValueLayout.JAVA_INT, at * Integer.BYTES, starts.length);
    queue.copyIn(buffer, 0, host, 0, bytes);
  }

  private static long statesBytes(int total) {
    return (long) total * PAIR_BYTES;
  }

  /** Brings the states of each window together; returns how many, of which some are in two. */
  private int scatter() {
    int shares = threads.sharesOf(count);
    int[][] next = new int[shares][starts.length];
    threads.inParallel(count, shares, (share, from, to) -> count(next[share], from, to));
    int total = 0;
    for (int key = 0; key < starts.length; key++) {
      starts[key] = total;
      for (int[] ofShare : next) {
        int here = ofShare[key];
        ofShare[key] = total;
        total += here;
      }
    }
    sorted = sorted.length < total ? new long[total + total / 4] : sorted;
    threads.inParallel(count, shares, (share, from, to) -> place(next[share], from, to));
    return total;
  }

  private int lastWindow(int place) {
    return Math.min(place / StreamProgram.ADVANCE, windows - 1);
  }

  private static boolean isIn(int place, int window) {
    return window >= 0 && place - window * StreamProgram.ADVANCE < StreamProgram.WINDOW;
  }

  private void count(int[] counts, int from, int to) {
    for (int i = from; i < to; i++) {
      if (places[i] != NOWHERE) {
        int first = kept.partOf(numbers[i]) * windows;
        int window = lastWindow(places[i]);
        counts[first + window] += isIn(places[i], window) ? 1 : 0;
        counts[first + window - (window > 0 ? 1 : 0)] += isIn(places[i], window - 1) ? 1 : 0;
      }
    }
  }

  private void place(int[] next, int from, int to) {
    for (int i = from; i < to; i++) {
      if (places[i] != NOWHERE) {
        int number = numbers[i];
        int first = kept.partOf(number) * windows;
        int last = lastWindow(places[i]);
        for (int window = last - 1; window <= last; window++) {
          if (isIn(places[i], window)) {
            int local = places[i] - window * StreamProgram.ADVANCE;
            int low = kept.flagOf(number) << PLACE_BITS | local;
            sorted[next[first + window]++] =
                (long) kept.nameOf(number) << Integer.SIZE | Integer.toUnsignedLong(low);
          }
        }
      }
    }
  }

  private void ensure(long bytes) {
    if (buffer == null || buffer.sizeBytes() < bytes) {
      if (buffer != null) {
        buffer.close();
        host.close();
      }
      buffer = device.allocate(2 * bytes);
      host = device.allocateHost(2 * bytes);
    }
  }

  /** The states of some windows, by name, then place. */
  private void write(MemorySegment words, int from, int to) {
    for (int key = from; key < to; key++) {
      int end = starts[key + 1];
      Arrays.sort(sorted, starts[key], end);
      for (int i = starts[key]; i < end; i++) {
        words.setAtIndex(ValueLayout.JAVA_INT, 2L * i, (int) (sorted[i] >>> Integer.SIZE));
        words.setAtIndex(ValueLayout.JAVA_INT, 2L * i + 1, (int) sorted[i]);
      }
    }
  }

  private boolean hasNone(int part) {
    return starts[part * windows] == starts[(part + 1) * windows];
  }

  /** The address of where the states of windows start, 0 if a part has none. */
  long placesAddress(int part) {
    long at = statesBytes(starts[starts.length - 1]) + (long) part * windows * Integer.BYTES;
    return hasNone(part) ? 0 : buffer.address() + at;
  }

  /** The address of the states of all parts, 0 if a part has none. */
  long statesAddress(int part) {
    return hasNone(part) ? 0 : buffer.address();
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      host.close();
    }
  }
}
