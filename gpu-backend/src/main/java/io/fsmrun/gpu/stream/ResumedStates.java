package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * States that flows come with, window by window, for each part by itself.
 *
 * <pre>
 *   where    per part that has some: per window, and one more, where its states start
 *   states   pairs: name of the state; place in the window, and from bit 13 on the flag of its unit
 * </pre>
 */
final class ResumedStates implements AutoCloseable {

  private static final int PLACE_BITS = 13;
  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  private final Device device;
  private final KeptStates kept;

  /** By part: the window of each state, and the state with its name above. */
  private final IntArrayList[] windowsOf;

  private final LongArrayList[] statesOf;

  /** By part: bytes before its places and before its states, -1 if it has none. */
  private final long[] placesAt;

  private final long[] statesAt;
  private int windows;
  private DeviceBuffer buffer;
  private HostBuffer host;

  ResumedStates(Device device, StreamProgram program) {
    this.device = device;
    this.kept = program.kept();
    this.windowsOf = new IntArrayList[program.partCount()];
    this.statesOf = new LongArrayList[program.partCount()];
    this.placesAt = new long[program.partCount()];
    this.statesAt = new long[program.partCount()];
    Arrays.setAll(windowsOf, p -> new IntArrayList());
    Arrays.setAll(statesOf, p -> new LongArrayList());
  }

  void begin(int windowCount) {
    windows = windowCount;
    for (int p = 0; p < statesOf.length; p++) {
      windowsOf[p].clear();
      statesOf[p].clear();
    }
  }

  /** Adds a state that is active after a byte of the text, to each window that has the byte. */
  void add(int number, int place) {
    int part = kept.partOf(number);
    long state = (long) kept.nameOf(number) << Integer.SIZE;
    state |= Integer.toUnsignedLong(kept.flagOf(number) << PLACE_BITS);
    int last = Math.min(place / StreamProgram.ADVANCE, windows - 1);
    for (int w = Math.max(0, last - 1); w <= last; w++) {
      int local = place - w * StreamProgram.ADVANCE;
      if (local < StreamProgram.WINDOW) {
        windowsOf[part].add(w);
        statesOf[part].add(state | local);
      }
    }
  }

  /** Puts all in order and starts to copy it. */
  void copyIn(Queue queue) {
    long bytes = 0;
    for (int p = 0; p < statesOf.length; p++) {
      boolean none = statesOf[p].isEmpty();
      statesAt[p] = none ? -1 : bytes;
      bytes += (long) statesOf[p].size() * PAIR_BYTES;
      placesAt[p] = none ? -1 : bytes;
      bytes += none ? 0 : (windows + 2L) / 2 * PAIR_BYTES;
    }
    if (bytes == 0) {
      return;
    }
    ensure(bytes);
    for (int p = 0; p < statesOf.length; p++) {
      if (!statesOf[p].isEmpty()) {
        write(p);
      }
    }
    queue.copyIn(buffer, 0, host, 0, bytes);
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

  /** By window, then name, then place. */
  private void write(int part) {
    int count = statesOf[part].size();
    int[] next = new int[windows + 1];
    for (int i = 0; i < count; i++) {
      next[windowsOf[part].getInt(i) + 1]++;
    }
    MemorySegment words = host.segment();
    long at = placesAt[part] / Integer.BYTES;
    for (int w = 0; w <= windows; w++) {
      next[w] += w == 0 ? 0 : next[w - 1];
      words.setAtIndex(ValueLayout.JAVA_INT, at + w, next[w]);
    }
    long[] sorted = new long[count];
    for (int i = 0; i < count; i++) {
      sorted[next[windowsOf[part].getInt(i)]++] = statesOf[part].getLong(i);
    }
    int from = 0;
    for (int w = 0; w < windows; w++) {
      Arrays.sort(sorted, from, next[w]);
      from = next[w];
    }
    at = statesAt[part] / Integer.BYTES;
    for (int i = 0; i < count; i++) {
      words.setAtIndex(ValueLayout.JAVA_INT, at + 2L * i, (int) (sorted[i] >>> Integer.SIZE));
      words.setAtIndex(ValueLayout.JAVA_INT, at + 2L * i + 1, (int) sorted[i]);
    }
  }

  /** The address of where the states of windows start, 0 if a part has none. */
  long placesAddress(int part) {
    return placesAt[part] < 0 ? 0 : buffer.address() + placesAt[part];
  }

  /** The address of the states, 0 if a part has none. */
  long statesAddress(int part) {
    return statesAt[part] < 0 ? 0 : buffer.address() + statesAt[part];
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      host.close();
    }
  }
}
