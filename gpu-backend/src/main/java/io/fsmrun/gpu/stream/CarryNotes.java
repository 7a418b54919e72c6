package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.lang.foreign.ValueLayout;

/**
 * What the comparison of carries noted: pairs of a segment and a unit that have to be run again,
 * because something else was carried in than had been assumed.
 *
 * <pre>
 *   word 0          how many pairs, more than there is room for perhaps
 *   words 1, 2, ... segment, unit (an index into the part's units)
 * </pre>
 */
final class CarryNotes implements AutoCloseable {

  static final int MOST_PAIRS = 1 << 14;
  private static final long BYTES = (1 + 2L * MOST_PAIRS) * Integer.BYTES;

  private final DeviceBuffer buffer;
  private final HostBuffer host;
  private final IntSortedSet segments = new IntAVLTreeSet();
  private final IntSortedSet units = new IntAVLTreeSet();

  CarryNotes(Device device) {
    buffer = device.allocate(BYTES);
    host = device.allocateHost(BYTES);
  }

  DeviceBuffer buffer() {
    return buffer;
  }

  void clear(Queue queue) {
    queue.fill(buffer, 0, Integer.BYTES, (byte) 0);
  }

  void fetchCount(Queue queue) {
    queue.copyOut(host, 0, buffer, 0, Integer.BYTES);
  }

  /** How many pairs there were; valid after what was fetched has come. */
  int count() {
    return host.segment().get(ValueLayout.JAVA_INT, 0);
  }

  /** Fetches the pairs and waits for them. */
  void fetchPairs(Queue queue, int segmentCount, int carryUnits) {
    segments.clear();
    units.clear();
    if (count() > MOST_PAIRS) {
      for (int s = 1; s < segmentCount; s++) {
        segments.add(s);
      }
      for (int u = 0; u < carryUnits; u++) {
        units.add(u);
      }
      return;
    }
    queue.copyOut(host, 0, buffer, 0, (1 + 2L * count()) * Integer.BYTES);
    queue.synchronize();
    for (int i = 0; i < count(); i++) {
      segments.add(host.segment().getAtIndex(ValueLayout.JAVA_INT, 1 + 2L * i));
      units.add(host.segment().getAtIndex(ValueLayout.JAVA_INT, 2 + 2L * i));
    }
  }

  IntSortedSet segments() {
    return segments;
  }

  IntSortedSet units() {
    return units;
  }

  @Override
  public void close() {
    buffer.close();
    host.close();
  }
}
