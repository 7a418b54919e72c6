package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** A module that the driver has compiled for its device. */
final class CudaProgram implements Program {

  private final CudaDevice device;
  private final CUmodule module;

  CudaProgram(CudaDevice device, CUmodule module) {
    this.device = device;
    this.module = module;
  }

  @Override
  public Kernel kernel(String name) {
    device.attach();
    CUfunction function = new CUfunction();
    CudaDevice.check(
        "kernel " + name, () -> JCudaDriver.cuModuleGetFunction(function, module, name));
    return new CudaKernel(device, name, function);
  }
}
