package io.fsmrun.cli;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.enumerative.StrategiesExactnessContract;

/** All strategies are exact on the emulated Automata Processor. */
class AutomataProcessorStrategiesExactnessTest extends StrategiesExactnessContract {

  @Override
  protected Backend backend() {
    return new AutomataProcessor();
  }
}
