package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Mark;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** An event of the driver. */
final class CudaMark implements Mark {

  private final CudaDevice device;
  private final CUevent event = new CUevent();
  private boolean closed;

  CudaMark(CudaDevice device) {
    this.device = device;
    CudaDevice.check("a mark", () -> JCudaDriver.cuEventCreate(event, 0));
  }

  void recordIn(CUstream stream) {
    CudaDevice.check("a mark", () -> JCudaDriver.cuEventRecord(event, stream));
  }

  void holdUp(CUstream stream) {
    CudaDevice.check("a mark", () -> JCudaDriver.cuStreamWaitEvent(stream, event, 0));
  }

  @Override
  public void await() {
    device.attach();
    CudaDevice.check("work on the GPU", () -> JCudaDriver.cuEventSynchronize(event));
  }

  @Override
  public double millisSince(Mark earlier) {
    device.attach();
    float[] millis = new float[1];
    CudaDevice.check(
        "a time", () -> JCudaDriver.cuEventElapsedTime(millis, ((CudaMark) earlier).event, event));
    return millis[0];
  }

  @Override
  public void close() {
    if (!closed && !device.isClosed()) {
      closed = true;
      device.attach();
      CudaDevice.check("a mark", () -> JCudaDriver.cuEventDestroy(event));
    }
  }
}
