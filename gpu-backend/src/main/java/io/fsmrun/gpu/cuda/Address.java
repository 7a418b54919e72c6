package io.fsmrun.gpu.cuda;

import jcuda.driver.CUdeviceptr;

/** An address on the device that can be read as a number. */
final class Address extends CUdeviceptr {

  long value() {
    return getNativePointer();
  }
}
