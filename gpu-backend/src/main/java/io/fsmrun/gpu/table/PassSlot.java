package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;

/** What one pass over one chunk leaves: pieces, which have reports, and the reports. */
final class PassSlot implements AutoCloseable {

  /** Counts that one block adds up. */
  static final int COUNTS_A_BLOCK = 4096;

  static final int RECORD_BYTES = 8;

  private final PassNotes notes;
  private final DeviceBuffer pieces;
  private final DeviceBuffer items;
  private final DeviceBuffer counts;
  private final DeviceBuffer totals;
  private final DeviceBuffer records;
  private final HostBuffer hostRecords;

  PassSlot(Device device, int groups, int mostPieces, int windowRecords) {
    int shares = Math.ceilDiv(groups * mostPieces, COUNTS_A_BLOCK);
    long bytes = (long) shares * COUNTS_A_BLOCK * Integer.BYTES;
    notes = new PassNotes(device);
    pieces = device.allocate(bytes);
    items = device.allocate(bytes);
    counts = device.allocate(bytes);
    totals = device.allocate((long) shares * Integer.BYTES);
    records = device.allocate((long) windowRecords * RECORD_BYTES);
    hostRecords = device.allocateHost((long) windowRecords * RECORD_BYTES);
  }

  PassNotes notes() {
    return notes;
  }

  DeviceBuffer pieces() {
    return pieces;
  }

  DeviceBuffer items() {
    return items;
  }

  DeviceBuffer counts() {
    return counts;
  }

  DeviceBuffer totals() {
    return totals;
  }

  DeviceBuffer records() {
    return records;
  }

  HostBuffer hostRecords() {
    return hostRecords;
  }

  @Override
  public void close() {
    notes.close();
    pieces.close();
    items.close();
    counts.close();
    totals.close();
    records.close();
    hostRecords.close();
  }
}
