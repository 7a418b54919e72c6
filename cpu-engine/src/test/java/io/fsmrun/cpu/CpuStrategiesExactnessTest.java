package io.fsmrun.cpu;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.StrategiesExactnessContract;

/** All strategies are exact on the CPU back end. */
class CpuStrategiesExactnessTest extends StrategiesExactnessContract {

  @Override
  protected Backend backend() {
    return new CpuBackend();
  }
}
