package io.fsmrun.cli;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.SpecialMachinesContract;

/** Machines that are special in some way are scanned right on the emulated Automata Processor. */
class AutomataProcessorSpecialMachinesTest extends SpecialMachinesContract {

  @Override
  protected Backend backend() {
    return new AutomataProcessor();
  }
}
