package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.StrategiesExactnessContract;

/** All strategies are exact on the GPU back end, with little room for everything. */
class GpuStrategiesExactnessTest extends StrategiesExactnessContract {

  @Override
  protected Backend backend() {
    return Backends.SMALL;
  }
}
