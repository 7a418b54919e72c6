package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Mark;

/**
 * Copies the records of a piece to the host, as many at a time as there may be there, and those in
 * parts, so that one is handed over while the next is on its way. For one thread.
 */
final class RecordCopies implements AutoCloseable {

  private static final int MOST_PARTS = 4;

  /** Fewer records are not worth a part; copying them takes some 300 microseconds. */
  private static final int LEAST_RECORDS = 1 << 22;

  private final CountedQueue queue;
  private final int mostRecords;
  private final Mark[] copied = new Mark[MOST_PARTS];
  private final int[] ends = new int[MOST_PARTS];
  private int parts;

  RecordCopies(Device device, CountedQueue queue, StreamOptions options) {
    this.queue = queue;
    this.mostRecords = options.mostHostRecords();
    for (int i = 0; i < MOST_PARTS; i++) {
      copied[i] = device.newMark();
    }
  }

  /** Starts to copy the records of windows from one on, as many as there may be on the host. */
  void begin(ChunkSlot slot, int fromWindow) {
    int before = slot.recordsBefore(fromWindow);
    int to = fromWindow;
    while (to < slot.windows
        && (to == fromWindow || slot.recordsBefore(to + 1) - before <= mostRecords)) {
      to++;
    }
    int count = slot.recordsBefore(to) - before;
    slot.beginHostRecords(before, count);
    int least = Math.clamp(mostRecords / MOST_PARTS, 1, LEAST_RECORDS);
    int most = Math.clamp(count / least, 1, MOST_PARTS);
    parts = 0;
    for (int at = fromWindow; at < to; parts++) {
      int first = slot.recordsBefore(at);
      // In the last part is what is left.
      int wanted = before + (int) ((long) count * (parts + 1) / most);
      at++;
      while (at < to && (parts + 1 == most || slot.recordsBefore(at) < wanted)) {
        at++;
      }
      copy(slot, first, slot.recordsBefore(at));
      queue.record(copied[parts]);
      ends[parts] = at;
    }
  }

  private void copy(ChunkSlot slot, int from, int to) {
    if (from < to) {
      queue.copyOut(
          slot.hostRecords(),
          (long) (from - slot.hostRecordsFrom()) * Integer.BYTES,
          slot.gathered(),
          (long) from * Integer.BYTES,
          (long) (to - from) * Integer.BYTES);
    }
  }

  /** How many parts are on their way. */
  int parts() {
    return parts;
  }

  /** Waits for a part, after those before; returns the window after its last one. */
  int await(int part) {
    queue.await(copied[part]);
    return ends[part];
  }

  @Override
  public void close() {
    for (Mark mark : copied) {
      mark.close();
    }
  }
}
