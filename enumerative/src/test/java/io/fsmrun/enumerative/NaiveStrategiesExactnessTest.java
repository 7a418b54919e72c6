package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.testkit.NaiveBackend;

/** All strategies are exact, judged apart from any real back end. */
class NaiveStrategiesExactnessTest extends StrategiesExactnessContract {

  @Override
  protected Backend backend() {
    return new NaiveBackend();
  }
}
