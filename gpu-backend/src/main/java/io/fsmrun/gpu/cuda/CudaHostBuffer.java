package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.HostBuffer;
import java.lang.foreign.MemorySegment;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;

/** Page-locked memory of the host. */
final class CudaHostBuffer implements HostBuffer {

  private final CudaDevice device;
  private final Pointer pointer = new Pointer();
  private final MemorySegment segment;
  private boolean closed;

  CudaHostBuffer(CudaDevice device, long bytes) {
    this.device = device;
    CudaDevice.check(
        "taking " + bytes + " bytes of page-locked memory",
        () -> JCudaDriver.cuMemHostAlloc(pointer, bytes, 0));
    this.segment = MemorySegment.ofBuffer(pointer.getByteBuffer(0, bytes));
    segment.fill((byte) 0);
  }

  Pointer pointer() {
    return pointer;
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void close() {
    if (!closed && !device.isClosed()) {
      closed = true;
      device.attach();
      CudaDevice.check("giving back page-locked memory", () -> JCudaDriver.cuMemFreeHost(pointer));
    }
  }
}
