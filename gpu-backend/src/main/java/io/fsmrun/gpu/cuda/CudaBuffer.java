package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.DeviceBuffer;
import jcuda.driver.JCudaDriver;

/** Memory of the device. */
final class CudaBuffer implements DeviceBuffer {

  private final CudaDevice device;
  private final Address pointer = new Address();
  private final long bytes;
  private boolean closed;

  CudaBuffer(CudaDevice device, long bytes) {
    this.device = device;
    this.bytes = bytes;
    CudaDevice.check(
        "taking " + bytes + " bytes of device memory",
        () -> JCudaDriver.cuMemAlloc(pointer, bytes));
  }

  Address pointer() {
    return pointer;
  }

  @Override
  public long address() {
    return pointer.value();
  }

  @Override
  public long sizeBytes() {
    return bytes;
  }

  @Override
  public void close() {
    if (!closed && !device.isClosed()) {
      closed = true;
      device.attach();
      CudaDevice.check("giving back device memory", () -> JCudaDriver.cuMemFree(pointer));
    }
  }
}
