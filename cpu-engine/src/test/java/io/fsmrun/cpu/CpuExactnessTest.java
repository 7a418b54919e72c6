package io.fsmrun.cpu;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.ExactnessContract;

/** Parallel runs on the CPU back end are exact. */
class CpuExactnessTest extends ExactnessContract {

  @Override
  protected Backend backend() {
    return new CpuBackend();
  }
}
