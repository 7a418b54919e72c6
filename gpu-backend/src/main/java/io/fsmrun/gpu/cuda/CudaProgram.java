package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.util.HashMap;
import java.util.Map;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** A module that the driver has compiled for its device. */
final class CudaProgram implements Program {

  private final CudaDevice device;
  private final CUmodule module;
  private final Map<String, CudaKernel> kernels = new HashMap<>();

  CudaProgram(CudaDevice device, CUmodule module) {
    this.device = device;
    this.module = module;
  }

  /**
   * One object for each kernel: how much shared memory a launch may have is a setting of the
   * kernel, of which the object keeps count.
   */
  @Override
  public synchronized Kernel kernel(String name) {
    return kernels.computeIfAbsent(name, this::load);
  }

  private CudaKernel load(String name) {
    device.attach();
    CUfunction function = new CUfunction();
    CudaDevice.check(
        "kernel " + name, () -> JCudaDriver.cuModuleGetFunction(function, module, name));
    return new CudaKernel(device, name, function);
  }
}
