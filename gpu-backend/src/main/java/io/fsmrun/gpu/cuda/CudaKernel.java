package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Kernel;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** A function of a loaded module. */
final class CudaKernel implements Kernel {

  private final CudaDevice device;
  private final String name;
  private final CUfunction function;

  /**
   * What launches may take. Without being told, the driver allows 48 KiB less what the kernel
   * declares itself.
   */
  private int allowedShared;

  CudaKernel(CudaDevice device, String name, CUfunction function) {
    this.device = device;
    this.name = name;
    this.function = function;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int blocksPerProcessor(int threads, int sharedBytes) {
    device.attach();
    allow(sharedBytes);
    int[] blocks = new int[1];
    CudaDevice.check(
        "occupancy of " + name,
        () ->
            JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                blocks, function, threads, sharedBytes));
    return blocks[0];
  }

  /** Has blocks take as much shared memory. */
  synchronized void allow(int sharedBytes) {
    if (sharedBytes > allowedShared) {
      CudaDevice.check(
          "shared memory of " + name,
          () ->
              JCudaDriver.cuFuncSetAttribute(
                  function,
                  CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                  sharedBytes));
      allowedShared = sharedBytes;
    }
  }

  CUfunction function() {
    return function;
  }
}
