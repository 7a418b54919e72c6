package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Queue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The rows of all sets of states that were met, here and on the device: what the set reports, then
 * a flow for each byte class, {@link Layout#UNKNOWN} at first. For one thread.
 */
final class SetPool implements AutoCloseable {

  private static final int FIRST_WORDS = 1 << 12;
  private static final int SCATTER_THREADS = 128;

  private final Device device;
  private final long mostWords;
  private int[] words = new int[FIRST_WORDS];
  private int size;
  private long members;
  private int copied;
  private long generation;
  private DeviceBuffer buffer;

  /** Pairs of an index and a value that the device does not have yet. */
  private final IntArrayList changes = new IntArrayList();

  private final Words pairs;

  SetPool(Device device, long mostWords) {
    this.device = device;
    this.mostWords = mostWords;
    this.pairs = new Words(device);
  }

  /** Changes whenever all rows are forgotten. */
  long generation() {
    return generation;
  }

  boolean isFull() {
    return size + members > mostWords;
  }

  void clear() {
    size = 0;
    members = 0;
    copied = 0;
    changes.clear();
    generation++;
  }

  /** A new row, and the flow that it is the row of. */
  int newRow(int classCount, int reports, int setSize) {
    int row = size;
    size = Math.addExact(size, 1 + classCount);
    if (size > words.length) {
      words = Arrays.copyOf(words, Math.max(size, Math.multiplyExact(2, words.length)));
    }
    words[row] = reports;
    Arrays.fill(words, row + 1, size, Layout.UNKNOWN);
    members += setSize;
    return Layout.SET | row;
  }

  int next(int set, int symbolClass) {
    return words[(set & ~Layout.SET) + 1 + symbolClass];
  }

  void setNext(int set, int symbolClass, int next) {
    int index = (set & ~Layout.SET) + 1 + symbolClass;
    words[index] = next;
    if (index < copied) {
      changes.add(index);
      changes.add(next);
    }
  }

  /** The rows on the device. */
  DeviceBuffer copyIn(Staging staging, Queue queue, Kernel scatter) {
    long bytes = (long) words.length * Integer.BYTES;
    if (buffer == null || buffer.sizeBytes() < bytes) {
      if (buffer != null) {
        buffer.close();
      }
      buffer = null;
      buffer = device.allocate(bytes);
      copied = 0;
      changes.clear();
    }
    if (copied < size) {
      staging.copy(buffer, copied, words, copied, size - copied);
      copied = size;
    }
    if (!changes.isEmpty()) {
      pairs.clear();
      pairs.put(pairs.add(changes.size()), changes.toIntArray());
      pairs.copyIn(staging);
      int count = changes.size() / 2;
      queue.launch(
          scatter,
          new Grid(Math.ceilDiv(count, SCATTER_THREADS), SCATTER_THREADS, 0),
          new Arguments().buffer(buffer).buffer(pairs.buffer()).int32(count));
      changes.clear();
    }
    return buffer;
  }

  /** Gives the device's copy back; it is made anew when it is needed. */
  @Override
  public void close() {
    pairs.close();
    if (buffer != null) {
      buffer.close();
    }
    buffer = null;
  }
}
