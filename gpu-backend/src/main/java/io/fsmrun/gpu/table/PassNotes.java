package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.ValueLayout;

/**
 * What the host has to know of a pass over a chunk; words:
 *
 * <pre>
 *   0       segments that started from something else than the one before ended in
 *   1       pieces with reports
 *   2       reports
 *   3       segments from the first that is wrong to the end
 *   4 to 7  what each group ended in
 *   8 to 11 where the reports of each group start among all
 * </pre>
 */
final class PassNotes implements AutoCloseable {

  static final int ENDS = 4;
  static final int OFFSETS = 8;
  private static final int WORDS = 16;
  private static final long BYTES = (long) WORDS * Integer.BYTES;

  private final DeviceBuffer buffer;
  private final HostBuffer host;

  PassNotes(Device device) {
    buffer = device.allocate(BYTES);
    host = device.allocateHost(BYTES);
  }

  DeviceBuffer buffer() {
    return buffer;
  }

  void clear(Queue queue) {
    queue.fill(buffer, 0, BYTES, (byte) 0);
  }

  void fetch(Queue queue) {
    queue.copyOut(host, 0, buffer, 0, BYTES);
  }

  private int word(int index) {
    return host.segment().getAtIndex(ValueLayout.JAVA_INT, index);
  }

  int wrong() {
    return word(0);
  }

  /** Segments from the first wrong one to the last of all. */
  int fromFirstWrong() {
    return word(3);
  }

  int total() {
    return word(2);
  }

  int end(int group) {
    return word(ENDS + group);
  }

  /** Where the reports of a group start; of the one after the last: their number. */
  int offset(int group, int groups) {
    return group == groups ? total() : word(OFFSETS + group);
  }

  @Override
  public void close() {
    buffer.close();
    host.close();
  }
}
