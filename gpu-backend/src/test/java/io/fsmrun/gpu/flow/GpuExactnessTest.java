package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.ExactnessContract;

/** Parallel runs on the GPU back end are exact. */
class GpuExactnessTest extends ExactnessContract {

  @Override
  protected Backend backend() {
    return Backends.DEVICE;
  }
}
