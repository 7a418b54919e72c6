package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.SpecialMachinesContract;

/** Machines that are special in some way are scanned right on the GPU back end. */
class GpuSpecialMachinesTest extends SpecialMachinesContract {

  @Override
  protected Backend backend() {
    return Backends.USUAL;
  }
}
