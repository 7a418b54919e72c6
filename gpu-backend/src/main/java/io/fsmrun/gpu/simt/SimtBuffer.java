package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceBuffer;

/** Memory of a {@link SimtDevice}. */
final class SimtBuffer implements DeviceBuffer {

  private final GlobalMemory memory;
  private final long address;
  private final long sizeBytes;

  SimtBuffer(GlobalMemory memory, long bytes) {
    this.memory = memory;
    address = memory.allocate(bytes, false);
    sizeBytes = bytes;
  }

  /** The bytes; null when given back. */
  byte[] data() {
    return memory.data(GlobalMemory.slot(address));
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public void close() {
    memory.free(address);
  }
}
