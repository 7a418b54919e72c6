package io.fsmrun.cpu;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.SpecialMachinesContract;

/** Machines that are special in some way are scanned right on the CPU back end. */
class CpuSpecialMachinesTest extends SpecialMachinesContract {

  @Override
  protected Backend backend() {
    return new CpuBackend();
  }
}
