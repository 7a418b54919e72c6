package io.fsmrun.cli;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.ExactnessContract;

/** Parallel runs on the emulated Automata Processor are exact. */
class AutomataProcessorExactnessTest extends ExactnessContract {

  @Override
  protected Backend backend() {
    return new AutomataProcessor();
  }
}
