package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import java.util.ArrayList;
import java.util.List;

/**
 * Device memory for the tables of automata, one after the other. A table is copied when it is first
 * needed and stays until the memory is full; then all are given up, and those that are needed are
 * copied again. So nobody has to say which automata are still in use. For one thread.
 */
final class TableArena implements AutoCloseable {

  private static final long CHUNK_BYTES = 1 << 24;
  private static final long ALIGNMENT = 16;

  private final Device device;
  private final Staging staging;
  private final long mostBytes;
  private final List<DeviceBuffer> chunks = new ArrayList<>();
  private long totalBytes;
  private int current;
  private long used;
  private long generation;

  TableArena(Device device, Staging staging, long mostBytes) {
    this.device = device;
    this.staging = staging;
    this.mostBytes = mostBytes;
  }

  /**
   * Where a table lies, after copying it if it is not there.
   *
   * @return its address, or -1 if there is no room beside those placed since the last {@link
   *     #clear}
   */
  long place(Resident table) {
    long address = table.address(generation);
    if (address >= 0) {
      return address;
    }
    long bytes = (table.imageBytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    while (current < chunks.size() && used + bytes > chunks.get(current).sizeBytes()) {
      current++;
      used = 0;
    }
    if (current == chunks.size() && !addChunk(bytes)) {
      return -1;
    }
    DeviceBuffer chunk = chunks.get(current);
    byte[] image = table.image();
    staging.copy(chunk, used, image, 0, image.length);
    table.placedAt(chunk.address() + used, generation);
    used += bytes;
    return table.address(generation);
  }

  private boolean addChunk(long bytes) {
    long size = Math.max(bytes, Math.min(CHUNK_BYTES, mostBytes - totalBytes));
    if (totalBytes > 0 && totalBytes + size > mostBytes) {
      return false;
    }
    if (size > mostBytes) {
      throw new DeviceException(
          "the table of a rule takes " + bytes + " bytes, there is room for " + mostBytes);
    }
    chunks.add(device.allocate(size));
    totalBytes += size;
    used = 0;
    return true;
  }

  /** Gives up all tables. Chunks of an unusual size go too, so that any table finds room. */
  void clear() {
    generation++;
    current = 0;
    used = 0;
    totalBytes = 0;
    for (DeviceBuffer chunk : chunks) {
      chunk.close();
    }
    chunks.clear();
  }

  @Override
  public void close() {
    clear();
  }
}
